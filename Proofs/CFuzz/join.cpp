// Several PDF documents as one.
#include "fuzz.h"

#include <CQPDF.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // A comment at the end says where the second one begins: "%%2" and its place.
    size_t first = size / 2;
    if (size > 12 && memcmp(data + size - 12, "%%2 ", 4) == 0) first = strtoul(reinterpret_cast<char const *>(data + size - 8), nullptr, 10);
    if (first > size) first = size;
    uint64_t const lengths[] = {first, size - first};
    cqpdf_join(fuzz_file(data, size), lengths, 2, fuzz_output());
    return 0;
}
