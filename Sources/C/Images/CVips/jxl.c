#include "jxl.h"

#include <opened.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jxl/decode.h>

#define FUNCTIONS(F)                                                                              \
    F(JxlDecoderCreate)                                                                           \
    F(JxlDecoderDestroy)                                                                          \
    F(JxlDecoderSubscribeEvents)                                                                  \
    F(JxlDecoderProcessInput)                                                                     \
    F(JxlDecoderSetInput)                                                                         \
    F(JxlDecoderReleaseInput)                                                                     \
    F(JxlDecoderGetBasicInfo)                                                                     \
    F(JxlDecoderGetICCProfileSize)                                                                \
    F(JxlDecoderGetColorAsICCProfile)                                                             \
    F(JxlDecoderSetImageOutBuffer)

FUNCTIONS(OPENED_DECLARE)

static int is_there;

static int open_library(void) {
    OPENED_LIBRARY("libjxl.so.0.7", RTLD_LAZY | RTLD_NOLOAD, FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

void jxl_start(void) { is_there = open_library() == 0; }

enum { CHUNK = 1 << 20, PROFILE_LIMIT = 4 << 20 };
static const JxlPixelFormat format = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};

/// The bytes that were read from a file but not yet decoded.
struct feed {
    int descriptor;
    off_t place;
    uint8_t *bytes;
    size_t length;
    size_t capacity;
};

/// Feeds more of the file to the decoder; returns 0, or -1 at the end.
static int feed(JxlDecoder *decoder, struct feed *feed) {
    const size_t left = JxlDecoderReleaseInput_(decoder);
    if (left > 0) memmove(feed->bytes, feed->bytes + feed->length - left, left);
    feed->length = left;
    if (feed->capacity - left < CHUNK) {
        uint8_t *larger = realloc(feed->bytes, feed->capacity + CHUNK);
        if (larger == NULL) return -1;
        feed->bytes = larger;
        feed->capacity += CHUNK;
    }
    const ssize_t count = pread(feed->descriptor, feed->bytes + left, CHUNK, feed->place);
    if (count <= 0) return -1;
    feed->place += count;
    feed->length += (size_t)count;
    return JxlDecoderSetInput_(decoder, feed->bytes, feed->length) == JXL_DEC_SUCCESS ? 0 : -1;
}

/// Copies the ICC profile, if there is one.
static void read_profile(JxlDecoder *decoder, struct cvips_pixels *pixels) {
    size_t size = 0;
    const JxlColorProfileTarget target = JXL_COLOR_PROFILE_TARGET_DATA;
    if (JxlDecoderGetICCProfileSize_(decoder, &format, target, &size) != JXL_DEC_SUCCESS || size == 0
        || size > PROFILE_LIMIT) return;
    uint8_t *profile = malloc(size);
    if (profile == NULL) return;
    if (JxlDecoderGetColorAsICCProfile_(decoder, &format, target, profile, size) != JXL_DEC_SUCCESS) {
        free(profile);
        return;
    }
    pixels->profile = profile;
    pixels->profile_size = size;
}

/// Decodes up to the end of the first frame; returns 0 or -1.
static int decode(JxlDecoder *decoder, struct feed *source, struct cvips_pixels *pixels) {
    for (;;) {
        JxlBasicInfo info;
        switch (JxlDecoderProcessInput_(decoder)) {
        case JXL_DEC_NEED_MORE_INPUT:
            if (feed(decoder, source) != 0) return -1;
            break;
        case JXL_DEC_BASIC_INFO:
            if (JxlDecoderGetBasicInfo_(decoder, &info) != JXL_DEC_SUCCESS || !info.have_animation) return -1;
            // The decoder applies the orientation itself.
            const int is_turned = info.orientation >= JXL_ORIENT_TRANSPOSE;
            pixels->width = is_turned ? info.ysize : info.xsize;
            pixels->height = is_turned ? info.xsize : info.ysize;
            break;
        case JXL_DEC_COLOR_ENCODING: read_profile(decoder, pixels); break;
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
            if (pixels->bytes != NULL || pixels->width == 0 || pixels->height == 0
                || pixels->width > (1u << 30) / pixels->height) return -1;
            const size_t size = (size_t)pixels->width * pixels->height * 4;
            uint8_t *bytes = malloc(size);
            pixels->bytes = bytes;
            if (bytes == NULL
                || JxlDecoderSetImageOutBuffer_(decoder, &format, bytes, size) != JXL_DEC_SUCCESS) return -1;
            break;
        case JXL_DEC_FULL_IMAGE: return pixels->bytes != NULL ? 0 : -1;
        default: return -1;
        }
    }
}

int jxl_read_first(int descriptor, struct cvips_pixels *pixels) {
    memset(pixels, 0, sizeof *pixels);
    pixels->orientation = 1;
    if (!is_there) return -1;
    struct feed source = {.descriptor = descriptor};
    JxlDecoder *decoder = JxlDecoderCreate_(NULL);
    int failure = -1;
    if (decoder != NULL
        && JxlDecoderSubscribeEvents_(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE)
            == JXL_DEC_SUCCESS) failure = decode(decoder, &source, pixels);
    if (decoder != NULL) JxlDecoderDestroy_(decoder);
    free(source.bytes);
    if (failure == 0) return 0;
    free((void *)pixels->bytes);
    free((void *)pixels->profile);
    memset(pixels, 0, sizeof *pixels);
    return -1;
}
