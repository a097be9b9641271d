#include "CTIFF.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <tiffio.h>

// The functions of libtiff used here, with the types that its headers give them.
#define FUNCTIONS(F)                                                                              \
    F(TIFFFdOpen)                                                                                 \
    F(TIFFClose)                                                                                  \
    F(TIFFGetField)                                                                               \
    F(TIFFGetFieldDefaulted)                                                                      \
    F(TIFFRGBAImageOK)                                                                            \
    F(TIFFReadRGBAImageOriented)                                                                  \
    F(TIFFSetErrorHandler)                                                                        \
    F(TIFFSetWarningHandler)

#define DECLARE(name) static __typeof__(name) *name##_;
FUNCTIONS(DECLARE)

int ctiff_start(void) {
    void *library = dlopen("libtiff.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return -1;
#define FIND(name)                                                                                \
    name##_ = (__typeof__(name##_))dlsym(library, #name);                                         \
    if (name##_ == NULL) return -1;
    FUNCTIONS(FIND)
    // Nobody reads what it would write to the standard error output.
    TIFFSetErrorHandler_(NULL);
    TIFFSetWarningHandler_(NULL);
    return 0;
}

static int read_page(TIFF *file, int header, struct ctiff_image *image) {
    char reason[1024];
    uint16_t orientation = ORIENTATION_TOPLEFT;
    if (TIFFGetField_(file, TIFFTAG_IMAGEWIDTH, &image->width) != 1 ||
        TIFFGetField_(file, TIFFTAG_IMAGELENGTH, &image->height) != 1 ||
        TIFFRGBAImageOK_(file, reason) != 1) {
        return -1;
    }
    TIFFGetFieldDefaulted_(file, TIFFTAG_ORIENTATION, &orientation);
    image->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
    if (header) return 0;
    // The size was compared with the limit of pixels when the header was read; memory has a limit too.
    uint32_t *raster = calloc((size_t)image->width * image->height, sizeof *raster);
    if (raster == NULL) return -1;
    // As stored: whoever draws it turns it. What is damaged further down is left empty.
    const uint16_t stored = orientation == ORIENTATION_BOTLEFT || orientation == ORIENTATION_BOTRIGHT
        || orientation == ORIENTATION_TOPRIGHT ? orientation : ORIENTATION_TOPLEFT;
    if (TIFFReadRGBAImageOriented_(file, image->width, image->height, raster, stored, 0) != 1) {
        free(raster);
        return -1;
    }
    uint8_t *bytes = (uint8_t *)raster;
    for (size_t index = 0; index < (size_t)image->width * image->height; index++) {
        const uint32_t pixel = raster[index];
        bytes[4 * index] = TIFFGetR(pixel);
        bytes[4 * index + 1] = TIFFGetG(pixel);
        bytes[4 * index + 2] = TIFFGetB(pixel);
        bytes[4 * index + 3] = TIFFGetA(pixel);
    }
    image->pixels = bytes;
    return 0;
}

int ctiff_read(int descriptor, int header, struct ctiff_image *image) {
    image->pixels = NULL;
    const int copy = dup(descriptor);
    if (copy < 0 || lseek(copy, 0, SEEK_SET) != 0) return -1;
    // Not mapped: a file that shrinks meanwhile would end the process.
    TIFF *file = TIFFFdOpen_(copy, "document", "rm");
    if (file == NULL) {
        close(copy);
        return -1;
    }
    const int failure = read_page(file, header, image);
    TIFFClose_(file);
    return failure;
}
