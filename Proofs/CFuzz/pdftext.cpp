// The text of pages.
#include "fuzz.h"

#include <CPDFText.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cpdftext_document *document = cpdftext_open(fuzz_file(data, size));
    if (document == nullptr) return 0;
    for (uint32_t number = 0; number < 2; number++) {
        cpdftext_page page;
        if (cpdftext_read(document, number, 1000, &page) != 0) continue;
        fuzz_touch(page.text, page.length);
        for (size_t index = 0; index < page.count; index++) {
            fuzz_touch(page.letters + page.words[index].start, page.words[index].length);
        }
        cpdftext_free(&page);
    }
    cpdftext_close(document);
    return 0;
}
