// Any pixels, written as PNG, with texts of a document's name.
#include "fuzz.h"

#include <CPNG.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const uint8_t ways = input_byte(&input);
    const uint32_t width = input_byte(&input) % 65, height = input_byte(&input) % 65;
    const size_t stride = (size_t)width * 4 + ways / 16 * 4;
    char *text = (char *)input_copy(input_part(&input, input_byte(&input)), 1);
    const struct cpng_text texts[] = {{"Thumb::URI", text}, {"Software", "test"}};
    uint8_t *pixels = calloc(stride * height + 1, 1), *bytes = NULL;
    memcpy(pixels, input.next, input.left < stride * height ? input.left : stride * height);
    size_t length = 0;
    if (cpng_encode(pixels, width, height, stride, (enum cpng_colors)(ways % 3), texts, ways >> 2 & 2, &bytes, &length) == 0) {
        fuzz_touch(bytes, length);
        cpng_free(bytes);
    }
    free(pixels);
    free(text);
    return 0;
}
