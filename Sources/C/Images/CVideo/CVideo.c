#include "CVideo.h"

#include "later.h"

#include <opened.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// Declarations of libffmpegthumbnailer 2.2 (videothumbnailerc.h), and those of FFmpeg 5 that pass it a document
// without a name (libavformat/avformat.h and avio.h). Both belong to the ABI of libraries that are opened by
// their versioned names.
struct thumbnailer {
    int size;
    int seek_percentage;
    char *seek_time;
    int overlay_film_strip;
    int workaround_bugs;
    int quality;
    int type;
    struct format_context *format_context;
    int maintain_aspect_ratio;
    int prefer_embedded_metadata;
    void *data;
};
struct image_data {
    uint8_t *bytes;
    int size;
    int width;
    int height;
    int source;
    void *data;
};
struct format_context {
    const void *class, *input_format, *output_format, *private_data;
    void *io;
};
enum { TYPE_RGB = 2, LOG_QUIET = -8, LOG_ERROR = 1 };
enum { SEEK_ASKS_SIZE = 0x10000, SEEK_BY_FORCE = 0x20000 };
enum { ERROR_END = -('E' | 'O' << 8 | 'F' << 16 | ' ' << 24) };
typedef int read_function(void *, uint8_t *, int);
typedef int64_t seek_function(void *, int64_t, int);
typedef void log_function(int, const char *);

#define THUMBNAILER_FUNCTIONS(F)                                                                  \
    F(struct thumbnailer *, video_thumbnailer_create, (void))                                     \
    F(void, video_thumbnailer_destroy, (struct thumbnailer *))                                    \
    F(struct image_data *, video_thumbnailer_create_image_data, (void))                           \
    F(void, video_thumbnailer_destroy_image_data, (struct image_data *))                          \
    F(void, video_thumbnailer_set_log_callback, (struct thumbnailer *, log_function *))           \
    F(int, video_thumbnailer_generate_thumbnail_to_buffer,                                        \
      (struct thumbnailer *, const char *, struct image_data *))
#define FORMAT_FUNCTIONS(F)                                                                       \
    F(struct format_context *, avformat_alloc_context, (void))                                    \
    F(int, avformat_open_input, (struct format_context **, const char *, const void *, void **))  \
    F(void, avformat_close_input, (struct format_context **))                                     \
    F(void *, avio_alloc_context,                                                                 \
      (uint8_t *, int, int, void *, read_function *, void *, seek_function *))                    \
    F(void, avio_context_free, (void **))                                                         \
    F(void *, av_malloc, (size_t))                                                                \
    F(int, av_dict_set, (void **, const char *, const char *, int))                               \
    F(void, av_dict_free, (void **))                                                              \
    F(void, av_log_set_level, (int))

THUMBNAILER_FUNCTIONS(OPENED_DECLARE_AS)
FORMAT_FUNCTIONS(OPENED_DECLARE_AS)

int cvideo_start(void) {
    // Where OpenBLAS is installed as the system's BLAS, which FFmpeg loads, it starts threads when it is loaded. A
    // process with more than one thread must not fork.
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    OPENED_LIBRARY("libffmpegthumbnailer.so.4", RTLD_LAZY, THUMBNAILER_FUNCTIONS, OPENED_LOOK_UP_AS)
    // The libavformat that libffmpegthumbnailer has loaded; another version would be a different library.
    OPENED_LIBRARY("libavformat.so.59", RTLD_LAZY | RTLD_NOLOAD, FORMAT_FUNCTIONS, OPENED_LOOK_UP_AS)
    av_log_set_level_(LOG_QUIET);
    later_start();
    return 0;
}

/// The document, read through its descriptor: the sandbox blocks opening files, and FFmpeg would treat a name
/// as a URL.
struct input {
    int descriptor;
    int64_t size;
    int64_t place;
};

static int read_input(void *opaque, uint8_t *bytes, int count) {
    struct input *input = opaque;
    ssize_t got = pread(input->descriptor, bytes, (size_t)count, input->place);
    if (got <= 0) return ERROR_END;
    input->place += got;
    return (int)got;
}

static int64_t seek_input(void *opaque, int64_t offset, int from) {
    struct input *input = opaque;
    from &= ~SEEK_BY_FORCE;
    if (from == SEEK_ASKS_SIZE) return input->size;
    int64_t base = from == SEEK_CUR ? input->place : from == SEEK_END ? input->size : 0;
    if (__builtin_add_overflow(base, offset, &base) || base < 0) return -1;
    return input->place = base;
}

static enum cvideo_result last_result;

/// The jump target for leaving the library when it cannot seek.
static jmp_buf left;

/// Handles the library's log messages, its only report of why it failed.
///
/// When it cannot seek, as in a truncated video, it logs that and starts over with the open document that it
/// was given, which crashes FFmpeg because the stream state is gone. So this function jumps out of the library.
/// That leaks its objects, which does not matter in a child that exits after one document.
static void notice(int level, const char *words) {
    if (level == LOG_ERROR && strstr(words, "will use first frame") != NULL) longjmp(left, 1);
    static const char *const of_whole_videos[] = {"find video stream", "Codec not found", "not finished"};
    for (int index = 0; level == LOG_ERROR && index < 3; index++) {
        if (strstr(words, of_whole_videos[index]) != NULL) last_result = CVIDEO_NO_FRAME;
    }
}

/// Opens the document; returns NULL if no demuxer recognizes it.
static struct format_context *open_document(struct input *input) {
    enum { BUFFER = 1 << 16 };
    struct format_context *context = avformat_alloc_context_();
    uint8_t *buffer = context != NULL ? av_malloc_(BUFFER) : NULL;
    if (buffer == NULL) return NULL;
    context->io = avio_alloc_context_(buffer, BUFFER, 0, input, read_input, NULL, seek_input);
    if (context->io == NULL) return NULL;
    // A document may refer to others; do not try to open them, since the sandbox blocks that.
    void *options = NULL;
    av_dict_set_(&options, "protocol_whitelist", "none", 0);
    int failure = avformat_open_input_(&context, "", NULL, &options);
    av_dict_free_(&options);
    return failure == 0 ? context : NULL;
}

static int decode(int descriptor, const char *name, struct cvideo_frame *frame) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return -1;
    struct input input = {.descriptor = descriptor, .size = status.st_size};
    struct format_context *context = open_document(&input);
    if (context == NULL) return -1;
    void *io = context->io;
    struct thumbnailer *thumbnailer = video_thumbnailer_create_();
    struct image_data *data = video_thumbnailer_create_image_data_();
    volatile int failure = -1;
    if (setjmp(left) != 0) return -1;
    if (thumbnailer != NULL && data != NULL) {
        // Decode at display size; this project downscales the frame like any picture.
        thumbnailer->size = 0;
        thumbnailer->type = TYPE_RGB;
        thumbnailer->format_context = context;
        video_thumbnailer_set_log_callback_(thumbnailer, notice);
        failure = video_thumbnailer_generate_thumbnail_to_buffer_(thumbnailer, name, data);
    }
    if (thumbnailer != NULL) video_thumbnailer_destroy_(thumbnailer);
    avformat_close_input_(&context);
    avio_context_free_(&io);
    if (failure == 0 && data->width > 0 && data->height > 0 &&
        (int64_t)data->width * data->height * 3 <= data->size) {
        *frame = (struct cvideo_frame){
            .width = (uint32_t)data->width,
            .height = (uint32_t)data->height,
            .pixels = data->bytes,
            .owner = data,
        };
        return 0;
    }
    if (data != NULL) video_thumbnailer_destroy_image_data_(data);
    return -1;
}

/// Decodes with FFmpeg itself, and takes the first frame that shows more than `range`; replaces `frame` by it. Returns 0,
/// or -1 where there is none.
static int take_better(int descriptor, int range, struct cvideo_frame *frame) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return -1;
    struct input input = {.descriptor = descriptor, .size = status.st_size};
    struct format_context *context = open_document(&input);
    if (context == NULL) return -1;
    void *io = context->io;
    struct cvideo_frame later = {0};
    later.pixels = later_frame(context, range, &later.width, &later.height);
    avformat_close_input_(&context);
    avio_context_free_(&io);
    if (later.pixels == NULL) return -1;
    cvideo_free(frame);
    *frame = later;
    return 0;
}

/// Replaces a frame of a single color, as in a fade-in, with a later frame that shows more.
static void take_later(int descriptor, struct cvideo_frame *frame) {
    // The range of values that a codec may produce for a single color.
    enum { NOTHING = 16 };
    if (later_range(frame->pixels, (uint64_t)frame->width * frame->height) > NOTHING) return;
    take_better(descriptor, NOTHING, frame);
}

enum cvideo_result cvideo_read(int descriptor, struct cvideo_frame *frame) {
    last_result = CVIDEO_UNREADABLE;
    // Names that select the library's behavior: it does not query the date of a URL, and it does not seek
    // in "-" but uses the first frame.
    if (decode(descriptor, "http://document", frame) != 0 && decode(descriptor, "-", frame) != 0) {
        // libffmpegthumbnailer does not ask a decoder for the frames that it still has when the file ends, which are all
        // frames of a video of one or two.
        *frame = (struct cvideo_frame){0};
        return take_better(descriptor, -1, frame) == 0 ? CVIDEO_DONE : last_result;
    }
    take_later(descriptor, frame);
    return CVIDEO_DONE;
}

void cvideo_free(struct cvideo_frame *frame) {
    if (frame->owner != NULL) video_thumbnailer_destroy_image_data_(frame->owner);
    else free(frame->pixels);
    *frame = (struct cvideo_frame){0};
}
