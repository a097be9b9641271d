/// Downscales an image row by row, as a decoder delivers the rows.
///
/// The filter is that of libvips (Lanczos, three lobes), which takes three times as long where it may not
/// generate machine code, as in this sandbox.
#ifndef CIMAGE_RESAMPLE_H
#define CIMAGE_RESAMPLE_H

#include "CImage.h"

struct resampler;

/// Creates a resampler of 8-bit rows to 8-bit RGBA: from gray or three colors, with alpha where there is
/// another band; it ignores further bands. Both sizes are at least 1, and the new ones at most the old. Returns
/// NULL when out of memory.
struct resampler *resampler_new(uint32_t width, uint32_t height, int bands, uint32_t new_width, uint32_t new_height);

/// Takes the next row of the image, from the top; writes each completed row of the picture.
void resampler_take(struct resampler *resampler, const uint8_t *row, uint8_t *pixels);

void resampler_free(struct resampler *resampler);

/// Computes the size of a picture that fits into size x size pixels, not larger than the image.
void resampler_fit(uint32_t width, uint32_t height, uint32_t size, struct cimage_picture *picture);

#endif
