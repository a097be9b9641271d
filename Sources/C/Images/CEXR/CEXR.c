#include "CEXR.h"

#include <opened.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openexr.h>

#define FUNCTIONS(F)                                                                              \
    F(exr_start_read)                                                                             \
    F(exr_finish)                                                                                 \
    F(exr_get_storage)                                                                            \
    F(exr_get_data_window)                                                                        \
    F(exr_get_channels)                                                                           \
    F(exr_get_scanlines_per_chunk)                                                                \
    F(exr_get_tile_descriptor)                                                                    \
    F(exr_read_scanline_chunk_info)                                                               \
    F(exr_read_tile_chunk_info)                                                                   \
    F(exr_decoding_initialize)                                                                    \
    F(exr_decoding_update)                                                                        \
    F(exr_decoding_choose_default_routines)                                                       \
    F(exr_decoding_run)                                                                           \
    F(exr_decoding_destroy)

FUNCTIONS(OPENED_DECLARE)

static int is_there;

static int open_library(void) {
    OPENED_LIBRARY("libOpenEXRCore-3_1.so.30", RTLD_LAZY, FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

int cexr_start(void) {
    is_there = open_library() == 0;
    return is_there ? 0 : -1;
}

int cexr_is_there(void) { return is_there; }

enum { EDGE_LIMIT = 1 << 20, PIXEL_LIMIT = 1 << 26, NAMES = 4 };

/// The document, which the library reads through its descriptor.
static int64_t read_at(exr_const_context_t context, void *user, void *buffer, uint64_t size, uint64_t offset,
                       exr_stream_error_func_ptr_t report) {
    (void)context, (void)report;
    const int descriptor = *(const int *)user;
    uint64_t filled = 0;
    while (filled < size) {
        const ssize_t count = pread(descriptor, (char *)buffer + filled, (size_t)(size - filled), (off_t)(offset + filled));
        if (count <= 0) break;
        filled += (uint64_t)count;
    }
    return (int64_t)filled;
}

static int64_t size_of(exr_const_context_t context, void *user) {
    (void)context;
    struct stat status;
    return fstat(*(const int *)user, &status) == 0 ? status.st_size : -1;
}

static void say_nothing(exr_const_context_t context, exr_result_t code, const char *words) {
    (void)context, (void)code, (void)words;
}

/// An image while it is read.
struct work {
    exr_context_t context;
    exr_attr_box2i_t window;
    struct cexr_image *image;
    const char *names[NAMES]; ///< the channels that are wanted, in order
};

static int has(const exr_attr_chlist_t *list, const char *name) {
    for (int index = 0; index < list->num_channels; index++) {
        const exr_attr_chlist_entry_t *entry = &list->entries[index];
        if (strcmp(entry->name.str, name) == 0) return 1;
    }
    return 0;
}

/// Chooses the channels: colors, or luminance, or the only channel. Returns 0, or -1 if the picture has neither.
static int choose_channels(struct work *work, const exr_attr_chlist_t *list) {
    uint32_t count = 0;
    // Luminance with colors of fewer pixels: the library reads such channels only where all of them have room.
    for (int index = 0; index < list->num_channels; index++) {
        if (list->entries[index].x_sampling != 1 || list->entries[index].y_sampling != 1) return -1;
    }
    if (has(list, "R") && has(list, "G") && has(list, "B")) {
        work->names[count++] = "R";
        work->names[count++] = "G";
        work->names[count++] = "B";
    } else if (has(list, "Y") && !has(list, "RY") && !has(list, "BY")) {
        work->names[count++] = "Y";
    } else if (list->num_channels == 1 && has(list, list->entries[0].name.str)) {
        work->names[count++] = list->entries[0].name.str;
    } else {
        return -1;
    }
    if (has(list, "A") && strcmp(work->names[0], "A") != 0) work->names[count++] = "A";
    work->image->channels = count;
    return 0;
}

/// Directs the channels of a chunk to their places; returns -1 where the chunk does not fit.
static int direct(const struct work *work, exr_decode_pipeline_t *pipeline, int64_t left, int64_t top) {
    const struct cexr_image *image = work->image;
    for (int index = 0; index < pipeline->channel_count; index++) {
        exr_coding_channel_info_t *channel = &pipeline->channels[index];
        channel->decode_to_ptr = NULL;
        for (uint32_t wanted = 0; wanted < image->channels; wanted++) {
            if (strcmp(channel->channel_name, work->names[wanted]) != 0) continue;
            if (left < 0 || top < 0 || left + channel->width > image->width || top + channel->height > image->height) return -1;
            channel->user_bytes_per_element = sizeof(float);
            channel->user_data_type = EXR_PIXEL_FLOAT;
            channel->user_pixel_stride = (int32_t)(image->channels * sizeof(float));
            channel->user_line_stride = (int32_t)(image->width * image->channels * sizeof(float));
            channel->decode_to_ptr = (uint8_t *)(image->samples + ((size_t)top * image->width + (size_t)left) * image->channels + wanted);
        }
    }
    return 0;
}

/// Decodes a chunk; returns 0, or -1.
static int decode(const struct work *work, exr_decode_pipeline_t *pipeline, const exr_chunk_info_t *chunk, int *is_begun, int64_t left,
                  int64_t top) {
    const exr_result_t begun = *is_begun ? exr_decoding_update_(work->context, 0, chunk, pipeline)
                                         : exr_decoding_initialize_(work->context, 0, chunk, pipeline);
    if (begun != EXR_ERR_SUCCESS || direct(work, pipeline, left, top) != 0) return -1;
    if (!*is_begun && exr_decoding_choose_default_routines_(work->context, 0, pipeline) != EXR_ERR_SUCCESS) return -1;
    *is_begun = 1;
    return exr_decoding_run_(work->context, 0, pipeline) == EXR_ERR_SUCCESS ? 0 : -1;
}

/// Decodes all chunks; what cannot be decoded stays empty. Returns the number of those that could.
static int64_t decode_all(const struct work *work, int is_tiled) {
    exr_decode_pipeline_t pipeline;
    memset(&pipeline, 0, sizeof pipeline);
    int is_begun = 0;
    int64_t decoded = 0;
    const int64_t width = work->image->width, height = work->image->height;
    exr_chunk_info_t chunk;
    if (is_tiled) {
        uint32_t across = 0, down = 0;
        exr_tile_level_mode_t level;
        exr_tile_round_mode_t round;
        if (exr_get_tile_descriptor_(work->context, 0, &across, &down, &level, &round) != EXR_ERR_SUCCESS || across == 0 || down == 0) {
            return 0;
        }
        for (int64_t y = 0; y * down < height; y++) {
            for (int64_t x = 0; x * across < width; x++) {
                if (exr_read_tile_chunk_info_(work->context, 0, (int)x, (int)y, 0, 0, &chunk) != EXR_ERR_SUCCESS) continue;
                decoded += decode(work, &pipeline, &chunk, &is_begun, x * across, y * down) == 0;
            }
        }
    } else {
        int32_t lines = 0;
        if (exr_get_scanlines_per_chunk_(work->context, 0, &lines) != EXR_ERR_SUCCESS || lines < 1) return 0;
        for (int64_t y = 0; y < height; y += lines) {
            if (exr_read_scanline_chunk_info_(work->context, 0, (int)(y + work->window.min.y), &chunk) != EXR_ERR_SUCCESS) continue;
            decoded += decode(work, &pipeline, &chunk, &is_begun, 0, y) == 0;
        }
    }
    if (is_begun) exr_decoding_destroy_(work->context, &pipeline);
    return decoded;
}

static int read_image(struct work *work, int is_header) {
    exr_storage_t storage;
    const exr_attr_chlist_t *channels = NULL;
    if (exr_get_storage_(work->context, 0, &storage) != EXR_ERR_SUCCESS
        || (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED)
        || exr_get_data_window_(work->context, 0, &work->window) != EXR_ERR_SUCCESS
        || exr_get_channels_(work->context, 0, &channels) != EXR_ERR_SUCCESS || channels == NULL
        || choose_channels(work, channels) != 0) return -1;
    const int64_t width = (int64_t)work->window.max.x - work->window.min.x + 1;
    const int64_t height = (int64_t)work->window.max.y - work->window.min.y + 1;
    if (width < 1 || height < 1 || width > EDGE_LIMIT || height > EDGE_LIMIT) return -1;
    struct cexr_image *image = work->image;
    image->width = (uint32_t)width;
    image->height = (uint32_t)height;
    if (is_header) return 0;
    if (width > PIXEL_LIMIT / height) return -1;
    image->samples = calloc((size_t)width * (size_t)height, image->channels * sizeof(float));
    if (image->samples == NULL) return -1;
    return decode_all(work, storage == EXR_STORAGE_TILED) > 0 ? 0 : -1;
}

int cexr_read(int descriptor, int is_header, struct cexr_image *image) {
    memset(image, 0, sizeof *image);
    if (!is_there) return -1;
    exr_context_initializer_t settings = EXR_DEFAULT_CONTEXT_INITIALIZER;
    settings.user_data = &descriptor;
    settings.read_fn = read_at;
    settings.size_fn = size_of;
    settings.error_handler_fn = say_nothing;
    struct work work = {.image = image};
    if (exr_start_read_(&work.context, "document", &settings) != EXR_ERR_SUCCESS) return -1;
    const int failure = read_image(&work, is_header);
    exr_finish_(&work.context);
    if (failure != 0) {
        free(image->samples);
        image->samples = NULL;
    }
    return failure;
}
