/// Pixel images of rarer formats, decoded by ImageMagick. Opened at run time, by the helper of these formats
/// alone; its own headers are not needed, since nothing of it is seen but opaque pointers.
#ifndef CMAGICK_H
#define CMAGICK_H

#include <stddef.h>
#include <stdint.h>

/// Opens and initialises ImageMagick and loads the readers of these formats (names as "BMP"), ended by NULL:
/// later none can be loaded. Starts no thread. Returns 0, or -1 when the library cannot be loaded.
int cmagick_start(const char *const *formats);

/// What is decoded of an image.
struct cmagick_image {
    uint32_t width;       ///< as stored, in pixels
    uint32_t height;      ///< as stored, in pixels
    uint32_t orientation; ///< 1 to 8, as EXIF counts
    int is_ink;           ///< whether a pixel is cyan, magenta, yellow, black; else it is red, green, blue, alpha
    uint8_t *pixels;      ///< 8 bits each, rows without padding; NULL where only the header was asked for
    uint8_t *profile;     ///< the ICC profile, or NULL
    size_t profile_size;
};

/// How an image is read.
enum cmagick_way {
    CMAGICK_HEADER = 1,  ///< its header alone
    CMAGICK_LARGEST = 2, ///< of several in one file the largest; else the first
    CMAGICK_STRETCH = 4, ///< with its brightness stretched from black to white: what is measured rather than seen
};

/// Reads an image by the reader of one format: what its contents look like to ImageMagick is not asked.
///
/// `ways` are those of `cmagick_way`, or 0. Returns 0, or -1 where nothing can be read. What it fills is given back
/// by `cmagick_free`.
int cmagick_read(int descriptor, const char *format, unsigned ways, struct cmagick_image *image);

/// The same of an image that lies in memory.
int cmagick_read_bytes(const void *bytes, size_t size, const char *format, unsigned ways,
                       struct cmagick_image *image);

/// Gives back what `cmagick_read` or `cmagick_read_bytes` filled.
void cmagick_free(struct cmagick_image *image);

#endif
