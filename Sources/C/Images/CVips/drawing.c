#include "drawing.h"

#include "avif.h"
#include "jxl.h"
#include "tiff.h"

#include <resample.h>
#include <stdlib.h>
#include <string.h>

// The number of rows computed at a time, as many as libvips uses itself: more would need more memory, all of
// which libvips clears first.
#define STRIP 16

/// Converts any image to 8-bit bands: gray or RGB, possibly followed by others. Consumes `image`; returns NULL
/// on failure.
static VipsImage *to_srgb(VipsImage *image) {
    VipsImage *next = NULL;
    int failure = 0;
    // Building a no-op operation takes as long as drawing a small picture, and gray needs no conversion.
    VipsInterpretation space = vips_image_get_interpretation_(image);
    gboolean is_grey = space == VIPS_INTERPRETATION_B_W && vips_image_get_format_(image) == VIPS_FORMAT_UCHAR
        && vips_image_get_bands_(image) < 3;
    if (space != VIPS_INTERPRETATION_sRGB && !is_grey) {
        failure = vips_colourspace_(image, &next, VIPS_INTERPRETATION_sRGB, NULL);
        g_object_unref(image);
        if (failure != 0) return NULL;
        image = next;
    }
    if (vips_image_get_format_(image) != VIPS_FORMAT_UCHAR) {
        next = NULL;
        failure = vips_cast_(image, &next, VIPS_FORMAT_UCHAR, NULL);
        g_object_unref(image);
        if (failure != 0) return NULL;
        image = next;
    }

    return image;
}

/// Copies a row of pixels with `bands` bands: ignores bands after alpha, and makes pixels without alpha opaque.
static void copy_row(uint8_t *target, const uint8_t *source, int width, int bands) {
    if (bands < 3) {
        for (int column = 0; column < width; column++, target += 4, source += bands) {
            memset(target, source[0], 3);
            target[3] = bands == 2 ? source[1] : 255;
        }
        return;
    }
    if (bands == 4) {
        memcpy(target, source, (size_t)width * 4);
        return;
    }
    for (int column = 0; column < width; column++, target += 4, source += bands) {
        memcpy(target, source, 3);
        target[3] = bands > 3 ? source[3] : 255;
    }
}

/// Renders the pixels of an image, which it consumes, at a size no larger than its own.
static int finish_as(VipsImage *image, int new_width, int new_height, struct cimage_picture *picture) {
    image = to_srgb(image);
    if (image == NULL) return -1;
    int bands = vips_image_get_bands_(image);
    int width = vips_image_get_width_(image), height = vips_image_get_height_(image);
    picture->width = (uint32_t)new_width;
    picture->height = (uint32_t)new_height;
    picture->pixels = malloc((size_t)new_width * new_height * 4);
    gboolean drawn = picture->pixels != NULL && vips_image_pio_input_(image) == 0;
    struct resampler *resampler = NULL;
    if (drawn && (new_width != width || new_height != height)) {
        resampler = resampler_new((uint32_t)width, (uint32_t)height, bands, picture->width, picture->height);
        drawn = resampler != NULL;
    }
    // Compute strip by strip in this thread. libvips's own function starts a thread for each picture, so the
    // zygote, which must not start threads, could not warm up with it.
    VipsRegion *region = drawn ? vips_region_new_(image) : NULL;
    for (int top = 0; drawn && top < height; top += STRIP) {
        VipsRect strip = {.left = 0, .top = top, .width = width, .height = MIN(STRIP, height - top)};
        drawn = region != NULL && vips_region_prepare_(region, &strip) == 0;
        for (int row = top; drawn && row < top + strip.height; row++) {
            // Equivalent to VIPS_REGION_ADDR; the macro calls a function for the size of a pixel.
            const VipsPel *source = region->data + (size_t)(row - region->valid.top) * region->bpl
                - (ptrdiff_t)region->valid.left * bands;
            if (resampler != NULL) resampler_take(resampler, source, picture->pixels);
            else copy_row(picture->pixels + (size_t)row * width * 4, source, width, bands);
        }
    }
    if (region != NULL) g_object_unref(region);
    resampler_free(resampler);
    g_object_unref(image);
    if (drawn) return 0;
    free(picture->pixels);
    picture->pixels = NULL;
    return -1;
}

/// Renders the pixels of an image, which it consumes.
static int finish(VipsImage *image, struct cimage_picture *picture) {
    return finish_as(image, vips_image_get_width_(image), vips_image_get_height_(image), picture);
}

/// Downscales an image to fit, upright and in sRGB. Consumes `image`.
static int shrink(VipsImage *image, uint32_t size, gboolean profiled, struct cimage_picture *picture) {
    gboolean inks = vips_image_get_interpretation_(image) == VIPS_INTERPRETATION_CMYK;
    int width = vips_image_get_width_(image), height = vips_image_get_height_(image);
    if (!profiled && vips_image_get_orientation_(image) == 1) {
        double scale = (double)size / MAX(width, height);
        if (scale >= 1) return finish(image, picture);
        return finish_as(image, MAX(1, (int)(width * scale + 0.5)), MAX(1, (int)(height * scale + 0.5)), picture);
    }
    VipsImage *small = NULL;
    int failure = vips_thumbnail_image_(
        image, &small, (int)size, "height", (int)size, "size", VIPS_SIZE_DOWN,
        profiled ? "export_profile" : NULL, "srgb", inks ? "import_profile" : NULL, "cmyk", NULL);
    g_object_unref(image);
    return failure == 0 ? finish(small, picture) : -1;
}

/// Returns whether an image embeds a profile for its own colors. libvips would convert colors by a profile of gray, and
/// lose all but the first channel.
static gboolean has_own_profile(VipsImage *image) {
    const void *data = NULL;
    size_t length = 0;
    // Floats of JPEG XL are proportional to light, which libvips knows without the profile, and would convert twice.
    if (vips_image_get_interpretation_(image) == VIPS_INTERPRETATION_scRGB) return FALSE;
    if (vips_image_get_typeof_(image, VIPS_META_ICC_NAME) == 0
        || vips_image_get_blob_(image, VIPS_META_ICC_NAME, &data, &length) != 0 || length < 128) return FALSE;
    // The color space of the data (ICC.1, 7.2).
    const char *space = vips_image_get_bands_(image) < 3 ? "GRAY" : "RGB ";
    return memcmp((const char *)data + 16, space, 4) == 0;
}

/// Returns whether an image is converted by its profile: it is CMYK or embeds one.
/// All others are treated as sRGB: a round trip through a profile would shift saturated colors.
static gboolean is_profiled(VipsImage *image) {
    return vips_image_get_interpretation_(image) == VIPS_INTERPRETATION_CMYK || has_own_profile(image);
}

/// Returns the smallest resolution level of a JPEG 2000 image that is large enough; each level halves the size.
static uint32_t smallest_level(VipsImage *header, uint32_t size) {
    int edge = MAX(vips_image_get_width_(header), vips_image_get_height_(header));
    uint32_t level = (uint32_t)MAX(1, MIN(32, vips_image_get_n_pages_(header))) - 1;
    while (level > 0 && (uint32_t)edge >> level < size) level--;
    return level;
}

/// Draws an image with libvips's thumbnail operation, for loaders that can skip detail, and for drawings.
static int draw_reduced(const struct cvips_input *input, uint32_t page, uint32_t size, VipsSize direction,
                        gboolean profiled, gboolean inks, struct cimage_picture *picture) {
    char options[32];
    cvips_page_option(page, options);
    VipsSource *source = cvips_new_source(input);
    if (source == NULL) return -1;
    VipsImage *image = NULL;
    // The orientation is applied by default.
    int failure = vips_thumbnail_source_(
        source, &image, (int)size, "height", (int)size, "size", direction, "option_string", options,
        // The argument list ends here unless there is a profile to apply.
        profiled ? "export_profile" : NULL, "srgb", inks ? "import_profile" : NULL, "cmyk", NULL);
    g_object_unref(source);
    return failure == 0 ? finish(image, picture) : -1;
}

int cvips_draw(const struct cvips_input *input, uint32_t page, uint32_t size, gboolean by_profile,
                struct cimage_picture *picture) {
    VipsImage *header = cvips_open_image(input, page);
    if (header == NULL) return -1;
    // libvips 8.14 always uses the smallest level.
    if (cvips_is_loaded_by(header, "jp2kload")) {
        uint32_t level = smallest_level(header, size);
        g_object_unref(header);
        header = cvips_open_image(input, level);
        if (header == NULL) return -1;
    }
    struct cvips_pixels first;
    if (cvips_is_loaded_by(header, "jxlload") && input->bytes == NULL
        && jxl_read_first(input->descriptor, &first) == 0) {
        g_object_unref(header);
        int failed = cvips_thumbnail_pixels(&first, size, picture);
        free((void *)first.bytes);
        free((void *)first.profile);
        return failed;
    }
    gboolean inks = vips_image_get_interpretation_(header) == VIPS_INTERPRETATION_CMYK;
    gboolean profiled = by_profile && is_profiled(header);
    gboolean fits = MAX(vips_image_get_width_(header), vips_image_get_height_(header)) <= (int)size;
    // For a TIFF that already fits, libvips would use a smaller page stored beside the large one.
    gboolean is_pyramid = cvips_is_loaded_by(header, "tiffload")
        && (vips_image_get_n_pages_(header) > 1 || vips_image_get_typeof_(header, VIPS_META_N_SUBIFDS) != 0);
    gboolean skips = !fits
        && (cvips_is_loaded_by(header, "jpegload") || cvips_is_loaded_by(header, "webpload") || is_pyramid);
    int failure;
    if (skips) {
        g_object_unref(header);
        failure = draw_reduced(input, page, size, VIPS_SIZE_DOWN, profiled, inks, picture);
    } else {
        failure = shrink(header, size, profiled, picture);
    }
    // Without a valid profile, draw the picture without color management.
    return failure != 0 && profiled && !inks ? cvips_draw(input, page, size, FALSE, picture) : failure;
}

int cvips_thumbnail(int descriptor, uint32_t page, uint32_t size, struct cimage_picture *picture) {
    struct cvips_input input = {.descriptor = descriptor};
    if (cvips_draw(&input, page, size, TRUE, picture) == 0) return 0;
    struct cvips_pixels first;
    if (avif_read_first(descriptor, &first) == 0) {
        int failure = cvips_thumbnail_pixels(&first, size, picture);
        free((void *)first.bytes);
        free((void *)first.profile);
        return failure;
    }
    return cvips_thumbnail_by_libtiff(descriptor, page, size, picture);
}

int cvips_thumbnail_by_libtiff(int descriptor, uint32_t page, uint32_t size, struct cimage_picture *picture) {
    struct cvips_pixels pixels;
    if (tiff_read_pixels(descriptor, page, &pixels) != 0) return -1;
    int failure = cvips_thumbnail_pixels(&pixels, size, picture);
    free((void *)pixels.bytes);
    return failure;
}

/// Wraps pixels in a libvips image; returns NULL on failure.
static VipsImage *image_of(const struct cvips_pixels *pixels, gboolean by_profile) {
    const int bands = pixels->is_grey ? 2 : 4;
    VipsImage *memory = vips_image_new_from_memory_(
        pixels->bytes, (size_t)pixels->width * pixels->height * (size_t)bands, (int)pixels->width,
        (int)pixels->height, bands, VIPS_FORMAT_UCHAR);
    if (memory == NULL) return NULL;
    VipsImage *told = NULL;
    int failure = vips_copy_(memory, &told, "interpretation",
                             pixels->is_ink    ? VIPS_INTERPRETATION_CMYK
                             : pixels->is_grey ? VIPS_INTERPRETATION_B_W
                                               : VIPS_INTERPRETATION_sRGB,
                             NULL);
    g_object_unref(memory);
    if (failure != 0) return NULL;
    vips_image_set_int_(told, VIPS_META_ORIENTATION, (int)pixels->orientation);
    if (by_profile && pixels->profile != NULL) {
        vips_image_set_blob_copy_(told, VIPS_META_ICC_NAME, pixels->profile, pixels->profile_size);
    }
    return told;
}

int cvips_thumbnail_pixels(const struct cvips_pixels *pixels, uint32_t size, struct cimage_picture *picture) {
    VipsImage *image = image_of(pixels, TRUE);
    if (image == NULL) return -1;
    if (shrink(image, size, is_profiled(image), picture) == 0) return 0;
    // If the profile cannot be used, draw the picture without it.
    image = pixels->profile != NULL ? image_of(pixels, FALSE) : NULL;
    return image != NULL ? shrink(image, size, is_profiled(image), picture) : -1;
}
