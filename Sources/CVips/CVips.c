// dladdr
#define _GNU_SOURCE

#include "CVips.h"

#include <dlfcn.h>
#include <limits.h>
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
    F(vips_image_new_from_source)                                                                 \
    F(vips_image_get_width)                                                                       \
    F(vips_image_get_height)                                                                      \
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
    F(vips_image_hasalpha)                                                                        \
    F(vips_thumbnail_source)                                                                      \
    F(vips_colourspace)                                                                           \
    F(vips_cast)                                                                                  \
    F(vips_extract_band)                                                                          \
    F(vips_addalpha)                                                                              \
    F(vips_image_write_to_memory)

#define DECLARE(name) static __typeof__(name) *name##_;
FUNCTIONS(DECLARE)

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
    // What GModule calls; it takes the module only to be able to keep it, which dlopen does too.
    const char *(*check)(void *) = (const char *(*)(void *))dlsym(module, "g_module_check_init");
    if (check != NULL) check(NULL);
}

int cvips_start(enum cvips_formats formats) {
    // Loader modules (ImageMagick, OpenSlide, Poppler, …) are found below this folder. They are blocked
    // anyway, and finding them costs 20 ms.
    setenv("VIPSHOME", "/nonexistent", 1);
    // Large pictures are held in memory, whose limit is known, and never in a temporary file.
    setenv("VIPS_DISC_THRESHOLD", "64g", 1);
    void *library = dlopen("libvips.so.42", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return -1;
#define FIND(name)                                                                                \
    name##_ = (__typeof__(name##_))dlsym(library, #name);                                         \
    if (name##_ == NULL) return -1;
    FUNCTIONS(FIND)

    // Its run-time compiler writes code into the home directory and maps it executable.
    vips_vector_set_enabled_(FALSE);
    if (vips_init_("qpreview-zygote") != 0) return -2;
    vips_vector_set_enabled_(FALSE);
    vips_concurrency_set_(1);
    vips_cache_set_max_(0);
    if (formats == CVIPS_RARE) {
        open_module("vips-heif");
        open_module("vips-jxl");
    }
    vips_block_untrusted_set_(TRUE);
    // Then nothing at all, except what is wanted. Those that libvips counts among the untrusted stand behind
    // walls here, and cannot open what they refer to.
    static const char *const common[] = {"Jpeg", "Png", "Nsgif", "Webp", "Tiff", "Svg", NULL};
    static const char *const rare[] = {"Heif", "Jxl", "Jp2k", "Rad", "Ppm", NULL};
    vips_operation_block_set_("VipsForeignLoad", TRUE);
    for (const char *const *wanted = formats == CVIPS_RARE ? rare : common; *wanted != NULL; wanted++) {
        char name[64];
        snprintf(name, sizeof name, "VipsForeignLoad%s", *wanted);
        vips_operation_block_set_(name, FALSE);
    }
    return 0;
}

/// The options of a loader for a page (0-based); the first is what every loader takes by itself.
static void page_option(uint32_t page, char options[32]) {
    options[0] = '\0';
    if (page > 0) snprintf(options, 32, "[page=%u]", page);
}

/// The image with the header of a page read, or NULL.
static VipsImage *read_header(int descriptor, uint32_t page) {
    char options[32];
    page_option(page, options);
    VipsSource *source = vips_source_new_from_descriptor_(descriptor);
    if (source == NULL) return NULL;
    VipsImage *image =
        vips_image_new_from_source_(source, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
    g_object_unref(source);
    return image;
}

int cvips_read_header(int descriptor, uint32_t page, struct cvips_facts *facts) {
    VipsImage *image = read_header(descriptor, page);
    if (image == NULL) return -1;
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

/// Any image as four bands of 8 bits: red, green, blue, alpha. Consumes `image`; NULL when it cannot be.
static VipsImage *to_rgba(VipsImage *image) {
    VipsImage *next = NULL;
    int failure = vips_colourspace_(image, &next, VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(image);
    if (failure != 0) return NULL;
    image = next;

    next = NULL;
    failure = vips_cast_(image, &next, VIPS_FORMAT_UCHAR, NULL);
    g_object_unref(image);
    if (failure != 0) return NULL;
    image = next;

    if (!vips_image_hasalpha_(image)) {
        next = NULL;
        failure = vips_addalpha_(image, &next, NULL);
        g_object_unref(image);
        if (failure != 0) return NULL;
        image = next;
    }
    // A TIFF can carry more bands than four.
    if (vips_image_get_bands_(image) > 4) {
        next = NULL;
        failure = vips_extract_band_(image, &next, 0, "n", 4, NULL);
        g_object_unref(image);
        if (failure != 0) return NULL;
        image = next;
    }
    if (vips_image_get_bands_(image) != 4) {
        g_object_unref(image);
        return NULL;
    }
    return image;
}

/// Takes the pixels out of an image, which it consumes.
static int finish(VipsImage *image, struct cvips_picture *picture) {
    image = to_rgba(image);
    if (image == NULL) return -1;
    size_t length = 0;
    picture->width = (uint32_t)vips_image_get_width_(image);
    picture->height = (uint32_t)vips_image_get_height_(image);
    picture->pixels = vips_image_write_to_memory_(image, &length);
    g_object_unref(image);
    if (picture->pixels == NULL) return -1;
    return length == (size_t)picture->width * picture->height * 4 ? 0 : -1;
}

/// Whether a loader of this name, or beginning of a name, has read the header.
static gboolean is_loaded_by(VipsImage *header, const char *loader) {
    const char *name = NULL;
    return vips_image_get_typeof_(header, VIPS_META_LOADER) != 0
        && vips_image_get_string_(header, VIPS_META_LOADER, &name) == 0
        && strncmp(name, loader, strlen(loader)) == 0;
}

/// Makes an image fit, upright and in sRGB. Consumes `image`.
static int shrink(VipsImage *image, uint32_t size, struct cvips_picture *picture) {
    gboolean inks = vips_image_get_interpretation_(image) == VIPS_INTERPRETATION_CMYK;
    gboolean profiled = inks || vips_image_get_typeof_(image, VIPS_META_ICC_NAME) != 0;
    VipsImage *small = NULL;
    int failure = vips_thumbnail_image_(
        image, &small, (int)size, "height", (int)size, "size", VIPS_SIZE_DOWN,
        profiled ? "export_profile" : NULL, "srgb", inks ? "import_profile" : NULL, "cmyk", NULL);
    g_object_unref(image);
    return failure == 0 ? finish(small, picture) : -1;
}

/// An image of JPEG 2000 keeps smaller ones of itself, each half as large: the smallest that is large enough.
static VipsImage *smaller_level(int descriptor, VipsImage *header, uint32_t size) {
    int edge = MAX(vips_image_get_width_(header), vips_image_get_height_(header));
    uint32_t level = (uint32_t)MAX(1, MIN(32, vips_image_get_n_pages_(header))) - 1;
    while (level > 0 && (uint32_t)edge >> level < size) level--;
    return read_header(descriptor, level);
}

int cvips_thumbnail(int descriptor, uint32_t page, uint32_t size, struct cvips_picture *picture) {
    // An image that describes its colours, or has none for a display, is converted by its profile. Any
    // other is taken for sRGB already: converting it there and back would shift strong colours.
    VipsImage *header = read_header(descriptor, page);
    if (header == NULL) return -1;
    gboolean inks = vips_image_get_interpretation_(header) == VIPS_INTERPRETATION_CMYK;
    gboolean profiled = inks || vips_image_get_typeof_(header, VIPS_META_ICC_NAME) != 0;
    // A drawing has no pixels of its own: it is drawn at the size that is asked for.
    gboolean drawn = is_loaded_by(header, "svgload");
    // libvips 8.14 always takes the smallest level of JPEG 2000, and of a TIFF with levels even where the whole
    // is not larger than what is asked for.
    gboolean fits = (uint32_t)MAX(vips_image_get_width_(header), vips_image_get_height_(header)) <= size;
    VipsImage *level = is_loaded_by(header, "jp2kload") ? smaller_level(descriptor, header, size)
        : fits && !drawn ? read_header(descriptor, page) : NULL;
    g_object_unref(header);
    if (level != NULL) return shrink(level, size, picture);

    char options[32];
    page_option(page, options);
    VipsSource *source = vips_source_new_from_descriptor_(descriptor);
    if (source == NULL) return -1;
    VipsImage *image = NULL;
    // The orientation is applied by default.
    int failure = vips_thumbnail_source_(
        source, &image, (int)size, "height", (int)size, "size",
        drawn ? VIPS_SIZE_BOTH : VIPS_SIZE_DOWN, "option_string",
        options,
        // The arguments end here unless there is a profile to apply.
        profiled ? "export_profile" : NULL, "srgb", inks ? "import_profile" : NULL, "cmyk", NULL);
    g_object_unref(source);
    if (failure != 0) return -1;
    return finish(image, picture);
}

int cvips_thumbnail_pixels(const struct cvips_pixels *pixels, uint32_t size, struct cvips_picture *picture) {
    VipsImage *memory = vips_image_new_from_memory_(pixels->bytes, (size_t)pixels->width * pixels->height * 4,
                                                    (int)pixels->width, (int)pixels->height, 4,
                                                    VIPS_FORMAT_UCHAR);
    if (memory == NULL) return -1;
    VipsImage *told = NULL;
    int failure = vips_copy_(memory, &told, "interpretation",
                             pixels->is_ink ? VIPS_INTERPRETATION_CMYK : VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(memory);
    if (failure != 0) return -1;
    vips_image_set_int_(told, VIPS_META_ORIENTATION, (int)pixels->orientation);
    if (pixels->profile != NULL) {
        vips_image_set_blob_copy_(told, VIPS_META_ICC_NAME, pixels->profile, pixels->profile_size);
    }
    return shrink(told, size, picture);
}
