#include "CGhostscript.h"

#include <errno.h>
#include <limits.h>
#include <opened.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The declarations of Ghostscript's iapi.h and gdevdsp.h that this file uses. They belong to the ABI of the
// library, which is opened by its versioned name; the structure carries its own version.
typedef void Instance;
enum { NEED_INPUT = -106, FATAL = -100, QUIT = -101, LIMIT_CHECK = -13 };
enum { UTF8 = 1, INTEGER = 2 };
enum { WRITING = 1, CONTROL = 2 };
// The pixel format: red, green, blue, and an unused byte, 8 bits each, top row first.
#define DISPLAY_FORMAT "-dDisplayFormat=16#884"

/// Version 2 of the structure, which later Ghostscript releases still accept.
struct display {
    int size, major, minor;
    int (*open)(void *, void *);
    int (*preclose)(void *, void *);
    int (*close)(void *, void *);
    int (*presize)(void *, void *, int, int, int, unsigned int);
    int (*resized)(void *, void *, int, int, int, unsigned int, unsigned char *);
    int (*sync)(void *, void *);
    int (*page)(void *, void *, int, int);
    int (*update)(void *, void *, int, int, int, int);
    void *(*allocate)(void *, void *, unsigned long);
    int (*release)(void *, void *, void *);
    int (*separation)(void *, void *, int, const char *, unsigned short, unsigned short, unsigned short,
                      unsigned short);
};

#define FUNCTIONS(F)                                                                              \
    F(int, gsapi_new_instance, (Instance **, void *))                                             \
    F(int, gsapi_set_stdio,                                                                       \
      (Instance *, int (*)(void *, char *, int), int (*)(void *, const char *, int),              \
       int (*)(void *, const char *, int)))                                                       \
    F(int, gsapi_set_display_callback, (Instance *, struct display *))                            \
    F(int, gsapi_set_arg_encoding, (Instance *, int))                                             \
    F(int, gsapi_init_with_args, (Instance *, int, char **))                                      \
    F(int, gsapi_run_string, (Instance *, const char *, int, int *))                              \
    F(int, gsapi_run_string_begin, (Instance *, int, int *))                                      \
    F(int, gsapi_run_string_continue, (Instance *, const char *, unsigned int, int, int *))       \
    F(int, gsapi_run_string_end, (Instance *, int, int *))                                        \
    F(int, gsapi_get_param, (Instance *, const char *, void *, int))                              \
    F(int, gsapi_exit, (Instance *))                                                              \
    F(void, gsapi_purge_control_paths, (Instance *, int))

FUNCTIONS(OPENED_DECLARE_AS)

static Instance *instance;

/// The page buffer that Ghostscript draws into.
static struct {
    unsigned char *pixels;
    size_t width, height, row;
} canvas;

/// The request and its result; NULL while no program runs.
static const struct cghostscript_wish *wish;
static struct cghostscript_page *result;

static size_t least(size_t one, size_t other) { return one < other ? one : other; }

/// Computes the mean of the part of a square that lies on the canvas.
static void average(size_t left, size_t top, size_t side, uint8_t pixel[4]) {
    const size_t right = least(left + side, canvas.width), bottom = least(top + side, canvas.height);
    const uint64_t count = (right - left) * (bottom - top);
    uint64_t sums[3] = {count / 2, count / 2, count / 2};
    for (size_t row = top; row < bottom; row++) {
        const unsigned char *line = canvas.pixels + row * canvas.row;
        for (size_t column = left; column < right; column++) {
            for (size_t channel = 0; channel < 3; channel++) sums[channel] += line[column * 4 + channel];
        }
    }
    for (size_t channel = 0; channel < 3; channel++) pixel[channel] = (uint8_t)(sums[channel] / count);
    pixel[3] = 255;
}

/// Copies the page from the canvas, downscaled to the requested size.
static void take_page(void) {
    const size_t edge = wish->edge;
    if (canvas.pixels == NULL || canvas.width == 0 || canvas.height == 0 || edge == 0) return;
    const size_t longest = canvas.width > canvas.height ? canvas.width : canvas.height;
    // An excess pixel is a rounding error and is cut off.
    const size_t side = (longest + edge - 2) / edge > 0 ? (longest + edge - 2) / edge : 1;
    const size_t width = least((canvas.width + side - 1) / side, edge);
    const size_t height = least((canvas.height + side - 1) / side, edge);
    uint8_t *pixels = malloc(width * height * 4);
    if (pixels == NULL) {
        result->is_out_of_memory = 1;
        return;
    }
    for (size_t row = 0; row < height; row++) {
        for (size_t column = 0; column < width; column++) {
            average(column * side, row * side, side, pixels + (row * width + column) * 4);
        }
    }
    result->pixels = pixels;
    result->width = (uint32_t)width;
    result->height = (uint32_t)height;
}

static int ignore(void *handle, void *device) {
    (void)handle, (void)device;
    return 0;
}

static int presize(void *handle, void *device, int width, int height, int row, unsigned int format) {
    (void)handle, (void)device, (void)row, (void)format;
    const uint64_t limit = wish != NULL ? wish->pixel_limit : 1 << 20;
    if (width > 0 && height > 0 && (uint64_t)width * (uint64_t)height <= limit) return 0;
    if (result != NULL) result->is_too_large = 1;
    return LIMIT_CHECK;
}

static int resized(void *handle, void *device, int width, int height, int row, unsigned int format,
                   unsigned char *pixels) {
    (void)handle, (void)device, (void)format;
    canvas.pixels = pixels;
    canvas.width = (size_t)width;
    canvas.height = (size_t)height;
    canvas.row = (size_t)row;
    return 0;
}

static int page_shown(void *handle, void *device, int copies, int flush) {
    (void)handle, (void)device, (void)copies, (void)flush;
    if (result == NULL) return 0;
    // Stop a program that continues after the requested page.
    if (result->pixels != NULL) return QUIT;
    result->pages++;
    if (result->pages < wish->page) return 0;
    take_page();
    return QUIT;
}

static void *allocate(void *handle, void *device, unsigned long size) {
    (void)handle, (void)device;
    void *memory = malloc(size);
    if (memory == NULL && result != NULL) result->is_out_of_memory = 1;
    return memory;
}

static int release(void *handle, void *device, void *memory) {
    (void)handle, (void)device;
    if (memory == canvas.pixels) canvas.pixels = NULL;
    free(memory);
    return 0;
}

static struct display display = {
    .size = sizeof(struct display), .major = 2, .minor = 0,
    .open = ignore, .preclose = ignore, .close = ignore,
    .presize = presize, .resized = resized, .sync = ignore, .page = page_shown,
    .allocate = allocate, .release = release,
};

static int no_input(void *handle, char *bytes, int count) {
    (void)handle, (void)bytes, (void)count;
    return 0;
}

/// Ignores the output of programs except for the name of their error: "error: undefined in ...".
static int said(void *handle, const char *bytes, int count) {
    (void)handle;
    static const char mark[] = "Unrecoverable error: ";
    static size_t matched;
    static size_t length;
    if (result == NULL) return count;
    for (int index = 0; index < count; index++) {
        const char byte = bytes[index];
        if (matched < sizeof mark - 1) {
            matched = byte == mark[matched] ? matched + 1 : byte == mark[0];
            length = 0;
        } else if (((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')) &&
                   length + 1 < sizeof result->error) {
            // Keep the last of several errors, since the program may have caught earlier ones.
            if (length == 0) memset(result->error, 0, sizeof result->error);
            result->error[length++] = byte;
        } else {
            matched = 0;
        }
    }
    return count;
}

int cghostscript_start(const char *warmth) {
    OPENED_LIBRARY("libgs.so.10", RTLD_LAZY, FUNCTIONS, OPENED_LOOK_UP_AS)
    // Ignore the user's settings and any folder of scratch files that could be read.
    static const char *const variables[] = {"GS_LIB", "GS_OPTIONS", "GS_DEVICE", "GS_FONTPATH", "DISPLAY", "TEMP"};
    for (size_t index = 0; index < sizeof variables / sizeof *variables; index++) unsetenv(variables[index]);
    setenv("TMPDIR", "/nonexistent", 1);
    // Equal documents give equal pages.
    setenv("SOURCE_DATE_EPOCH", "0", 1);
    if (gsapi_new_instance_(&instance, NULL) != 0) return -1;
    gsapi_set_stdio_(instance, no_input, said, said);
    if (gsapi_set_display_callback_(instance, &display) != 0 || gsapi_set_arg_encoding_(instance, UTF8) != 0) return -1;
    // Use Ghostscript's own font list: a fontconfig query takes longer than most documents.
    static char *arguments[] = {
        "gs", "-dSAFER", "-dNOPAUSE", "-dBATCH", "-dQUIET", "-dNOPLATFONTS", "-dNumRenderingThreads=0",
        "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-dDOINTERPOLATE", "-dMaxBitmap=2147483647",
        "-sDEVICE=display", "-sDisplayHandle=0", DISPLAY_FORMAT,
    };
    if (gsapi_init_with_args_(instance, sizeof arguments / sizeof *arguments, arguments) != 0) return -1;
    // SAFER alone still lets programs write scratch files.
    gsapi_purge_control_paths_(instance, WRITING);
    gsapi_purge_control_paths_(instance, CONTROL);
    int code = 0;
    return gsapi_run_string_(instance, warmth, 0, &code) == 0 ? 0 : -1;
}

/// Runs a range of a file, in pieces of the largest size that Ghostscript accepts.
static int run(int descriptor, uint64_t offset, uint64_t count) {
    static char piece[64000];
    int code = 0;
    int outcome = gsapi_run_string_begin_(instance, 0, &code);
    if (outcome < 0) return outcome;
    while (count > 0) {
        const size_t wanted = count < sizeof piece ? (size_t)count : sizeof piece;
        const ssize_t length = pread(descriptor, piece, wanted, (off_t)offset);
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) break;
        outcome = gsapi_run_string_continue_(instance, piece, (unsigned int)length, 0, &code);
        if (outcome != NEED_INPUT) return outcome;
        offset += (uint64_t)length;
        count -= (uint64_t)length;
    }
    return gsapi_run_string_end_(instance, 0, &code);
}

void cghostscript_draw(int descriptor, uint64_t offset, uint64_t count, const struct cghostscript_wish *wanted,
                       struct cghostscript_page *page) {
    memset(page, 0, sizeof *page);
    wish = wanted;
    result = page;
    int code = 0;
    if (gsapi_run_string_(instance, wanted->setup, 0, &code) == 0) {
        const int outcome = run(descriptor, offset, count);
        const int is_whole = outcome >= 0 || outcome == QUIT;
        if (page->pixels == NULL && is_whole && wanted->shows_unfinished && page->pages == 0) {
            take_page();
            page->is_unfinished = 1;
        }
        if (is_whole) page->error[0] = 0;
        if (strcmp(page->error, "VMerror") == 0) page->is_out_of_memory = 1;
    }
    result = NULL;
}

int cghostscript_write(int descriptor, uint64_t offset, uint64_t count, const char *setup, int output,
                       struct cghostscript_page *page) {
    // A program that selects the device of pictures again draws nothing on it.
    static const struct cghostscript_wish nothing = {.page = UINT_MAX};
    memset(page, 0, sizeof *page);
    wish = &nothing;
    result = page;
    // Ghostscript writes to no other file that is open already.
    close(STDOUT_FILENO);
    int is_whole = 0, code = 0;
    if (dup(output) == STDOUT_FILENO && gsapi_run_string_(instance, setup, 0, &code) == 0) {
        const int outcome = run(descriptor, offset, count);
        is_whole = outcome >= 0 || outcome == QUIT;
        if (is_whole) page->error[0] = 0;
        int shown = 0;
        if (gsapi_get_param_(instance, "PageCount", &shown, INTEGER) >= 0 && shown > 0) page->pages = (uint32_t)shown;
    }
    // The fonts, the list of pages, and the page of a program that shows none are written when the device is closed.
    if (gsapi_exit_(instance) < 0 || fflush(stdout) != 0 || ferror(stdout)) is_whole = 0;
    if (strcmp(page->error, "VMerror") == 0) page->is_out_of_memory = 1;
    result = NULL;
    return is_whole;
}

void cghostscript_free(struct cghostscript_page *page) {
    free(page->pixels);
    page->pixels = NULL;
}
