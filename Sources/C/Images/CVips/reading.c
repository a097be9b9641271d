// memmem
#define _GNU_SOURCE

#include "reading.h"

#include "avif.h"
#include "tiff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void cvips_page_option(uint32_t page, char options[32]) {
    options[0] = '\0';
    if (page > 0) snprintf(options, 32, "[page=%u]", page);
}

VipsSource *cvips_new_source(const struct cvips_input *input) {
    if (input->bytes != NULL) return vips_source_new_from_memory_(input->bytes, input->length);
    // libvips 8.14 takes an empty file for a pipe, and aborts.
    struct stat status;
    if (fstat(input->descriptor, &status) != 0 || status.st_size == 0) return NULL;
    return vips_source_new_from_descriptor_(input->descriptor);
}

gboolean cvips_is_loaded_by(VipsImage *header, const char *loader) {
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

/// Returns the orientation of a PNG where libvips has not found it, or 0. PNG originally had no EXIF chunk, which
/// libvips 8.14 does not read, so programs wrote the orientation into its XMP packet.
static int orientation_of_png(const struct cvips_input *input, VipsImage *header) {
    if (!cvips_is_loaded_by(header, "pngload") || vips_image_get_typeof_(header, VIPS_META_ORIENTATION) != 0) return 0;
    const uint32_t orientation = input->bytes == NULL ? cimage_png_orientation(input->descriptor) : 1;
    return orientation != 1 ? (int)orientation : orientation_of_packet(header);
}

static uint32_t big(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// Returns whether a JPEG 2000 file says that its four channels are inks (ISO/IEC 15444-2, M.11.7.3.1), for which
/// libvips 8.14 takes them for colors and alpha.
static gboolean has_inks(const struct cvips_input *input) {
    off_t place = 0, end = INT32_MAX;
    // The boxes of the file, and those of its header; each has its length and its name.
    for (int left = 64; left > 0 && place < end; left--) {
        uint8_t head[16];
        if (pread(input->descriptor, head, sizeof head, place) != sizeof head) return FALSE;
        const uint32_t length = big(head);
        if (memcmp(head + 4, "colr", 4) == 0 && head[8] == 1) return big(head + 11) == 12;
        if (memcmp(head + 4, "jp2h", 4) == 0) {
            end = place + length;
            place += 8;
            continue;
        }
        if (length < 8) return FALSE;
        place += length;
    }
    return FALSE;
}

/// Corrects what the loader of an image gets wrong. Consumes `image`; returns NULL on failure.
static VipsImage *mended(const struct cvips_input *input, VipsImage *image) {
    if (image == NULL) return NULL;
    const int orientation = orientation_of_png(input, image);
    // For float images, libvips 8.14 reads alpha from 0 to 1 but treats it as 0 to 255.
    const int bands = vips_image_get_bands_(image);
    if (cvips_is_loaded_by(image, "jxlload") && vips_image_get_format_(image) == VIPS_FORMAT_FLOAT && bands % 2 == 0) {
        const double factors[] = {1, bands == 2 ? 255 : 1, 1, 255}, zeros[] = {0, 0, 0, 0};
        VipsImage *next = NULL;
        const int failed = bands > 4 || vips_linear_(image, &next, factors, zeros, bands, NULL);
        g_object_unref(image);
        return failed == 0 ? next : NULL;
    }
    // A TIFF may declare its bytes signed for the same range of gray; libvips would clip one half.
    gboolean inks = bands == 4 && input->bytes == NULL && cvips_is_loaded_by(image, "jp2kload") && has_inks(input);
    gboolean is_signed = cvips_is_loaded_by(image, "tiffload") && vips_image_get_format_(image) == VIPS_FORMAT_CHAR;
    if (orientation == 0 && !is_signed && !inks) return image;
    VipsImage *copy = NULL;
    int failure = inks ? vips_copy_(image, &copy, "interpretation", VIPS_INTERPRETATION_CMYK, NULL)
                       : vips_copy_(image, &copy, is_signed ? "format" : NULL, VIPS_FORMAT_UCHAR, NULL);
    g_object_unref(image);
    if (failure != 0) return NULL;
    if (orientation != 0) vips_image_set_int_(copy, VIPS_META_ORIENTATION, orientation);
    return copy;
}

VipsImage *cvips_open_image(const struct cvips_input *input, uint32_t page) {
    char options[32];
    cvips_page_option(page, options);
    VipsSource *source = cvips_new_source(input);
    if (source == NULL) return NULL;
    VipsImage *image =
        vips_image_new_from_source_(source, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
    g_object_unref(source);
    return mended(input, image);
}

static VipsImage *read_header(int descriptor, uint32_t page) {
    struct cvips_input input = {.descriptor = descriptor};
    return cvips_open_image(&input, page);
}

int cvips_read_header(int descriptor, uint32_t page, struct cimage_facts *facts) {
    VipsImage *image = read_header(descriptor, page);
    if (image == NULL) {
        struct cvips_pixels first;
        if (avif_read_first(descriptor, &first) != 0) return tiff_read_header(descriptor, page, facts);
        *facts = (struct cimage_facts){first.width, first.height, 1, first.orientation, 1, 1};
        free((void *)first.bytes);
        free((void *)first.profile);
        return 0;
    }
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
