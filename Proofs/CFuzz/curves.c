// The tone curves of a profile, inverted as Little CMS does.
#include "fuzz.h"

#include <CLCMS.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const uint32_t samples = (uint32_t)input_number(&input, 2) % 4097;
    const int is_rising = input_byte(&input) & 1;
    const uint32_t entries = (uint32_t)(input.left / 2);
    uint16_t *table = malloc(entries * sizeof *table + 1);
    for (uint32_t index = 0; index < entries; index++) {
        table[index] = (uint16_t)input_number(&input, 2);
        if (is_rising && index > 0 && table[index] < table[index - 1]) table[index] = table[index - 1];
    }
    if (entries > 0) clcms_difference(table, entries, samples);
    free(table);
    return 0;
}
