#include "CMagick.h"

#include <CLinux.h>
#include <opened.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "magick_abi.h"

FUNCTIONS(OPENED_DECLARE_AS)

static int is_started;

/// Creates a wand that reads one format, with the range of images in `scenes` ("" for all).
static Wand *reader(const char *format, const char *scenes) {
    Wand *wand = NewMagickWand_();
    if (wand == NULL) return NULL;
    char name[64];
    snprintf(name, sizeof name, "%s:%s", format, scenes);
    if (MagickSetFilename_(wand, name) == 0 || MagickSetFormat_(wand, format) == 0) {
        DestroyMagickWand_(wand);
        return NULL;
    }
    return wand;
}

int cmagick_start(const char *const *formats) {
    OPENED_LIBRARY("libMagickWand-6.Q16.so.6", RTLD_LAZY, FUNCTIONS, OPENED_LOOK_UP_AS)

    // Keep ImageMagick from reading the user's configuration and colors.
    setenv("HOME", "/nonexistent", 1);
    MagickWandGenesis_();
    MagickSetResourceLimit_(THREAD, 1);
    // Fail on images that exceed the memory limit instead of writing a temporary file.
    MagickSetResourceLimit_(MEMORY, (Size)1 << 32);
    MagickSetResourceLimit_(MAP, 0);
    MagickSetResourceLimit_(DISK, 0);
    void *exception = AcquireExceptionInfo_();
    int failure = 0;
    for (size_t index = 0; formats[index] != NULL; index++) {
        if (GetMagickInfo_(formats[index], exception) == NULL) failure = -1;
    }
    DestroyExceptionInfo_(exception);
    // Reading a trusted picture loads the tables that each child would otherwise look for in files.
    static const unsigned char dot[] = "P6 1 1 255\n\xff\x80\x00";
    unsigned char pixel[4];
    Wand *wand = reader("PNM", "");
    if (wand == NULL) return -1;
    if (MagickReadImageBlob_(wand, dot, sizeof dot - 1) == 0 ||
        MagickExportImagePixels_(wand, 0, 0, 1, 1, "RGBA", CHAR_PIXEL, pixel) == 0) {
        failure = -1;
    }
    DestroyMagickWand_(wand);
    is_started = failure == 0;
    return failure;
}

/// Selects the largest image of a wand.
static void choose_largest(Wand *wand) {
    size_t most = 0;
    ssize_t best = 0;
    const size_t count = MagickGetNumberImages_(wand);
    for (size_t index = 0; index < count; index++) {
        MagickSetIteratorIndex_(wand, (ssize_t)index);
        const size_t pixels = MagickGetImageWidth_(wand) * MagickGetImageHeight_(wand);
        // Of equal sizes the last: in icons, the one with the most colors.
        if (pixels >= most) {
            most = pixels;
            best = (ssize_t)index;
        }
    }
    MagickSetIteratorIndex_(wand, best);
}

static int export_pixels(Wand *wand, unsigned ways, struct cmagick_image *image) {
    if (ways & CMAGICK_STRETCH) MagickNormalizeImage_(wand);
    const int space = MagickGetImageColorspace_(wand);
    image->is_ink = space == CMYK;
    if (space != CMYK && space != SRGB && space != GRAY &&
        MagickTransformImageColorspace_(wand, SRGB) == 0) {
        return -1;
    }
    // The header's size was checked against the pixel limit; memory is limited as well.
    image->pixels = malloc((size_t)image->width * image->height * 4);
    if (image->pixels == NULL) return -1;
    if (MagickExportImagePixels_(wand, 0, 0, image->width, image->height,
                                 image->is_ink ? "CMYK" : "RGBA", CHAR_PIXEL, image->pixels) == 0) {
        return -1;
    }
    // Without alpha, the alpha bytes are undefined.
    const size_t count = (size_t)image->width * image->height * 4;
    if (!image->is_ink && MagickGetImageAlphaChannel_(wand) == 0) {
        for (size_t index = 3; index < count; index += 4) image->pixels[index] = 255;
    }
    size_t size = 0;
    unsigned char *profile = MagickGetImageProfile_(wand, "icc", &size);
    if (profile != NULL && size > 0 && (image->profile = malloc(size)) != NULL) {
        memcpy(image->profile, profile, size);
        image->profile_size = size;
    }
    if (profile != NULL) MagickRelinquishMemory_(profile);
    return 0;
}

int cmagick_read_bytes(const void *bytes, size_t size, const char *format, unsigned ways,
                       struct cmagick_image *image) {
    memset(image, 0, sizeof *image);
    if (size == 0 || !is_started) return -1;
    int failure = -1;
    const int header = (ways & CMAGICK_HEADER) != 0, largest = (ways & CMAGICK_LARGEST) != 0;
    Wand *wand = reader(format, largest ? "" : "[0]");
    if (wand != NULL &&
        (header ? MagickPingImageBlob_ : MagickReadImageBlob_)(wand, bytes, size) != 0 &&
        MagickGetNumberImages_(wand) > 0) {
        if (largest) {
            choose_largest(wand);
        } else {
            MagickSetIteratorIndex_(wand, 0);
        }
        const size_t width = MagickGetImageWidth_(wand), height = MagickGetImageHeight_(wand);
        const int orientation = MagickGetImageOrientation_(wand);
        image->orientation = orientation >= 1 && orientation <= 8 ? (uint32_t)orientation : 1;
        if (width > 0 && height > 0 && width <= INT32_MAX && height <= INT32_MAX) {
            image->width = (uint32_t)width;
            image->height = (uint32_t)height;
            failure = header ? 0 : export_pixels(wand, ways, image);
        }
    }
    if (wand != NULL) DestroyMagickWand_(wand);
    if (failure != 0) cmagick_free(image);
    return failure;
}

int cmagick_read(int descriptor, const char *format, unsigned ways, struct cmagick_image *image) {
    memset(image, 0, sizeof *image);
    size_t size = 0;
    void *bytes = clinux_contents(descriptor, PTRDIFF_MAX, &size);
    if (bytes == NULL) return -1;
    const int failure = cmagick_read_bytes(bytes, size, format, ways, image);
    free(bytes);
    return failure;
}

void cmagick_free(struct cmagick_image *image) {
    free(image->pixels);
    free(image->profile);
    image->pixels = NULL;
    image->profile = NULL;
}
