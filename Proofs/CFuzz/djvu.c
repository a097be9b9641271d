// DjVu documents.
#include "fuzz.h"

#include <CText.h>

#include "../../Sources/C/Documents/CText/libraries.h"

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    ctext_open_djvu();
    if (!ctext_has_djvu()) fuzz_missing("libdjvulibre");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (ctext_djvu_open(fuzz_file(data, size)) <= 0) return 0;
    struct ctext_djvu_size facts;
    if (ctext_djvu_page(0, &facts) != 0 || (uint64_t)facts.width * facts.height > FUZZ_PIXELS * 4) return 0;
    const uint32_t edge = fuzz_size(data, size);
    uint8_t *pixels = malloc((size_t)edge * edge * 3);
    if (ctext_djvu_draw(edge, edge, pixels) == 0) fuzz_touch(pixels, (size_t)edge * edge * 3);
    free(pixels);
    return 0;
}
