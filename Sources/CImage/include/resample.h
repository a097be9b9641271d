/// Makes pixels fewer, row by row, as they come from a decoder.
///
/// The filter is that of libvips (Lanczos, three lobes), which takes three times as long for it where it may not write
/// machine code, as behind the walls here.
#ifndef CIMAGE_RESAMPLE_H
#define CIMAGE_RESAMPLE_H

#include "CImage.h"

struct resampler;

/// A resampler of 8-bit rows to 8-bit RGBA: of grey or three colours, with alpha where there is one band more; what lies
/// beyond is left out. Both sizes are at least 1, and the new ones not larger than the old. NULL where there is no
/// memory.
struct resampler *resampler_new(uint32_t width, uint32_t height, int bands, uint32_t new_width, uint32_t new_height);

/// Takes the next row of the image, from the top; writes each row of the picture that is complete with it.
void resampler_take(struct resampler *resampler, const uint8_t *row, uint8_t *pixels);

void resampler_free(struct resampler *resampler);

/// The size of a picture of an image that is to fit into size x size pixels, not larger than the image.
void resampler_fit(uint32_t width, uint32_t height, uint32_t size, struct cimage_picture *picture);

#endif
