// Lists and unpacks archives: all formats that are read.
#include "fuzz.h"

#include <CText.h>

#include "../../Sources/C/Documents/CText/libraries.h"

enum { ENTRIES = 24, ENTRY_LIMIT = 1 << 18, READ_LIMIT = 1 << 20 };

struct listing {
    size_t count;
    int64_t sizes[ENTRIES];
};

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (ctext_open_archive() != 0) fuzz_missing("libarchive");
    return 0;
}

static int note(void *context, const struct ctext_entry *entry) {
    struct listing *listing = context;
    fuzz_touch_text(entry->name);
    listing->sizes[listing->count++] = entry->size;
    return listing->count < ENTRIES;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const int file = fuzz_file(data, size);
    struct listing listing = {0};
    ctext_list(file, READ_LIMIT, note, &listing);
    const size_t place = size > 0 ? data[size / 2] % 3 : 0;
    if (place < listing.count && listing.sizes[place] >= 0 && listing.sizes[place] <= ENTRY_LIMIT) {
        uint8_t *bytes = malloc((size_t)listing.sizes[place] + 1);
        const size_t length = (size_t)listing.sizes[place];
        if (ctext_unpack(file, READ_LIMIT, place, bytes, length) == 0) fuzz_touch(bytes, length);
        free(bytes);
    }
    // A part of it, as an archive within another file.
    struct ctext_file_part part = {file, (int64_t)(size / 8), (int64_t)(size - size / 8)};
    listing.count = 0;
    ctext_list_part(&part, READ_LIMIT, note, &listing);
    return 0;
}
