/// JPEG XL animations, of which libvips 8.14 shows the last frame. By libjxl, which libvips has loaded for others.
#ifndef CVIPS_JXL_H
#define CVIPS_JXL_H

#include "CVips.h"

/// Finds libjxl's functions. Without them, nothing is read here.
void jxl_start(void);

/// Reads the first frame of an animation; `bytes` and `profile` are to be freed by `free`. Returns 0, or -1 where it is
/// none, or cannot be read.
int jxl_read_first(int descriptor, struct cvips_pixels *pixels);

#endif
