/// PNG encoding by libpng. Here because libpng reports errors by longjmp, which must not cross Swift.
/// Only its writer is used: nothing here reads a PNG.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

/// One text entry of a PNG ("tEXt"). Keys are 1 to 79 bytes of Latin-1.
struct cpng_text {
    const char *key;
    const char *text;
};

/// Encodes 8-bit RGBA pixels, alpha not premultiplied. With `keep_alpha` 0 the picture is written as RGB.
/// Returns 0 and a buffer to be freed by `cpng_free`, or -1 when the picture cannot be encoded.
int cpng_encode(const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, int keep_alpha,
                const struct cpng_text *texts, size_t text_count, uint8_t **bytes, size_t *length);

void cpng_free(uint8_t *bytes);

#endif
