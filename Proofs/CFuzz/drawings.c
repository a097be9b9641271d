// Visio, Publisher, and CorelDRAW: the first byte is the kind.
#include "fuzz.h"

#include <CText.h>

#include "../../Sources/C/Documents/CText/libraries.h"

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    ctext_open_drawings();
    if (!ctext_has_drawings(CTEXT_VISIO)) fuzz_missing("libvisio");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const enum ctext_drawing kind = (enum ctext_drawing)(input_byte(&input) % 3);
    const int count = ctext_drawings_make(fuzz_file(input.next, input.left), kind, 1 << 16);
    for (int index = 0; index < count && index < 8; index++) fuzz_touch_text(ctext_drawings_page((unsigned)index));
    return 0;
}
