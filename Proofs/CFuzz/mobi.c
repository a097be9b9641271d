// Books of Mobipocket and Kindle, by libmobi.
#include "fuzz.h"

#include <CText.h>

#include "../../Sources/C/Documents/CText/libraries.h"

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    ctext_open_mobi();
    if (!ctext_has_mobi()) fuzz_missing("libmobi");
    return 0;
}

static void touch(struct ctext_bytes part) {
    if (part.bytes != NULL) fuzz_touch(part.bytes, part.count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ctext_mobi *book = ctext_mobi_open(fuzz_file(data, size));
    if (book == NULL) return 0;
    const char *title = ctext_mobi_title(book);
    if (title != NULL) fuzz_touch_text(title);
    touch(ctext_mobi_cover(book));
    for (size_t index = 0; index < 8 && !ctext_mobi_is_encrypted(book); index++) {
        touch(ctext_mobi_part(book, index));
        touch(ctext_mobi_picture(book, index));
    }
    ctext_mobi_close(book);
    return 0;
}
