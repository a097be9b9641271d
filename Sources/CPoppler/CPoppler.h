// Poppler's GLib interface, cairo, and fontconfig: facts and pictures of PDF documents. Linked by the zygote alone.
#include <cairo-pdf.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <poppler.h>
