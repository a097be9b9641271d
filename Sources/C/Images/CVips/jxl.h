/// Reads JPEG XL animations, for which libvips 8.14 shows the last frame, with libjxl, which libvips has
/// loaded.
#ifndef CVIPS_JXL_H
#define CVIPS_JXL_H

#include "CVips.h"

/// Looks up libjxl's functions. Without them, `jxl_read_first` fails.
void jxl_start(void);

/// Reads the first frame of an animation; the caller frees `bytes` and `profile` with `free`. Returns 0, or -1
/// if the file is not an animation or cannot be read.
int jxl_read_first(int descriptor, struct cvips_pixels *pixels);

#endif
