/// Reads raster files with libcups, the reader that printers' software has, too: for tests of the files that this
/// project writes.
#ifndef CRASTERREADER_H
#define CRASTERREADER_H

#include <stddef.h>
#include <stdint.h>

struct craster_reader;

/// The header of a page, as libcups understands it.
struct craster_reader_page {
    uint32_t width, height;
    uint32_t bits_per_color, bits_per_pixel, bytes_per_line;
    uint32_t color_space, color_count;
    uint32_t x_resolution, y_resolution;
    uint32_t points_across, points_down;
    uint32_t is_duplex, is_tumble;
    uint32_t total_pages;
    int32_t cross_feed, feed;
    uint32_t quality, copies;
    char media_class[64], media_type[64], page_size_name[64];
};

/// Opens a raster file; the reader closes the descriptor. Returns NULL if it is none.
struct craster_reader *craster_reader_open(int descriptor);

void craster_reader_close(struct craster_reader *reader);

/// Reads the header of the next page. Returns 0 at the end of the file.
int craster_reader_next(struct craster_reader *reader, struct craster_reader_page *page);

/// Reads a line. Returns the number of bytes.
size_t craster_reader_line(struct craster_reader *reader, uint8_t *line, size_t size);

/// Writes a page mirrored from left to right (`across`), top to bottom (`along`), or both, without padding.
void craster_mirror(const struct craster_reader_page *page, const uint8_t *lines, int across, int along, uint8_t *out);

/// The difference of two pictures.
struct craster_difference {
    double mean;        ///< of 255
    double large_share; ///< the share of the values that differ by more than 64
};

/// Compares the means of tiles, which for `tile` 1 are the pixels, with those of a picture of 3 bytes for each pixel. A
/// page of one color is compared with the luma of the other picture.
struct craster_difference craster_compare(const struct craster_reader_page *page, const uint8_t *lines, int is_black,
                                          const uint8_t *reference, uint32_t width, uint32_t height, uint32_t tile);

#endif
