/// The first frame of AVIF sequences, which libheif does not read.
#ifndef CVIPS_AVIF_H
#define CVIPS_AVIF_H

#include "CVips.h"

/// Opens libavif, if it is installed.
void avif_start(void);

/// Reads the first frame of an AVIF sequence; free its bytes and its profile with `free`. Returns 0, or -1 for other files.
int avif_read_first(int descriptor, struct cvips_pixels *pixels);

#endif
