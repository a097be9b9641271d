#include "CMagick.h"

#include <CLinux.h>

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/types.h>

// What MagickWand 6 declares of the functions used here (its headers: wand/MagickWand.h and below), with its
// objects as opaque pointers and its enumerations as int. They are a part of the ABI of the library that is
// opened by its version.
typedef void Wand;
typedef unsigned long long Size;
enum { DISK = 2, MAP = 4, MEMORY = 5, THREAD = 6 };
enum { GRAY = 2, CMYK = 12, SRGB = 13 };
enum { CHAR_PIXEL = 1 };

#define FUNCTIONS(F)                                                                              \
    F(void, MagickWandGenesis, (void))                                                            \
    F(Wand *, NewMagickWand, (void))                                                              \
    F(Wand *, DestroyMagickWand, (Wand *))                                                        \
    F(int, MagickSetResourceLimit, (int, Size))                                                   \
    F(int, MagickSetFilename, (Wand *, const char *))                                             \
    F(int, MagickSetFormat, (Wand *, const char *))                                               \
    F(int, MagickPingImageBlob, (Wand *, const void *, size_t))                                   \
    F(int, MagickReadImageBlob, (Wand *, const void *, size_t))                                   \
    F(size_t, MagickGetNumberImages, (Wand *))                                                    \
    F(int, MagickSetIteratorIndex, (Wand *, ssize_t))                                             \
    F(size_t, MagickGetImageWidth, (Wand *))                                                      \
    F(size_t, MagickGetImageHeight, (Wand *))                                                     \
    F(int, MagickGetImageOrientation, (Wand *))                                                   \
    F(int, MagickGetImageColorspace, (Wand *))                                                    \
    F(int, MagickGetImageAlphaChannel, (Wand *))                                                  \
    F(int, MagickTransformImageColorspace, (Wand *, int))                                         \
    F(int, MagickNormalizeImage, (Wand *))                                                        \
    F(unsigned char *, MagickGetImageProfile, (Wand *, const char *, size_t *))                   \
    F(int, MagickExportImagePixels,                                                               \
      (Wand *, ssize_t, ssize_t, size_t, size_t, const char *, int, void *))                      \
    F(void *, MagickRelinquishMemory, (void *))                                                   \
    F(void *, AcquireExceptionInfo, (void))                                                       \
    F(void *, DestroyExceptionInfo, (void *))                                                     \
    F(const void *, GetMagickInfo, (const char *, void *))

#define DECLARE(result, name, arguments) static result(*name##_) arguments;
FUNCTIONS(DECLARE)

static int is_started;

/// A wand that reads one format, with as many pictures of it as stand in `scenes` ("" for all).
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
    void *library = dlopen("libMagickWand-6.Q16.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return -1;
#define FIND(result, name, arguments)                                                             \
    name##_ = (result(*) arguments)dlsym(library, #name);                                         \
    if (name##_ == NULL) return -1;
    FUNCTIONS(FIND)

    // Nothing of the user's is read: neither his configuration nor his colours.
    setenv("HOME", "/nonexistent", 1);
    MagickWandGenesis_();
    MagickSetResourceLimit_(THREAD, 1);
    // What does not fit into memory, whose limit is known, is not drawn; nothing goes to a file.
    MagickSetResourceLimit_(MEMORY, (Size)1 << 32);
    MagickSetResourceLimit_(MAP, 0);
    MagickSetResourceLimit_(DISK, 0);
    void *exception = AcquireExceptionInfo_();
    int failure = 0;
    for (size_t index = 0; formats[index] != NULL; index++) {
        if (GetMagickInfo_(formats[index], exception) == NULL) failure = -1;
    }
    DestroyExceptionInfo_(exception);
    // A picture of our own: with it come the tables that each child would look for in files.
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

/// Makes the largest picture of a wand its current one.
static void choose_largest(Wand *wand) {
    size_t most = 0;
    ssize_t best = 0;
    const size_t count = MagickGetNumberImages_(wand);
    for (size_t index = 0; index < count; index++) {
        MagickSetIteratorIndex_(wand, (ssize_t)index);
        const size_t pixels = MagickGetImageWidth_(wand) * MagickGetImageHeight_(wand);
        // Of equals the last: in icons the one with the most colours.
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
    // The size was compared with the limit of pixels when the header was read; memory has a limit too.
    image->pixels = malloc((size_t)image->width * image->height * 4);
    if (image->pixels == NULL) return -1;
    if (MagickExportImagePixels_(wand, 0, 0, image->width, image->height,
                                 image->is_ink ? "CMYK" : "RGBA", CHAR_PIXEL, image->pixels) == 0) {
        return -1;
    }
    // Without alpha, what stands in its place is left to chance.
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
