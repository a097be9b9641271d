#include <opened.h>

#include "CText.h"
#include "libraries.h"

// Of libwebp, whose headers need not be installed.
#define FUNCTIONS(F)                                                                              \
    F(int, WebPGetInfo, (const uint8_t *bytes, size_t length, int *width, int *height))           \
    F(uint8_t *, WebPDecodeRGBAInto,                                                              \
      (const uint8_t *bytes, size_t length, uint8_t *pixels, size_t size, int stride))

FUNCTIONS(OPENED_DECLARE_AS)

static int is_open;

static int open_pictures(void) {
    OPENED_LIBRARY("libwebp.so.7", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP_AS)
    return 0;
}

void ctext_open_pictures(void) { is_open = open_pictures() == 0; }

int ctext_webp_size(const uint8_t *bytes, size_t length, uint32_t *width, uint32_t *height) {
    int across = 0;
    int down = 0;
    if (!is_open || WebPGetInfo_(bytes, length, &across, &down) == 0 || across <= 0 || down <= 0) return -1;
    *width = (uint32_t)across;
    *height = (uint32_t)down;
    return 0;
}

int ctext_webp_draw(const uint8_t *bytes, size_t length, uint8_t *pixels, size_t size, uint32_t width) {
    if (!is_open) return -1;
    return WebPDecodeRGBAInto_(bytes, length, pixels, size, (int)(width * 4)) != NULL ? 0 : -1;
}
