#include "parts.h"

#include <opened.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS_OF_PNG(F) F(png_image_write_to_memory) F(png_image_free)
FUNCTIONS_OF_PNG(OPENED_DECLARE)

/// The most characters of a part of a picture, by kitty's protocol.
enum { PART = 4096 };

static int find_png(void) {
    static int found;
    if (found) return 0;
    OPENED_LIBRARY("libpng16.so.16", RTLD_LAZY, FUNCTIONS_OF_PNG, OPENED_LOOK_UP)
    found = 1;
    return 0;
}

/// Encodes pixels. Returns memory that the caller frees, or NULL.
static uint8_t *encode(const uint8_t *pixels, int width, int height, size_t *length) {
    if (find_png() != 0) return NULL;
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)width,
        .height = (png_uint_32)height,
        .format = PNG_FORMAT_RGBA,
        .flags = PNG_IMAGE_FLAG_FAST,
    };
    // Room for pixels that do not become smaller.
    png_alloc_size_t count = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *bytes = malloc(count);
    if (bytes != NULL && !png_image_write_to_memory_(&image, bytes, &count, 0, pixels, 0, NULL)) {
        free(bytes);
        bytes = NULL;
    }
    png_image_free_(&image);
    *length = count;
    return bytes;
}

/// Writes a text as the parts of a picture. Returns memory that the caller frees, or NULL.
static char *in_parts(const char *text, size_t length, int columns, int rows, size_t *total) {
    const size_t count = (length + PART - 1) / PART;
    char *parts = malloc(length + 64 * count + 128);
    if (parts == NULL) return NULL;
    // No answers: a shell would read them.
    size_t place = (size_t)sprintf(parts, "\033_Ga=T,f=100,c=%d,r=%d,q=2,m=%d;", columns, rows, count > 1);
    for (size_t index = 0; index < count; index++) {
        const size_t start = index * PART, size = length - start < PART ? length - start : PART;
        if (index > 0) place += (size_t)sprintf(parts + place, "\033_Gm=%d;", index + 1 < count);
        memcpy(parts + place, text + start, size);
        place += size;
        memcpy(parts + place, "\033\\", 2);
        place += 2;
    }
    parts[place] = 0;
    *total = place;
    return parts;
}

char *print_png(const uint8_t *pixels, int width, int height, int columns, int rows, size_t *length) {
    size_t size = 0;
    uint8_t *bytes = encode(pixels, width, height, &size);
    if (bytes == NULL) return NULL;
    char *text = print_base64(bytes, size);
    free(bytes);
    if (text == NULL) return NULL;
    char *parts = in_parts(text, strlen(text), columns, rows, length);
    free_base64(text);
    return parts;
}
