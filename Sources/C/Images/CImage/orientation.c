#include "orientation.h"

#include "CImage.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static uint32_t number(const uint8_t *bytes, int count, int is_big) {
    uint32_t value = 0;
    for (int index = 0; index < count; index++) value |= (uint32_t)bytes[index] << 8 * (is_big ? count - 1 - index : index);
    return value;
}

uint32_t orientation_of_tiff(const uint8_t *bytes, size_t length) {
    if (length < 8) return 1;
    int is_big = bytes[0] == 'M';
    size_t place = number(bytes + 4, 4, is_big);
    if (place > length - 2) return 1;
    uint32_t count = number(bytes + place, 2, is_big);
    for (place += 2; count > 0 && length - place >= 12; count--, place += 12) {
        if (number(bytes + place, 2, is_big) != 0x0112) continue;
        uint32_t value = number(bytes + place + 8, 2, is_big);
        return value >= 1 && value <= 8 ? value : 1;
    }
    return 1;
}

uint32_t orientation_of_exif(const uint8_t *bytes, size_t length) {
    if (length < 14 || memcmp(bytes, "Exif\0", 6) != 0) return 1;
    return orientation_of_tiff(bytes + 6, length - 6);
}

enum {
    CHUNKS = 1 << 16,     ///< the most chunks of a PNG that are looked at
    CHUNK = 1 << 16,      ///< the most bytes of a chunk that are read
    UNPACKED = 1 << 17,   ///< the most bytes of an unpacked text
};

static int digit(uint8_t letter) {
    return letter >= '0' && letter <= '9'   ? letter - '0'
        : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
        : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
                                         : -1;
}

/// Returns the orientation in a text as ImageMagick writes it: a name, a length, and the block in hexadecimal digits.
static uint32_t orientation_of_digits(const uint8_t *text, size_t length) {
    static const char mark[] = "45786966";
    for (size_t start = 0; start + sizeof mark - 1 <= length; start++) {
        if (memcmp(text + start, mark, sizeof mark - 1) != 0) continue;
        uint8_t block[1 << 12];
        size_t count = 0, digits = 0;
        uint8_t value = 0;
        for (size_t place = start; place < length && count < sizeof block; place++) {
            int next = digit(text[place]);
            if (next < 0) continue;
            value = (uint8_t)(value << 4 | next);
            if (++digits % 2 == 0) block[count++] = value;
        }
        return orientation_of_exif(block, count);
    }
    return 1;
}

/// Returns the orientation in a chunk of text, which may be packed: keyword, 0, and in zTXt another 0.
static uint32_t orientation_of_text(const uint8_t *bytes, size_t length, int is_packed) {
    static const char keyword[] = "Raw profile type ";
    const uint8_t *end = memchr(bytes, 0, length);
    if (end == NULL || (size_t)(end - bytes) < sizeof keyword || memcmp(bytes, keyword, sizeof keyword - 1) != 0) return 1;
    const char *name = (const char *)bytes + sizeof keyword - 1;
    if (strcmp(name, "exif") != 0 && strcmp(name, "APP1") != 0) return 1;
    const uint8_t *text = end + 1;
    size_t count = length - (size_t)(text - bytes);
    if (!is_packed) return orientation_of_digits(text, count);
    if (count < 2) return 1;
    uint8_t *unpacked = malloc(UNPACKED);
    if (unpacked == NULL) return 1;
    uLongf size = UNPACKED;
    // A text that is longer is not read: its beginning alone would do, but zlib gives none.
    uint32_t orientation = uncompress(unpacked, &size, text + 1, (uLong)(count - 1)) == Z_OK
        ? orientation_of_digits(unpacked, size) : 1;
    free(unpacked);
    return orientation;
}

uint32_t cimage_png_orientation(int descriptor) {
    off_t place = 8;
    for (int left = CHUNKS; left > 0; left--) {
        uint8_t head[8];
        if (pread(descriptor, head, sizeof head, place) != sizeof head) return 1;
        const uint32_t length = number(head, 4, 1);
        const int is_exif = memcmp(head + 4, "eXIf", 4) == 0;
        const int is_packed = memcmp(head + 4, "zTXt", 4) == 0;
        if (is_exif || is_packed || memcmp(head + 4, "tEXt", 4) == 0) {
            uint8_t *bytes = length <= CHUNK ? malloc(length + 1) : NULL;
            uint32_t orientation = 1;
            if (bytes != NULL && pread(descriptor, bytes, length, place + 8) == (ssize_t)length) {
                bytes[length] = 0;
                orientation = is_exif ? orientation_of_tiff(bytes, length)
                                      : orientation_of_text(bytes, length, is_packed);
            }
            free(bytes);
            if (orientation != 1) return orientation;
        }
        if (memcmp(head + 4, "IEND", 4) == 0 || length > INT32_MAX) return 1;
        place += (off_t)length + 12;
    }
    return 1;
}
