// Poppler's GLib interface, cairo, and fontconfig: for the facts and pictures of PDF documents. Only the zygote
// links them.
#include <cairo-pdf.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <poppler.h>
