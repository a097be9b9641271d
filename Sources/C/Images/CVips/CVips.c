// dladdr
#define _GNU_SOURCE

#include "CVips.h"
#include "jxl.h"
#include <resample.h>
#include "tiff.h"
#include <trusted.h>

#include <limits.h>
#include <opened.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vips/vips.h>
#include <vips/vector.h>

// The functions of libvips used here, with the types that its headers give them.
#define FUNCTIONS(F)                                                                              \
    F(vips_init)                                                                                  \
    F(vips_vector_set_enabled)                                                                    \
    F(vips_concurrency_set)                                                                       \
    F(vips_cache_set_max)                                                                         \
    F(vips_block_untrusted_set)                                                                   \
    F(vips_operation_block_set)                                                                   \
    F(vips_source_new_from_descriptor)                                                            \
    F(vips_source_new_from_memory)                                                                \
    F(vips_image_new_from_source)                                                                 \
    F(vips_image_get_width)                                                                       \
    F(vips_image_get_height)                                                                      \
    F(vips_image_get_format)                                                                      \
    F(vips_image_get_bands)                                                                       \
    F(vips_image_get_n_pages)                                                                     \
    F(vips_image_get_orientation)                                                                 \
    F(vips_image_get_typeof)                                                                      \
    F(vips_image_get_xres)                                                                        \
    F(vips_image_get_yres)                                                                        \
    F(vips_image_get_string)                                                                      \
    F(vips_image_get_blob)                                                                        \
    F(vips_image_new_from_memory)                                                                 \
    F(vips_image_set_int)                                                                         \
    F(vips_image_set_blob_copy)                                                                   \
    F(vips_copy)                                                                                  \
    F(vips_thumbnail_image)                                                                       \
    F(vips_version)                                                                               \
    F(vips_image_get_interpretation)                                                              \
    F(vips_thumbnail_source)                                                                      \
    F(vips_linear)                                                                                \
    F(vips_colourspace)                                                                           \
    F(vips_cast)                                                                                  \
    F(vips_image_pio_input)                                                                       \
    F(vips_region_new)                                                                            \
    F(vips_region_prepare)

FUNCTIONS(OPENED_DECLARE)

// The number of rows computed at a time, as many as libvips uses itself: more would need more memory, all of
// which libvips clears first.
#define STRIP 16

/// Opens a module of libvips, which registers its loaders.
static void open_module(const char *name) {
    Dl_info place;
    if (dladdr((void *)vips_init_, &place) == 0) return;
    const char *end = strrchr(place.dli_fname, '/');
    if (end == NULL) return;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s/vips-modules-%d.%d/%s.so", (int)(end - place.dli_fname), place.dli_fname,
             vips_version_(0), vips_version_(1), name);
    void *module = dlopen(path, RTLD_LAZY | RTLD_GLOBAL);
    if (module == NULL) return;
    // The function that GModule calls. Its argument only serves to keep the module loaded, which dlopen does
    // anyway.
    const char *(*check)(void *) = (const char *(*)(void *))dlsym(module, "g_module_check_init");
    if (check != NULL) check(NULL);
}

/// Formats the loader options for a page (0-based); empty for the first page, the default of every loader.
static void page_option(uint32_t page, char options[32]) {
    options[0] = '\0';
    if (page > 0) snprintf(options, 32, "[page=%u]", page);
}

/// The source of an image: a file, or trusted bytes in memory.
struct input {
    int descriptor;
    const uint8_t *bytes;
    size_t length;
};

static VipsSource *new_source(const struct input *input) {
    return input->bytes != NULL ? vips_source_new_from_memory_(input->bytes, input->length)
                                : vips_source_new_from_descriptor_(input->descriptor);
}

/// Returns whether a loader with this name or name prefix has read the header.
static gboolean is_loaded_by(VipsImage *header, const char *loader) {
    const char *name = NULL;
    return vips_image_get_typeof_(header, VIPS_META_LOADER) != 0
        && vips_image_get_string_(header, VIPS_META_LOADER, &name) == 0
        && strncmp(name, loader, strlen(loader)) == 0;
}

/// Returns the orientation in the XMP packet of an image, 1 to 8, or 0 if it has none.
static int orientation_of_packet(VipsImage *header) {
    static const char name[] = "tiff:Orientation";
    const void *data = NULL;
    size_t length = 0;
    if (vips_image_get_typeof_(header, VIPS_META_XMP_NAME) == 0
        || vips_image_get_blob_(header, VIPS_META_XMP_NAME, &data, &length) != 0) return 0;
    const char *found = memmem(data, length, name, strlen(name));
    if (found == NULL) return 0;
    // The value of an attribute or an element: ="6" or >6<.
    const char *rest = found + strlen(name), *end = (const char *)data + length;
    while (rest < end && strchr("=>\"' \t\r\n", *rest) != NULL && *rest != '\0') rest++;
    return rest < end && *rest >= '1' && *rest <= '8' ? *rest - '0' : 0;
}

/// Corrects what the loader of an image gets wrong. Consumes `image`; returns NULL on failure.
static VipsImage *mended(VipsImage *image) {
    if (image == NULL) return NULL;
    // PNG originally had no EXIF chunk, so programs wrote the orientation into its XMP packet.
    int orientation = is_loaded_by(image, "pngload") && vips_image_get_typeof_(image, VIPS_META_ORIENTATION) == 0
        ? orientation_of_packet(image) : 0;
    // For float images, libvips 8.14 reads alpha from 0 to 1 but treats it as 0 to 255.
    const int bands = vips_image_get_bands_(image);
    if (is_loaded_by(image, "jxlload") && vips_image_get_format_(image) == VIPS_FORMAT_FLOAT && bands % 2 == 0) {
        const double factors[] = {1, bands == 2 ? 255 : 1, 1, 255}, zeros[] = {0, 0, 0, 0};
        VipsImage *next = NULL;
        const int failed = bands > 4 || vips_linear_(image, &next, factors, zeros, bands, NULL);
        g_object_unref(image);
        return failed == 0 ? next : NULL;
    }
    // A TIFF may declare its bytes signed for the same range of gray; libvips would clip one half.
    gboolean is_signed = is_loaded_by(image, "tiffload") && vips_image_get_format_(image) == VIPS_FORMAT_CHAR;
    if (orientation == 0 && !is_signed) return image;
    VipsImage *copy = NULL;
    int failure = vips_copy_(image, &copy, is_signed ? "format" : NULL, VIPS_FORMAT_UCHAR, NULL);
    g_object_unref(image);
    if (failure != 0) return NULL;
    if (orientation != 0) vips_image_set_int_(copy, VIPS_META_ORIENTATION, orientation);
    return copy;
}

/// Opens an image and reads the header of a page; returns NULL on failure.
static VipsImage *open_image(const struct input *input, uint32_t page) {
    char options[32];
    page_option(page, options);
    VipsSource *source = new_source(input);
    if (source == NULL) return NULL;
    VipsImage *image =
        vips_image_new_from_source_(source, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
    g_object_unref(source);
    return mended(image);
}

static VipsImage *read_header(int descriptor, uint32_t page) {
    struct input input = {.descriptor = descriptor};
    return open_image(&input, page);
}

/// Whether only drawings (SVG) are read.
static gboolean only_drawings;

void cvips_only_drawings(void) {
    vips_operation_block_set_("VipsForeignLoad", TRUE);
    vips_operation_block_set_("VipsForeignLoadSvg", FALSE);
    only_drawings = TRUE;
}

int cvips_read_header(int descriptor, uint32_t page, struct cimage_facts *facts) {
    VipsImage *image = read_header(descriptor, page);
    if (image == NULL) return only_drawings ? -1 : tiff_read_header(descriptor, page, facts);
    facts->width = (uint32_t)vips_image_get_width_(image);
    facts->height = (uint32_t)vips_image_get_height_(image);
    facts->pages = (uint32_t)MAX(1, vips_image_get_n_pages_(image));
    facts->orientation = (uint32_t)vips_image_get_orientation_(image);
    facts->resolution_across = vips_image_get_xres_(image);
    facts->resolution_down = vips_image_get_yres_(image);
    g_object_unref(image);
    return 0;
}

int cvips_profile(int descriptor, uint8_t **bytes, size_t *length) {
    VipsImage *image = read_header(descriptor, 0);
    if (image == NULL) return -1;
    const void *data = NULL;
    *bytes = NULL;
    *length = 0;
    if (vips_image_get_typeof_(image, VIPS_META_ICC_NAME) != 0 &&
        vips_image_get_blob_(image, VIPS_META_ICC_NAME, &data, length) == 0 && *length > 0) {
        *bytes = malloc(*length);
        if (*bytes != NULL) memcpy(*bytes, data, *length);
    }
    g_object_unref(image);
    return *bytes != NULL ? 0 : -1;
}

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

/// Returns whether an image is converted by its profile: it is CMYK or embeds one.
/// All others are treated as sRGB: a round trip through a profile would shift saturated colors.
static gboolean is_profiled(VipsImage *image) {
    return vips_image_get_interpretation_(image) == VIPS_INTERPRETATION_CMYK
        || vips_image_get_typeof_(image, VIPS_META_ICC_NAME) != 0;
}

/// Returns the smallest resolution level of a JPEG 2000 image that is large enough; each level halves the size.
static uint32_t smallest_level(VipsImage *header, uint32_t size) {
    int edge = MAX(vips_image_get_width_(header), vips_image_get_height_(header));
    uint32_t level = (uint32_t)MAX(1, MIN(32, vips_image_get_n_pages_(header))) - 1;
    while (level > 0 && (uint32_t)edge >> level < size) level--;
    return level;
}

/// Draws an image with libvips's thumbnail operation, for loaders that can skip detail, and for drawings.
static int draw_reduced(const struct input *input, uint32_t page, uint32_t size, VipsSize direction,
                        gboolean profiled, gboolean inks, struct cimage_picture *picture) {
    char options[32];
    page_option(page, options);
    VipsSource *source = new_source(input);
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

static int draw(const struct input *input, uint32_t page, uint32_t size, gboolean by_profile,
                struct cimage_picture *picture) {
    VipsImage *header = open_image(input, page);
    if (header == NULL) return -1;
    // libvips 8.14 always uses the smallest level.
    if (is_loaded_by(header, "jp2kload")) {
        uint32_t level = smallest_level(header, size);
        g_object_unref(header);
        header = open_image(input, level);
        if (header == NULL) return -1;
    }
    struct cvips_pixels first;
    if (is_loaded_by(header, "jxlload") && input->bytes == NULL && jxl_read_first(input->descriptor, &first) == 0) {
        g_object_unref(header);
        int failed = cvips_thumbnail_pixels(&first, size, picture);
        free((void *)first.bytes);
        free((void *)first.profile);
        return failed;
    }
    gboolean inks = vips_image_get_interpretation_(header) == VIPS_INTERPRETATION_CMYK;
    gboolean profiled = by_profile && is_profiled(header);
    // A drawing has no pixel size of its own; render it at the requested size.
    gboolean drawn = is_loaded_by(header, "svgload");
    gboolean fits = MAX(vips_image_get_width_(header), vips_image_get_height_(header)) <= (int)size;
    // For a TIFF that already fits, libvips would use a smaller page stored beside the large one.
    gboolean is_pyramid = is_loaded_by(header, "tiffload")
        && (vips_image_get_n_pages_(header) > 1 || vips_image_get_typeof_(header, VIPS_META_N_SUBIFDS) != 0);
    gboolean skips = !fits && (is_loaded_by(header, "jpegload") || is_loaded_by(header, "webpload") || is_pyramid);
    int failure;
    if (drawn || skips) {
        g_object_unref(header);
        failure = draw_reduced(input, page, size, drawn ? VIPS_SIZE_BOTH : VIPS_SIZE_DOWN, profiled, inks, picture);
    } else {
        failure = shrink(header, size, profiled, picture);
    }
    // Without a valid profile, draw the picture without color management.
    return failure != 0 && profiled && !inks ? draw(input, page, size, FALSE, picture) : failure;
}

int cvips_thumbnail(int descriptor, uint32_t page, uint32_t size, struct cimage_picture *picture) {
    struct input input = {.descriptor = descriptor};
    if (draw(&input, page, size, TRUE, picture) == 0) return 0;
    struct cvips_pixels pixels;
    if (only_drawings || tiff_read_pixels(descriptor, page, &pixels) != 0) return -1;
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

/// Draws trusted pictures, so that forked children inherit libvips's initialized classes: initializing them
/// takes longer than drawing a small picture.
static int warm_up(enum cvips_formats formats) {
    static const struct input own[] = {{-1, trusted_png, sizeof trusted_png}, {-1, trusted_jpeg, sizeof trusted_jpeg}};
    for (size_t index = 0; formats == CVIPS_COMMON && index < sizeof own / sizeof *own; index++) {
        // At full size and downscaled.
        for (uint32_t size = 64; size >= 4; size /= 16) {
            struct cimage_picture picture = {0};
            if (draw(&own[index], 0, size, TRUE, &picture) != 0) return -1;
            free(picture.pixels);
        }
    }
    return 0;
}

int cvips_start(enum cvips_formats formats) {
    // Loader modules (ImageMagick, OpenSlide, Poppler, …) are found below this folder. They are blocked
    // anyway, and searching for them costs 20 ms.
    setenv("VIPSHOME", "/nonexistent", 1);
    // Keep large pictures in memory, which is limited, and never in a temporary file.
    setenv("VIPS_DISC_THRESHOLD", "64g", 1);
    OPENED_LIBRARY("libvips.so.42", RTLD_LAZY, FUNCTIONS, OPENED_LOOK_UP)

    // libvips's run-time compiler writes code into the home directory and maps it executable.
    vips_vector_set_enabled_(FALSE);
    int failure = vips_init_("qpreview-zygote");
    // Benchmarks and tests, which call this in their own process, start other programs.
    unsetenv("VIPSHOME");
    if (failure != 0) return -2;
    vips_vector_set_enabled_(FALSE);
    vips_concurrency_set_(1);
    vips_cache_set_max_(0);
    if (formats == CVIPS_RARE) {
        open_module("vips-heif");
        open_module("vips-jxl");
        jxl_start();
    }
    vips_block_untrusted_set_(TRUE);
    // Then block all loaders except those requested. Those that libvips marks as untrusted run in
    // the sandbox here and cannot open the files they refer to.
    static const char *const common[] = {"Jpeg", "Png", "Nsgif", "Webp", "Tiff", "Svg", NULL};
    static const char *const rare[] = {"Heif", "Jxl", "Jp2k", "Rad", "Ppm", NULL};
    vips_operation_block_set_("VipsForeignLoad", TRUE);
    for (const char *const *wanted = formats == CVIPS_RARE ? rare : common; *wanted != NULL; wanted++) {
        char name[64];
        snprintf(name, sizeof name, "VipsForeignLoad%s", *wanted);
        vips_operation_block_set_(name, FALSE);
    }
    tiff_start();
    return warm_up(formats) == 0 ? 0 : -2;
}
