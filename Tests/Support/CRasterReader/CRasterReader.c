#include "CRasterReader.h"

#include <cups/raster.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct craster_reader {
    int descriptor;
    cups_raster_t *raster;
};

struct craster_reader *craster_reader_open(int descriptor) {
    cups_raster_t *raster = cupsRasterOpen(descriptor, CUPS_RASTER_READ);
    struct craster_reader *reader = raster == NULL ? NULL : malloc(sizeof *reader);
    if (reader == NULL) {
        if (raster != NULL) cupsRasterClose(raster);
        close(descriptor);
        return NULL;
    }
    reader->descriptor = descriptor;
    reader->raster = raster;
    return reader;
}

void craster_reader_close(struct craster_reader *reader) {
    if (reader == NULL) return;
    cupsRasterClose(reader->raster);
    close(reader->descriptor);
    free(reader);
}

int craster_reader_next(struct craster_reader *reader, struct craster_reader_page *page) {
    cups_page_header2_t header;
    if (!cupsRasterReadHeader2(reader->raster, &header)) return 0;
    *page = (struct craster_reader_page){
        .width = header.cupsWidth,
        .height = header.cupsHeight,
        .bits_per_color = header.cupsBitsPerColor,
        .bits_per_pixel = header.cupsBitsPerPixel,
        .bytes_per_line = header.cupsBytesPerLine,
        .color_space = header.cupsColorSpace,
        .color_count = header.cupsNumColors,
        .x_resolution = header.HWResolution[0],
        .y_resolution = header.HWResolution[1],
        .points_across = header.PageSize[0],
        .points_down = header.PageSize[1],
        .is_duplex = header.Duplex,
        .is_tumble = header.Tumble,
        .total_pages = header.cupsInteger[CUPS_RASTER_PWG_TotalPageCount],
        .cross_feed = (int32_t)header.cupsInteger[CUPS_RASTER_PWG_CrossFeedTransform],
        .feed = (int32_t)header.cupsInteger[CUPS_RASTER_PWG_FeedTransform],
        .quality = header.cupsInteger[CUPS_RASTER_PWG_PrintQuality],
        .copies = header.NumCopies,
    };
    memcpy(page->media_class, header.MediaClass, 64);
    memcpy(page->media_type, header.MediaType, 64);
    memcpy(page->page_size_name, header.cupsPageSizeName, 64);
    return 1;
}

size_t craster_reader_line(struct craster_reader *reader, uint8_t *line, size_t size) {
    return cupsRasterReadPixels(reader->raster, line, (unsigned)size);
}

void craster_mirror(const struct craster_reader_page *page, const uint8_t *lines, int across, int along, uint8_t *out) {
    size_t size = page->bits_per_pixel / 8;
    for (uint32_t y = 0; y < page->height; y++) {
        const uint8_t *line = lines + (size_t)(along ? page->height - 1 - y : y) * page->bytes_per_line;
        for (uint32_t x = 0; x < page->width; x++) {
            memcpy(out, line + (across ? page->width - 1 - x : x) * size, size);
            out += size;
        }
    }
}

/// Returns a color of a pixel, 255 for white.
static int value(const struct craster_reader_page *page, const uint8_t *lines, int is_black, uint32_t x, uint32_t y,
                 uint32_t color) {
    const uint8_t *line = lines + (size_t)y * page->bytes_per_line;
    int value = page->bits_per_color == 1 ? (line[x / 8] >> (7 - x % 8) & 1) * 255
                                          : line[(size_t)x * page->color_count + color];
    return is_black ? 255 - value : value;
}

struct craster_difference craster_compare(const struct craster_reader_page *page, const uint8_t *lines, int is_black,
                                          const uint8_t *reference, uint32_t width, uint32_t height, uint32_t tile) {
    double sum = 0, large = 0, count = 0;
    for (uint32_t top = 0; top + tile <= page->height && top + tile <= height; top += tile) {
        for (uint32_t left = 0; left + tile <= page->width && left + tile <= width; left += tile) {
            for (uint32_t color = 0; color < page->color_count; color++) {
                int one = 0, other = 0;
                for (uint32_t y = top; y < top + tile; y++) {
                    for (uint32_t x = left; x < left + tile; x++) {
                        const uint8_t *pixel = reference + ((size_t)y * width + x) * 3;
                        int luma = (299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2] + 500) / 1000;
                        one += value(page, lines, is_black, x, y, color);
                        other += page->color_count == 1 ? luma : pixel[color];
                    }
                }
                int difference = abs(one - other) / (int)(tile * tile);
                sum += difference;
                large += difference > 64;
                count++;
            }
        }
    }
    return (struct craster_difference){.mean = sum / count, .large_share = large / count};
}
