#include "CText.h"

#include <uchardet/uchardet.h>

#include <opened.h>

#include "libraries.h"

#define FUNCTIONS(F)                                                                              \
    F(uchardet_new)                                                                               \
    F(uchardet_delete)                                                                            \
    F(uchardet_handle_data)                                                                       \
    F(uchardet_data_end)                                                                          \
    F(uchardet_get_charset)

FUNCTIONS(OPENED_DECLARE)

static int open_encoding(void) {
    OPENED_LIBRARY("libuchardet.so.0", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

int ctext_start(void) {
    if (open_encoding() != 0) return -1;
    ctext_open_code();
    ctext_open_pictures();
    ctext_open_djvu();
    ctext_open_mobi();
    ctext_open_drawings();
    if (ctext_open_markdown() != 0 || ctext_open_archive() != 0) return -1;
    if (ctext_open_database() != 0) return -1;
    return ctext_open_html();
}

const char *ctext_guess_encoding(const uint8_t *bytes, size_t length) {
    static char name[64];
    uchardet_t detector = uchardet_new_();
    if (detector == NULL) return NULL;
    int failed = uchardet_handle_data_(detector, (const char *)bytes, length);
    uchardet_data_end_(detector);
    const char *found = failed ? "" : uchardet_get_charset_(detector);
    strncpy(name, found, sizeof name - 1);
    uchardet_delete_(detector);
    return name[0] != '\0' ? name : NULL;
}
