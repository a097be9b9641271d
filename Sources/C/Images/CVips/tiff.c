#include "tiff.h"

#include <opened.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tiffio.h>

#define FUNCTIONS(F)                                                                              \
    F(TIFFFdOpen)                                                                                 \
    F(TIFFClose)                                                                                  \
    F(TIFFSetDirectory)                                                                           \
    F(TIFFNumberOfDirectories)                                                                    \
    F(TIFFGetField)                                                                               \
    F(TIFFGetFieldDefaulted)                                                                      \
    F(TIFFRGBAImageOK)                                                                            \
    F(TIFFReadRGBAImageOriented)                                                                  \
    F(TIFFSetErrorHandler)                                                                        \
    F(TIFFSetWarningHandler)

FUNCTIONS(OPENED_DECLARE)

static int is_there;

static int open_library(void) {
    OPENED_LIBRARY("libtiff.so.6", RTLD_LAZY, FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

void tiff_start(void) { is_there = open_library() == 0; }

/// Opens a page of a TIFF; returns NULL on failure.
static TIFF *open_page(int descriptor, uint32_t page) {
    uint8_t mark[4];
    if (!is_there || pread(descriptor, mark, sizeof mark, 0) != sizeof mark
        || (memcmp(mark, "II", 2) != 0 && memcmp(mark, "MM", 2) != 0)) return NULL;
    // libtiff is only the fallback, so suppress its messages.
    TIFFSetErrorHandler_(NULL);
    TIFFSetWarningHandler_(NULL);
    // libtiff closes its descriptor and starts reading at the current position.
    int copy = dup(descriptor);
    if (copy < 0) return NULL;
    lseek(copy, 0, SEEK_SET);
    // Read the file rather than mapping it: it may be truncated meanwhile.
    TIFF *tiff = TIFFFdOpen_(copy, "document", "rm");
    if (tiff == NULL) {
        close(copy);
        return NULL;
    }
    char why[1024];
    if (TIFFSetDirectory_(tiff, (tdir_t)page) && TIFFRGBAImageOK_(tiff, why)) return tiff;
    TIFFClose_(tiff);
    return NULL;
}

static uint16_t orientation_of(TIFF *tiff) {
    uint16_t orientation = 1;
    TIFFGetFieldDefaulted_(tiff, TIFFTAG_ORIENTATION, &orientation);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

int tiff_read_header(int descriptor, uint32_t page, struct cimage_facts *facts) {
    TIFF *tiff = open_page(descriptor, page);
    if (tiff == NULL) return -1;
    int found = TIFFGetField_(tiff, TIFFTAG_IMAGEWIDTH, &facts->width)
        && TIFFGetField_(tiff, TIFFTAG_IMAGELENGTH, &facts->height);
    facts->orientation = orientation_of(tiff);
    // libvips's default for images without a resolution.
    facts->resolution_across = facts->resolution_down = 1;
    facts->pages = (uint32_t)TIFFNumberOfDirectories_(tiff);
    if (facts->pages == 0) facts->pages = 1;
    TIFFClose_(tiff);
    return found ? 0 : -1;
}

/// Undoes the premultiplication of colors by alpha in libtiff.
static void divide_by_alpha(uint8_t *pixel, size_t count) {
    for (; count > 0; count--, pixel += 4) {
        if (pixel[3] == 0 || pixel[3] == 255) continue;
        for (int band = 0; band < 3; band++) {
            unsigned whole = (unsigned)pixel[band] * 255 / pixel[3];
            pixel[band] = (uint8_t)(whole < 255 ? whole : 255);
        }
    }
}

int tiff_read_pixels(int descriptor, uint32_t page, struct cvips_pixels *pixels) {
    memset(pixels, 0, sizeof *pixels);
    TIFF *tiff = open_page(descriptor, page);
    if (tiff == NULL) return -1;
    uint32_t width = 0, height = 0;
    uint8_t *bytes = NULL;
    if (TIFFGetField_(tiff, TIFFTAG_IMAGEWIDTH, &width) && TIFFGetField_(tiff, TIFFTAG_IMAGELENGTH, &height)
        && width > 0 && height > 0 && width <= UINT32_MAX / 4 / height) bytes = calloc((size_t)width * height, 4);
    // With the file's own orientation, libtiff returns rows in stored order. It continues after errors.
    uint16_t orientation = orientation_of(tiff);
    if (bytes != NULL
        && TIFFReadRGBAImageOriented_(tiff, width, height, (uint32_t *)(void *)bytes, orientation, 0)) {
        // Red is in the lowest byte, which comes first.
        divide_by_alpha(bytes, (size_t)width * height);
        *pixels = (struct cvips_pixels){
            .bytes = bytes, .width = width, .height = height, .orientation = orientation};
    } else {
        free(bytes);
        bytes = NULL;
    }
    TIFFClose_(tiff);
    return bytes != NULL ? 0 : -1;
}
