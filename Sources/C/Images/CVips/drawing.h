/// Drawing images.
#ifndef CVIPS_DRAWING_H
#define CVIPS_DRAWING_H

#include "reading.h"

/// Draws a page of an image, by its profile if it has one and `by_profile` is set. Returns 0 or -1.
int cvips_draw(const struct cvips_input *input, uint32_t page, uint32_t size, gboolean by_profile,
               struct cimage_picture *picture);

#endif
