/// JPEG and PNG by libjpeg and libpng alone, and pictures made smaller: what most pictures need, and nothing of libvips.
#ifndef CIMAGE_H
#define CIMAGE_H

#include <stddef.h>
#include <stdint.h>

/// What the header of an image says.
struct cimage_facts {
    uint32_t width;       ///< as stored, in pixels
    uint32_t height;      ///< as stored, in pixels
    uint32_t pages;       ///< pages or frames, at least 1
    uint32_t orientation; ///< 1 to 8, as EXIF counts
    double resolution_across; ///< pixels per millimetre, as stored; 1 where nothing is said
    double resolution_down;   ///< the same along the columns
};

/// 8-bit RGBA pixels, alpha not premultiplied, rows without padding; `pixels` is to be freed by `free`.
struct cimage_picture {
    uint32_t width;
    uint32_t height;
    uint8_t *pixels;
};

/// The header of a JPEG or PNG that needs nothing of libvips, read by libjpeg or libpng alone, which takes a fraction of
/// the time. Its resolution is not told. Returns 0, or -1 where libvips has to be asked: of another format, with a
/// profile, of inks, of which a packet tells the orientation, or damaged.
int cimage_read_header(int descriptor, struct cimage_facts *facts);

/// Draws such an image upright, so that it fits in size x size pixels, and not larger than it is; the same picture as that
/// of libvips, but for roundings. Returns -1 as above.
int cimage_draw(int descriptor, uint32_t size, struct cimage_picture *picture);

/// Draws a JPEG or PNG that stands on a page of a document, so that it fits in size x size pixels: without regard to a
/// profile, and only if it has no more pixels than `pixel_limit`, which is not 0. Returns 0, or -1.
int cimage_draw_part(const uint8_t *bytes, size_t length, uint32_t size, uint64_t pixel_limit,
                     struct cimage_facts *facts, struct cimage_picture *picture);

/// Draws our own pictures by libjpeg and libpng alone: in a zygote, so that its children need not load what they do; and
/// in a forked child, which then has copies of its own of what drawing writes to. Starts no thread. Returns 0, or -1.
int cimage_touch(void);

/// Makes a picture of upright sRGB of 3 bytes each, rows without padding. Returns -1 where there is no
/// memory.
int cimage_fit(const uint8_t *bytes, uint32_t width, uint32_t height, uint32_t size, struct cimage_picture *picture);

#endif
