// The same for rarer formats, whose loaders are in modules of their own.
#define FORMATS CVIPS_RARE
#include "vips.c"
