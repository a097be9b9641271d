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
    F(TIFFIsCODECConfigured)                                                                      \
    F(TIFFScanlineSize)                                                                           \
    F(TIFFReadScanline)                                                                           \
    F(TIFFIsTiled)                                                                                \
    F(TIFFTileSize)                                                                               \
    F(TIFFTileRowSize)                                                                            \
    F(TIFFReadTile)                                                                               \
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
    if (TIFFSetDirectory_(tiff, (tdir_t)page)) return tiff;
    TIFFClose_(tiff);
    return NULL;
}

/// Opens a page that libtiff itself turns into colors; returns NULL on failure.
static TIFF *open_drawn_page(int descriptor, uint32_t page) {
    TIFF *tiff = open_page(descriptor, page);
    char why[1024];
    if (tiff == NULL || TIFFRGBAImageOK_(tiff, why)) return tiff;
    TIFFClose_(tiff);
    return NULL;
}

static uint16_t orientation_of(TIFF *tiff) {
    uint16_t orientation = 1;
    TIFFGetFieldDefaulted_(tiff, TIFFTAG_ORIENTATION, &orientation);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

int tiff_read_header(int descriptor, uint32_t page, struct cimage_facts *facts) {
    TIFF *tiff = open_drawn_page(descriptor, page);
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
    TIFF *tiff = open_drawn_page(descriptor, page);
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

int cvips_tiff_layout(int descriptor, uint32_t page, struct cvips_tiff *layout) {
    memset(layout, 0, sizeof *layout);
    TIFF *tiff = open_page(descriptor, page);
    if (tiff == NULL) return -1;
    uint16_t planes = PLANARCONFIG_CONTIG, extra_count = 0, *extras = NULL, ink_set = INKSET_CMYK;
    int found = TIFFGetField_(tiff, TIFFTAG_IMAGEWIDTH, &layout->width)
        && TIFFGetField_(tiff, TIFFTAG_IMAGELENGTH, &layout->height)
        && TIFFGetField_(tiff, TIFFTAG_PHOTOMETRIC, &layout->photometric);
    TIFFGetFieldDefaulted_(tiff, TIFFTAG_BITSPERSAMPLE, &layout->bits);
    TIFFGetFieldDefaulted_(tiff, TIFFTAG_SAMPLEFORMAT, &layout->format);
    TIFFGetFieldDefaulted_(tiff, TIFFTAG_SAMPLESPERPIXEL, &layout->channels);
    TIFFGetFieldDefaulted_(tiff, TIFFTAG_COMPRESSION, &layout->compression);
    TIFFGetFieldDefaulted_(tiff, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted_(tiff, TIFFTAG_EXTRASAMPLES, &extra_count, &extras);
    TIFFGetFieldDefaulted_(tiff, TIFFTAG_INKSET, &ink_set);
    layout->is_planar = planes == PLANARCONFIG_SEPARATE && layout->channels > 1;
    layout->has_other_inks = layout->photometric == PHOTOMETRIC_SEPARATED && ink_set != INKSET_CMYK;
    layout->extra_count = extra_count;
    for (uint16_t index = 0; index < extra_count && index < CVIPS_TIFF_EXTRAS && extras != NULL; index++) {
        layout->extras[index] = extras[index];
    }
    layout->orientation = orientation_of(tiff);
    layout->pages = (uint32_t)TIFFNumberOfDirectories_(tiff);
    layout->is_decodable = TIFFIsCODECConfigured_(layout->compression) != 0;
    float *white = NULL;
    if (TIFFGetField_(tiff, TIFFTAG_WHITEPOINT, &white) && white != NULL) layout->white = white[0];
    uint32_t profile_size = 0;
    void *profile = NULL;
    if (TIFFGetField_(tiff, TIFFTAG_ICCPROFILE, &profile_size, &profile) && profile_size > 128
        && (layout->profile = malloc(profile_size)) != NULL) {
        memcpy(layout->profile, profile, profile_size);
        layout->profile_size = profile_size;
    }
    TIFFClose_(tiff);
    if (!found) free(layout->profile);
    return found ? 0 : -1;
}

/// Reads the tiles of a page, or of one of its planes, into rows of `row_bytes`.
static int read_tiles(TIFF *tiff, const struct cvips_tiff *layout, uint16_t plane, size_t row_bytes, uint8_t *rows) {
    uint32_t width = 0, height = 0;
    if (!TIFFGetField_(tiff, TIFFTAG_TILEWIDTH, &width) || !TIFFGetField_(tiff, TIFFTAG_TILELENGTH, &height)
        || width == 0 || height == 0 || width % 8 != 0) return -1;
    const size_t size = (size_t)TIFFTileSize_(tiff), tile_row = (size_t)TIFFTileRowSize_(tiff);
    if (tile_row == 0 || size / tile_row < height || size > CVIPS_TIFF_LIMIT) return -1;
    uint8_t *tile = malloc(size);
    if (tile == NULL) return -1;
    for (uint64_t top = 0; top < layout->height; top += height) {
        for (uint64_t left = 0; left < layout->width; left += width) {
            // A tile that cannot be decoded stays empty, like one that is missing.
            if (TIFFReadTile_(tiff, tile, (uint32_t)left, (uint32_t)top, 0, plane) < 0) continue;
            // Tiles are a multiple of 16 pixels wide, so that each begins with a byte.
            const size_t start = left / width * tile_row;
            if (start >= row_bytes) continue;
            const size_t count = row_bytes - start < tile_row ? row_bytes - start : tile_row;
            for (uint64_t row = 0; row < height && top + row < layout->height; row++) {
                memcpy(rows + (top + row) * row_bytes + start, tile + row * tile_row, count);
            }
        }
    }
    free(tile);
    return 0;
}

int cvips_tiff_samples(int descriptor, uint32_t page, const struct cvips_tiff *layout, size_t row_bytes,
                       uint8_t *bytes, size_t size) {
    TIFF *tiff = open_page(descriptor, page);
    if (tiff == NULL) return -1;
    const uint16_t planes = layout->is_planar ? layout->channels : 1;
    const size_t plane_bytes = row_bytes * layout->height;
    int failure = size / planes / layout->height < row_bytes ? -1 : 0;
    // A file may have changed since its layout was read, and sampling may be other than it says.
    if (!TIFFIsTiled_(tiff) && (size_t)TIFFScanlineSize_(tiff) != row_bytes) failure = -1;
    size_t rows_read = 0;
    for (uint16_t plane = 0; plane < planes && failure == 0; plane++) {
        uint8_t *rows = bytes + plane * plane_bytes;
        if (TIFFIsTiled_(tiff)) {
            failure = read_tiles(tiff, layout, plane, row_bytes, rows);
            rows_read = 1;
            continue;
        }
        for (uint32_t row = 0; row < layout->height; row++) {
            if (TIFFReadScanline_(tiff, rows + row * row_bytes, row, plane) < 0) break;
            rows_read++;
        }
    }
    TIFFClose_(tiff);
    return failure == 0 && rows_read > 0 ? 0 : -1;
}
