#include "CRaster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The most lines and pixels that one count can stand for.
#define LINES 256
#define PIXELS 128
/// How many pixels of a long run are compared at once.
#define BLOCK 32
/// The part of a word that is a color.
#define COLOR 0x00FFFFFFu

struct craster_page {
    enum craster_type type;
    uint32_t width;
    int is_mirrored;
    /// The number of the next row, for the dither.
    uint32_t row;
    /// How often the line that was kept back occurs; 0 at the start.
    uint32_t count;
    /// Whether the line that was kept back is the same for each row of the dither.
    int is_plain;
    size_t line_size, encoded_size;
    uint32_t *source;   ///< the row that the line was made from
    uint32_t *mirrored; ///< a row from right to left
    uint8_t *gray;      ///< a row for the dither
    uint8_t *line, *next; ///< of bytes or bits: the line that was kept back, and another one
    uint8_t *encoded, *spare;
    /// Adobe RGB: linear light of each sRGB value, and the values of linear light.
    uint16_t *linear;
    uint8_t *adobe;
};

/// The thresholds of the dither: 64 levels, in dots that grow from centers on a diagonal grid. Laser printers print
/// such dots more evenly than single pixels.
static const uint8_t thresholds[8][8] = {
    {146, 162, 154, 130, 106, 90, 98, 122},
    {218, 226, 234, 178, 34, 26, 18, 74},
    {210, 250, 242, 170, 42, 2, 10, 82},
    {186, 202, 194, 138, 66, 50, 58, 114},
    {110, 94, 102, 126, 150, 166, 158, 134},
    {38, 30, 22, 78, 222, 230, 238, 182},
    {46, 6, 14, 86, 214, 254, 246, 174},
    {70, 54, 62, 118, 190, 206, 198, 142},
};

static int is_bits(enum craster_type type) { return type == CRASTER_BLACK_BIT || type == CRASTER_GRAY_BIT; }

static int is_color(enum craster_type type) { return type == CRASTER_RGB || type == CRASTER_ADOBE_RGB; }

size_t craster_line_size(enum craster_type type, uint32_t width) {
    if (is_bits(type)) return ((size_t)width + 7) / 8;
    return is_color(type) ? (size_t)width * 3 : width;
}

/// The most bytes of an encoded line: a count of lines, and a count before each 128 pixels.
static size_t most(size_t line_size) { return 1 + line_size + line_size / PIXELS + 2; }

/// Fills the tables for Adobe RGB; returns 0 when out of memory.
static int prepare_adobe(struct craster_page *page) {
    page->linear = malloc(256 * sizeof *page->linear);
    page->adobe = malloc(65536);
    if (page->linear == NULL || page->adobe == NULL) return 0;
    for (int value = 0; value < 256; value++) {
        double share = value / 255.0;
        double light = share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
        page->linear[value] = (uint16_t)(light * 65535 + 0.5);
    }
    for (int light = 0; light < 65536; light++) {
        page->adobe[light] = (uint8_t)(pow(light / 65535.0, 256.0 / 563) * 255 + 0.5);
    }
    return 1;
}

struct craster_page *craster_open(enum craster_type type, uint32_t width, int is_mirrored) {
    struct craster_page *page = calloc(1, sizeof *page);
    if (page == NULL) return NULL;
    page->type = type;
    page->width = width;
    page->is_mirrored = is_mirrored;
    page->line_size = craster_line_size(type, width);
    page->source = malloc((size_t)width * 4);
    page->mirrored = malloc((size_t)width * 4);
    page->gray = malloc((size_t)width + 8);
    page->line = malloc(page->line_size);
    page->next = malloc(page->line_size);
    page->encoded = malloc(most(page->line_size));
    page->spare = malloc(most(page->line_size));
    if (page->source == NULL || page->mirrored == NULL || page->gray == NULL || page->line == NULL ||
        page->next == NULL || page->encoded == NULL || page->spare == NULL || (type == CRASTER_ADOBE_RGB && !prepare_adobe(page))) {
        craster_close(page);
        return NULL;
    }
    return page;
}

void craster_close(struct craster_page *page) {
    if (page == NULL) return;
    free(page->source);
    free(page->mirrored);
    free(page->gray);
    free(page->line);
    free(page->next);
    free(page->encoded);
    free(page->spare);
    free(page->linear);
    free(page->adobe);
    free(page);
}

size_t craster_room(const struct craster_page *page, uint32_t rows) {
    // One line more: the one that was kept back.
    return ((size_t)rows + 1) * most(page->line_size);
}

/// Writes the luma of each pixel, with the weights that previews on a monochrome printer have, too.
static void write_luma(const uint32_t *row, uint32_t width, uint8_t flip, uint8_t *out) {
    for (uint32_t index = 0; index < width; index++) {
        uint32_t word = row[index];
        uint32_t luma = (word >> 16 & 0xFF) * 77 + (word >> 8 & 0xFF) * 150 + (word & 0xFF) * 29 + 128;
        out[index] = (uint8_t)(luma >> 8) ^ flip;
    }
}

/// Writes the colors of a pixel, in Adobe RGB where the page has it, whose green and blue primaries differ.
static uint8_t *write_color(const struct craster_page *page, uint32_t word, uint8_t *out) {
    uint32_t red = word >> 16 & 0xFF, green = word >> 8 & 0xFF, blue = word & 0xFF;
    if (page->type == CRASTER_ADOBE_RGB) {
        uint32_t r = page->linear[red], g = page->linear[green], b = page->linear[blue];
        red = page->adobe[(r * 46867u + g * 18669u + 32768) >> 16];
        green = page->adobe[g];
        blue = page->adobe[(g * 2698u + b * 62838u + 32768) >> 16];
    }
    out[0] = (uint8_t)red;
    out[1] = (uint8_t)green;
    out[2] = (uint8_t)blue;
    return out + 3;
}

/// Dithers a row of luma; returns whether it has only black and white pixels.
static int write_bits(const struct craster_page *page, uint8_t flip, uint8_t *out) {
    const uint8_t *limits = thresholds[page->row % 8];
    int is_plain = 1;
    for (size_t index = 0; index < page->line_size; index++) {
        const uint8_t *pixels = page->gray + index * 8;
        uint64_t eight;
        memcpy(&eight, pixels, 8);
        uint8_t byte = 0;
        if (eight == 0) {
            byte = 0xFF;
        } else if (eight != UINT64_MAX) {
            for (int bit = 0; bit < 8; bit++) {
                byte = (uint8_t)(byte << 1 | (pixels[bit] < limits[bit]));
                is_plain &= pixels[bit] == 0 || pixels[bit] == 0xFF;
            }
        }
        out[index] = byte ^ flip;
    }
    // The bits beyond the edge are 0, whatever they would mean.
    if (page->width % 8 != 0) out[page->line_size - 1] &= (uint8_t)(0xFF << (8 - page->width % 8));
    return is_plain;
}

/// Converts a row to a line of bytes or bits; returns whether the line is the same for each row of the dither.
static int convert(struct craster_page *page, const uint32_t *row, uint8_t *out) {
    if (!is_bits(page->type)) {
        write_luma(row, page->width, page->type == CRASTER_BLACK ? 0xFF : 0, out);
        return 1;
    }
    write_luma(row, page->width, 0, page->gray);
    memset(page->gray + page->width, 0xFF, 8);
    return write_bits(page, page->type == CRASTER_GRAY_BIT ? 0xFF : 0, out);
}

/// Returns how many of `count` bytes equal the one that is `distance` bytes further on.
static size_t same(const uint8_t *bytes, size_t distance, size_t count) {
    size_t index = 0;
    while (index + 8 <= count) {
        uint64_t one, other;
        memcpy(&one, bytes + index, 8);
        memcpy(&other, bytes + index + distance, 8);
        if (one != other) break;
        index += 8;
    }
    while (index < count && bytes[index] == bytes[index + distance]) index++;
    return index;
}

/// Compresses a line of `count` pixels of one byte each.
static uint8_t *pack_bytes(const uint8_t *line, size_t count, uint8_t *out) {
    size_t index = 0;
    while (index < count) {
        size_t run = 1 + same(line + index, 1, count - index - 1);
        if (run > 1) {
            index += run;
            for (uint8_t value = line[index - 1]; run > 0;) {
                size_t part = run < PIXELS ? run : PIXELS;
                *out++ = (uint8_t)(part - 1);
                *out++ = value;
                run -= part;
            }
            continue;
        }
        // Up to the next three that are equal: a run of two would save nothing.
        size_t end = index + 1;
        while (end < count && end - index < PIXELS &&
               !(end + 2 < count && line[end] == line[end + 1] && line[end] == line[end + 2])) {
            end++;
        }
        size_t part = end - index;
        // A single pixel is a run of one.
        *out++ = (uint8_t)(part == 1 ? 0 : 257 - part);
        memcpy(out, line + index, part);
        out += part;
        index = end;
    }
    return out;
}

/// Whether two pixels have the same color, as drawn.
static int is_color_of(uint32_t one, uint32_t other) { return ((one ^ other) & COLOR) == 0; }

/// Returns how many of `count` pixels have the color of the first one.
static size_t run_of(const uint32_t *row, size_t count) {
    size_t run = 1;
    while (run < count && run < BLOCK && is_color_of(row[run], row[0])) run++;
    // Most of a page is white: the C library compares many pixels at once.
    if (run == BLOCK) {
        while (run + BLOCK <= count && memcmp(row + run - 1, row + run, BLOCK * sizeof *row) == 0) run += BLOCK;
    }
    while (run < count && is_color_of(row[run], row[0])) run++;
    return run;
}

/// Converts a row of colors, and compresses it.
static uint8_t *pack_colors(const struct craster_page *page, const uint32_t *row, uint8_t *out) {
    size_t index = 0, count = page->width;
    while (index < count) {
        size_t run = run_of(row + index, count - index);
        if (run > 1) {
            uint8_t color[3];
            write_color(page, row[index], color);
            index += run;
            while (run > 0) {
                size_t part = run < PIXELS ? run : PIXELS;
                *out++ = (uint8_t)(part - 1);
                memcpy(out, color, 3);
                out += 3;
                run -= part;
            }
            continue;
        }
        size_t end = index + 1;
        while (end < count && end - index < PIXELS && !(end + 1 < count && is_color_of(row[end], row[end + 1]))) {
            end++;
        }
        size_t part = end - index;
        *out++ = (uint8_t)(part == 1 ? 0 : 257 - part);
        while (index < end) out = write_color(page, row[index++], out);
    }
    return out;
}

size_t craster_finish(struct craster_page *page, uint8_t *out) {
    if (page->count == 0) return 0;
    *out = (uint8_t)(page->count - 1);
    memcpy(out + 1, page->encoded, page->encoded_size);
    page->count = 0;
    return 1 + page->encoded_size;
}

/// Takes the next line: the same one again, or the one of `size` bytes in `spare`. Returns the number of bytes that were written.
static size_t take(struct craster_page *page, int is_same, size_t size, uint8_t *out) {
    if (is_same && page->count < LINES) {
        page->count++;
        return 0;
    }
    size_t written = craster_finish(page, out);
    if (!is_same) {
        uint8_t *free_bytes = page->encoded;
        page->encoded = page->spare;
        page->spare = free_bytes;
        page->encoded_size = size;
    }
    page->count = 1;
    return written;
}

/// Encodes a row of colors. Returns the number of bytes that were written.
static size_t encode_colors(struct craster_page *page, const uint32_t *words, uint8_t *out) {
    page->is_plain = 1;
    size_t size = (size_t)(pack_colors(page, words, page->spare) - page->spare);
    int is_same = page->count > 0 && size == page->encoded_size && memcmp(page->encoded, page->spare, size) == 0;
    return take(page, is_same, size, out);
}

/// Encodes a row of bytes or bits. Returns the number of bytes that were written.
static size_t encode_bytes(struct craster_page *page, const uint32_t *words, uint8_t *out) {
    page->is_plain = convert(page, words, page->next);
    if (page->count > 0 && memcmp(page->line, page->next, page->line_size) == 0) return take(page, 1, 0, out);
    uint8_t *free_line = page->line;
    page->line = page->next;
    page->next = free_line;
    uint8_t *end = pack_bytes(page->line, page->line_size, page->spare);
    return take(page, 0, (size_t)(end - page->spare), out);
}

size_t craster_encode(struct craster_page *page, const uint8_t *first, ptrdiff_t stride, uint32_t rows, uint8_t *out) {
    uint8_t *start = out;
    size_t row_size = (size_t)page->width * 4;
    const uint8_t *last = (const uint8_t *)page->source;
    for (uint32_t index = 0; index < rows; index++, page->row++) {
        const uint8_t *row = first + (ptrdiff_t)index * stride;
        // Most rows of most pages equal the one before: nothing is converted twice.
        if (page->count > 0 && page->is_plain && memcmp(row, last, row_size) == 0) {
            out += take(page, 1, 0, out);
            last = row;
            continue;
        }
        last = row;
        const uint32_t *words = (const uint32_t *)(const void *)row;
        if (page->is_mirrored) {
            for (uint32_t column = 0; column < page->width; column++) {
                page->mirrored[column] = words[page->width - 1 - column];
            }
            words = page->mirrored;
        }
        out += is_color(page->type) ? encode_colors(page, words, out) : encode_bytes(page, words, out);
    }
    // The band may be drawn over before the next rows come.
    if (rows > 0 && last != (const uint8_t *)page->source) memcpy(page->source, last, row_size);
    return (size_t)(out - start);
}

int craster_is_gray(const uint8_t *first, ptrdiff_t stride, uint32_t width, uint32_t rows) {
    uint32_t differences = 0;
    for (uint32_t index = 0; index < rows; index++) {
        const uint32_t *words = (const uint32_t *)(const void *)(first + (ptrdiff_t)index * stride);
        for (uint32_t column = 0; column < width; column++) {
            differences |= (words[column] ^ (words[column] >> 8)) & 0xFFFF;
        }
        if (differences != 0) return 0;
    }
    return 1;
}
