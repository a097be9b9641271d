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

/// What is written of the pixels.
enum cpng_colors {
    CPNG_GREY, ///< the red ones alone, for pictures whose colours are all alike
    CPNG_RGB,  ///< without alpha
    CPNG_RGBA, ///< all
};

/// How much time to spend on a small file.
enum cpng_effort {
    CPNG_SMALL, ///< libpng's own choice
    CPNG_FAST,  ///< several times as fast, for a file that is somewhat larger
};

/// Encodes 8-bit RGBA pixels, alpha not premultiplied.
/// Returns 0 and a buffer to be freed by `cpng_free`, or -1 when the picture cannot be encoded.
int cpng_encode(const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride,
                enum cpng_colors colors, enum cpng_effort effort, const struct cpng_text *texts,
                size_t text_count, uint8_t **bytes, size_t *length);

void cpng_free(uint8_t *bytes);

#endif
