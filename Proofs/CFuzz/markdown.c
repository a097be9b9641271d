// Markdown.
#include "fuzz.h"

#include <CText.h>

#include "../../Sources/C/Documents/CText/libraries.h"

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (ctext_open_markdown() != 0) fuzz_missing("libcmark-gfm");
    return 0;
}

static int note(void *context, const struct ctext_part *part) {
    fuzz_touch_text(part->type);
    fuzz_touch_text(part->literal);
    fuzz_touch_text(part->address);
    fuzz_touch_text(part->language);
    return --*(int *)context > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int left = size > 0 && data[size - 1] == '!' ? 5 : 1 << 20;
    char *text = (char *)input_copy((struct input){data, size}, 0);
    ctext_markdown(text, size, note, &left);
    free(text);
    return 0;
}
