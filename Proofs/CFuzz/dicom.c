// DICOM images, by GDCM.
#include "fuzz.h"

#include <CDICOM.h>

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cdicom_start() != 0) fuzz_missing("GDCM");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct cdicom_image image;
    if (cdicom_read(fuzz_file(data, size), size % 2 == 0, &image) != 0) return 0;
    fuzz_touch(image.samples, image.size);
    cdicom_free(&image);
    return 0;
}
