/// Encodes PNG files with libpng. A C target because libpng reports errors by longjmp, which must not cross
/// Swift. It uses only the writer and reads no PNG.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

/// One text entry of a PNG ("tEXt"). Keys are 1 to 79 bytes of Latin-1.
struct cpng_text {
    const char *key;
    const char *text;
};

/// The channels to write.
enum cpng_colors {
    CPNG_FEWEST, ///< those that the picture needs: one for grey, three without alpha, or all four
    CPNG_RGB,    ///< without alpha, whatever it is
    CPNG_RGBA,   ///< all
};

/// Encodes 8-bit RGBA pixels, alpha not premultiplied.
/// Returns 0 and a buffer, which the caller frees with `cpng_free`, or -1 when the picture cannot be encoded.
int cpng_encode(const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride,
                enum cpng_colors colors, const struct cpng_text *texts, size_t text_count,
                uint8_t **bytes, size_t *length);

void cpng_free(uint8_t *bytes);

#endif
