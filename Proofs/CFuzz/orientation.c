// The orientation in EXIF, as PNG and JPEG have it.
#include "fuzz.h"

#include <CImage.h>

#include "../../Sources/C/Images/CImage/orientation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t orientation = cimage_png_orientation(fuzz_file(data, size));
    if (orientation < 1 || orientation > 8) abort();
    orientation = orientation_of_exif(data, size);
    if (orientation < 1 || orientation > 8) abort();
    orientation = orientation_of_tiff(data, size);
    if (orientation < 1 || orientation > 8) abort();
    return 0;
}
