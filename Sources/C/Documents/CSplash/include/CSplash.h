/// Draws PDF pages with Splash, poppler's other renderer: a fallback where Cairo leaves a page
/// blank or fails. A C++ target because its interface is C++.
#ifndef CSPLASH_H
#define CSPLASH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Draws a page (0-based) with its crop box as displayed to `width` x `height` pixels: 32-bit native words,
/// alpha, red, green, blue from the top, rows without padding. The caller keeps the descriptor.
/// Returns 0, or -1 on failure.
int csplash_draw(int descriptor, uint32_t page, uint32_t width, uint32_t height, uint32_t *pixels);

#ifdef __cplusplus
}
#endif

#endif
