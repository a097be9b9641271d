#define _GNU_SOURCE
#include "parts.h"

#include <CLinux.h>
#include <CPNG.h>
#include <fcntl.h>
#include <limits.h>
#include <qpreview.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/// The largest picture of the shared helper, in pixels.
enum { EDGE_LIMIT = 8192 };

/// What the arguments ask for.
struct order {
    /// The path of the file; that of a URI in memory of this structure.
    const char *input;
    const char *output;
    int size;
    char path[PATH_MAX];
};

static int digit(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    if (character >= 'a' && character <= 'f') return character - 'a' + 10;
    if (character >= 'A' && character <= 'F') return character - 'A' + 10;
    return -1;
}

/// Takes an argument as a path: thumbnailers are called with one, or with a URI of this machine.
static bool take_input(struct order *order, const char *argument) {
    const char *scheme = "file:///";
    order->input = argument;
    if (strncmp(argument, scheme, strlen(scheme)) != 0) {
        // Another URI, or a path that looks like one.
        return *argument && *argument != '-' && !strstr(argument, "://") && strncmp(argument, "file:", 5) != 0;
    }
    size_t length = 0;
    for (const char *rest = argument + strlen(scheme) - 1; *rest; rest++) {
        if (length + 1 == sizeof order->path || *rest == '?' || *rest == '#') return false;
        char byte = *rest;
        if (byte == '%') {
            const int high = digit(rest[1]), low = high < 0 ? -1 : digit(rest[2]);
            if (low < 0 || high + low == 0) return false;
            byte = (char)(high * 16 + low);
            rest += 2;
        }
        order->path[length++] = byte;
    }
    order->path[length] = 0;
    order->input = order->path;
    return true;
}

/// Whether an output is the name of a PNG file, and none in the thumbnail cache: those have more in them than the picture.
static bool is_plain_output(const char *path) {
    const size_t length = strlen(path);
    return length > 4 && strcasecmp(path + length - 4, ".png") == 0 && *path != '-' && strncmp(path, "/dev/", 5) != 0
           && strncmp(path, "/proc/", 6) != 0 && !strstr(path, "/thumbnails/");
}

/// Reads `thumbnail [-s POINTS] INPUT OUTPUT`; false for anything else.
static bool read_order(struct order *order, int count, char *const *arguments) {
    order->size = 256;
    int index = 2;
    if (count < 4 || strcmp(arguments[1], "thumbnail") != 0) return false;
    if (strcmp(arguments[2], "-s") == 0 || strcmp(arguments[2], "--size") == 0) {
        char *end;
        const long size = strtol(arguments[3], &end, 10);
        if (digit(*arguments[3]) < 0 || *end || size < 1 || size > EDGE_LIMIT) return false;
        order->size = (int)size;
        index = 4;
    }
    if (count != index + 2) return false;
    order->output = arguments[index + 1];
    return take_input(order, arguments[index]) && is_plain_output(order->output) && !clinux_is_distant(order->output);
}

/// Opens a regular file that is not the output, too. A pipe is not touched: it can be read only once.
static int open_document(const char *path, const char *output) {
    struct stat status, other;
    // What may not answer is for qpreview-commands, which does not wait for ever.
    if (clinux_is_distant(path)) return -1;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) return -1;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return -1;
    const bool is_file = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    const bool is_output = stat(output, &other) == 0 && other.st_dev == status.st_dev && other.st_ino == status.st_ino;
    if (!is_file || is_output) {
        close(file);
        return -1;
    }
    return file;
}

static bool write_picture(const qpreview_picture *picture, const char *path) {
    uint8_t *bytes = NULL;
    size_t length = 0;
    if (cpng_encode(picture->pixels, (uint32_t)picture->width, (uint32_t)picture->height, (size_t)picture->stride,
                    CPNG_FEWEST, NULL, 0, &bytes, &length)
        != 0) {
        return false;
    }
    const bool done = write_output(path, bytes, length);
    cpng_free(bytes);
    return done;
}

/// Whether the helper that programs share drew and wrote the picture.
static bool draw_by_running_helper(int file, const struct order *order) {
    qpreview_open_options options = QPREVIEW_OPEN_OPTIONS;
    options.never_start = 1;
    qpreview *previews = qpreview_open(&options);
    if (!previews) return false;
    qpreview_picture_options picture_options = QPREVIEW_PICTURE_OPTIONS;
    picture_options.size = order->size;
    qpreview_answer *answer = qpreview_thumbnail(previews, file, order->input, &picture_options);
    const qpreview_picture *picture = answer ? qpreview_answer_picture(answer) : NULL;
    const bool done = picture && qpreview_answer_code(answer) == QPREVIEW_OK && write_picture(picture, order->output);
    qpreview_answer_free(answer);
    qpreview_close(previews);
    return done;
}

/// Whether a program for this document drew the picture, and it is written.
static bool draw_by_own_helper(int file, const struct order *order) {
    struct single_picture drawn;
    if (!draw_alone(file, order->input, order->size, &drawn)) return false;
    const qpreview_picture picture = {
        .pixels = drawn.pixels, .width = drawn.width, .height = drawn.height, .stride = 4 * drawn.width};
    const bool done = write_picture(&picture, order->output);
    end_single(&drawn);
    return done;
}

bool draw_thumbnail(int count, char *const *arguments) {
    struct order order;
    const char *wanted = getenv("QPREVIEW_RESIDENT");
    if (getenv("QPREVIEW_ZYGOTE") || !read_order(&order, count, arguments)) return false;
    const int file = open_document(order.input, order.output);
    if (file < 0) return false;
    const bool asks = !wanted || strcmp(wanted, "no") != 0;
    const bool done = (asks && draw_by_running_helper(file, &order)) || draw_by_own_helper(file, &order);
    close(file);
    return done;
}
