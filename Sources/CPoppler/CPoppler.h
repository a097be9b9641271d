// Poppler's GLib interface and cairo: facts and pictures of PDF documents. Linked by the zygote alone.
#include <cairo.h>
#include <poppler.h>
