#include "avif.h"

#include <opened.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <avif/avif.h>

#define FUNCTIONS(F)                                                                              \
    F(avifDecoderCreate)                                                                          \
    F(avifDecoderDestroy)                                                                         \
    F(avifDecoderReadMemory)                                                                      \
    F(avifImageCreateEmpty)                                                                       \
    F(avifImageDestroy)                                                                           \
    F(avifImageYUVToRGB)                                                                          \
    F(avifRGBImageSetDefaults)

FUNCTIONS(OPENED_DECLARE)

// The structures are those of the headers, so the library has to be of their version.
#define LIBRARY (AVIF_VERSION_MAJOR == 0 ? "libavif.so.15" : "libavif.so.16")

static int is_there;

static int open_library(void) {
    OPENED_LIBRARY(LIBRARY, RTLD_LAZY, FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

void avif_start(void) { is_there = open_library() == 0; }

enum { FILE_LIMIT = 1 << 28, PROFILE_LIMIT = 4 << 20 };

/// Returns whether the file's type box names a sequence among its brands (AV1 Image File Format, 5).
static int is_sequence(int descriptor) {
    uint8_t head[256];
    const ssize_t count = pread(descriptor, head, sizeof head, 0);
    if (count < 16 || memcmp(head + 4, "ftyp", 4) != 0) return 0;
    const size_t declared = (size_t)head[2] << 8 | head[3];
    const size_t length = declared < (size_t)count ? declared : (size_t)count;
    for (size_t place = 8; place + 4 <= length; place += place == 8 ? 8 : 4) {
        if (memcmp(head + place, "avis", 4) == 0) return 1;
    }
    return 0;
}

static uint8_t *read_file(int descriptor, size_t *length) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || status.st_size <= 0 || status.st_size > FILE_LIMIT) return NULL;
    uint8_t *bytes = malloc((size_t)status.st_size);
    size_t filled = 0;
    while (bytes != NULL && filled < (size_t)status.st_size) {
        const ssize_t count = pread(descriptor, bytes + filled, (size_t)status.st_size - filled, (off_t)filled);
        if (count <= 0) break;
        filled += (size_t)count;
    }
    *length = filled;
    return bytes;
}

/// Converts a decoded frame to RGBA, and copies its profile. Returns 0, or -1.
static int convert(const avifImage *image, struct cvips_pixels *pixels) {
    if (image->width == 0 || image->height == 0 || image->width > (1u << 28) / image->height) return -1;
    avifRGBImage rgb;
    avifRGBImageSetDefaults_(&rgb, image);
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.depth = 8;
    rgb.rowBytes = image->width * 4;
    rgb.pixels = malloc((size_t)rgb.rowBytes * image->height);
    if (rgb.pixels == NULL) return -1;
    if (avifImageYUVToRGB_(image, &rgb) != AVIF_RESULT_OK) {
        free(rgb.pixels);
        return -1;
    }
    *pixels = (struct cvips_pixels){
        .bytes = rgb.pixels, .width = image->width, .height = image->height, .orientation = 1};
    // Turned by quarters against the clock, which EXIF counts with it.
    static const uint8_t turns[] = {1, 8, 3, 6};
    if (image->transformFlags & AVIF_TRANSFORM_IROT) pixels->orientation = turns[image->irot.angle & 3];
    if (image->icc.size > 0 && image->icc.size < PROFILE_LIMIT) {
        uint8_t *profile = malloc(image->icc.size);
        if (profile != NULL) {
            memcpy(profile, image->icc.data, image->icc.size);
            pixels->profile = profile;
            pixels->profile_size = image->icc.size;
        }
    }
    return 0;
}

int avif_read_first(int descriptor, struct cvips_pixels *pixels) {
    memset(pixels, 0, sizeof *pixels);
    if (!is_there || !is_sequence(descriptor)) return -1;
    size_t length = 0;
    uint8_t *bytes = read_file(descriptor, &length);
    avifDecoder *decoder = bytes != NULL ? avifDecoderCreate_() : NULL;
    avifImage *image = decoder != NULL ? avifImageCreateEmpty_() : NULL;
    int failure = -1;
    if (image != NULL) {
        decoder->ignoreExif = decoder->ignoreXMP = AVIF_TRUE;
        if (avifDecoderReadMemory_(decoder, image, bytes, length) == AVIF_RESULT_OK) failure = convert(image, pixels);
    }
    if (image != NULL) avifImageDestroy_(image);
    if (decoder != NULL) avifDecoderDestroy_(decoder);
    free(bytes);
    return failure;
}
