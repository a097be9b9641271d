// The covers and titles of sound files, by TagLib.
#include "fuzz.h"

#include <CTag.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ctag_facts facts;
    ctag_read(fuzz_file(data, size), &facts);
    fuzz_touch_text(facts.title);
    fuzz_touch_text(facts.artist);
    fuzz_touch(facts.cover, facts.size);
    free(facts.title);
    free(facts.artist);
    free(facts.cover);
    return 0;
}
