/// What the files of this target share.
#ifndef CHAFA_PARTS_H
#define CHAFA_PARTS_H

#include <stddef.h>
#include <stdint.h>

/// Encodes pixels by kitty's protocol as a PNG, which has a tenth of the pixels' bytes. Returns a text that the caller frees,
/// or NULL where libpng is missing.
char *print_png(const uint8_t *pixels, int width, int height, int columns, int rows, size_t *length);

/// Encodes bytes as base64, by GLib. Returns a text for `free_base64`, or NULL.
char *print_base64(const uint8_t *bytes, size_t length);

void free_base64(char *text);

#endif
