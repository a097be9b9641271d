#include "later.h"

#include <opened.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libswscale/swscale.h>

#define FORMAT_FUNCTIONS(F)                                                                       \
    F(avformat_find_stream_info)                                                                  \
    F(av_find_best_stream)                                                                        \
    F(av_read_frame)                                                                              \
    F(av_seek_frame)                                                                              \
    F(av_stream_get_side_data)
#define CODEC_FUNCTIONS(F)                                                                        \
    F(avcodec_alloc_context3)                                                                     \
    F(avcodec_parameters_to_context)                                                              \
    F(avcodec_open2)                                                                              \
    F(avcodec_send_packet)                                                                        \
    F(avcodec_receive_frame)                                                                      \
    F(avcodec_flush_buffers)                                                                      \
    F(avcodec_free_context)                                                                       \
    F(av_packet_alloc)                                                                            \
    F(av_packet_unref)                                                                            \
    F(av_packet_free)
#define UTIL_FUNCTIONS(F)                                                                         \
    F(av_frame_alloc)                                                                             \
    F(av_frame_ref)                                                                               \
    F(av_frame_unref)                                                                             \
    F(av_frame_free)                                                                              \
    F(av_display_rotation_get)
#define SCALE_FUNCTIONS(F)                                                                        \
    F(sws_getCachedContext)                                                                       \
    F(sws_scale)                                                                                  \
    F(sws_freeContext)

FORMAT_FUNCTIONS(OPENED_DECLARE)
CODEC_FUNCTIONS(OPENED_DECLARE)
UTIL_FUNCTIONS(OPENED_DECLARE)
SCALE_FUNCTIONS(OPENED_DECLARE)

static int is_there;

/// Opens the FFmpeg libraries of the included headers' versions, which libffmpegthumbnailer has loaded.
static int open_libraries(void) {
    OPENED_LIBRARY("libavformat.so.59", RTLD_LAZY | RTLD_NOLOAD, FORMAT_FUNCTIONS, OPENED_LOOK_UP)
    OPENED_LIBRARY("libavcodec.so.59", RTLD_LAZY | RTLD_NOLOAD, CODEC_FUNCTIONS, OPENED_LOOK_UP)
    OPENED_LIBRARY("libavutil.so.57", RTLD_LAZY | RTLD_NOLOAD, UTIL_FUNCTIONS, OPENED_LOOK_UP)
    OPENED_LIBRARY("libswscale.so.6", RTLD_LAZY | RTLD_NOLOAD, SCALE_FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

void later_start(void) { is_there = open_libraries() == 0; }

int later_range(const uint8_t *pixels, uint64_t count) {
    uint8_t low[3] = {255, 255, 255}, high[3] = {0, 0, 0};
    for (uint64_t index = 0; index < count; index++) {
        for (int band = 0; band < 3; band++) {
            const uint8_t value = pixels[3 * index + (uint64_t)band];
            if (value < low[band]) low[band] = value;
            if (value > high[band]) high[band] = value;
        }
    }
    int range = 0;
    for (int band = 0; band < 3; band++) {
        if (high[band] > low[band] && high[band] - low[band] > range) range = high[band] - low[band];
    }
    return range;
}

/// The state of the search through a video.
struct search {
    AVFormatContext *format;
    AVCodecContext *codec;
    AVPacket *packet;
    AVFrame *frame; ///< the one that was decoded last
    AVFrame *best;
    int stream;
    int range; ///< how much the best one shows
    struct SwsContext *scaler;
    struct timespec end; ///< of the time of the processor, which does not pass while others have it
};

enum { SAMPLE = 24, ENOUGH = 160, FIRST_FRAMES = 400, EACH = 4 };
/// The most bytes that libswscale writes at once, and to which rows are aligned.
enum { VECTOR = 64 };

static int is_over(const struct search *search) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec > search->end.tv_sec
        || (now.tv_sec == search->end.tv_sec && now.tv_nsec > search->end.tv_nsec);
}

/// Converts a frame to 8-bit RGB of a given size, rows without padding; the caller frees it. Returns NULL on failure.
static uint8_t *convert(struct search *search, const AVFrame *frame, int width, int height, int how) {
    search->scaler = sws_getCachedContext_(search->scaler, frame->width, frame->height, frame->format, width, height,
                                           AV_PIX_FMT_RGB24, how, NULL, NULL, NULL);
    if (search->scaler == NULL) return NULL;
    // libswscale writes whole vectors: beyond the end of a row, and so beyond that of the last one.
    const size_t row = 3 * (size_t)width, padded = (row + VECTOR - 1) / VECTOR * VECTOR;
    uint8_t *pixels = aligned_alloc(VECTOR, padded * ((size_t)height + 1));
    if (pixels == NULL) return NULL;
    uint8_t *const rows[4] = {pixels, NULL, NULL, NULL};
    const int strides[4] = {(int)padded, 0, 0, 0};
    const uint8_t *const *data = (const uint8_t *const *)frame->data;
    if (sws_scale_(search->scaler, data, frame->linesize, 0, frame->height, rows, strides) <= 0) {
        free(pixels);
        return NULL;
    }
    for (size_t index = 1; index < (size_t)height; index++) memmove(pixels + index * row, pixels + index * padded, row);
    return pixels;
}

/// Decodes the next frame; returns 0, or -1 at the end.
static int decode_next(struct search *search) {
    for (int packets = 0; packets < 1000; packets++) {
        const int result = avcodec_receive_frame_(search->codec, search->frame);
        if (result == 0) return 0;
        if (result != AVERROR(EAGAIN)) return -1;
        if (is_over(search)) return -1;
        if (av_read_frame_(search->format, search->packet) < 0) {
            avcodec_send_packet_(search->codec, NULL);
            continue;
        }
        if (search->packet->stream_index == search->stream) {
            avcodec_send_packet_(search->codec, search->packet);
        }
        av_packet_unref_(search->packet);
    }
    return -1;
}

/// Keeps the last frame if its range of values exceeds that of all earlier ones.
static void judge(struct search *search) {
    if (search->frame->width <= 0 || search->frame->height <= 0) return;
    uint8_t *sample = convert(search, search->frame, SAMPLE, SAMPLE, SWS_AREA);
    if (sample == NULL) return;
    const int range = later_range(sample, SAMPLE * SAMPLE);
    free(sample);
    if (range <= search->range) return;
    search->range = range;
    av_frame_unref_(search->best);
    if (av_frame_ref_(search->best, search->frame) != 0) search->range = 0;
}

static void look(struct search *search) {
    for (int count = 0; count < FIRST_FRAMES && search->range < ENOUGH; count++) {
        if (is_over(search) || decode_next(search) != 0) break;
        // The first one, too: there may be no other.
        if (count == 0 || count % EACH == EACH - 1) judge(search);
    }
    const int64_t duration = search->format->duration;
    for (int part = 3; part < 10 && duration > 0 && search->range < ENOUGH; part += 2) {
        if (is_over(search) || av_seek_frame_(search->format, -1, duration / 10 * part, AVSEEK_FLAG_BACKWARD) < 0) return;
        avcodec_flush_buffers_(search->codec);
        if (decode_next(search) == 0) judge(search);
    }
}

/// Returns the clockwise rotation of the frames, in quarter turns.
static int quarters(const AVStream *stream) {
    const void *matrix = av_stream_get_side_data_(stream, AV_PKT_DATA_DISPLAYMATRIX, NULL);
    if (matrix == NULL) return 0;
    const double angle = av_display_rotation_get_(matrix);
    return isfinite(angle) ? ((int)lround(-angle / 90) % 4 + 4) % 4 : 0;
}

/// Returns the best frame as displayed.
static uint8_t *display(struct search *search, uint32_t *width, uint32_t *height) {
    const AVFrame *frame = search->best;
    const AVRational aspect = frame->sample_aspect_ratio;
    int64_t across = frame->width;
    if (aspect.num > 0 && aspect.den > 0) across = across * aspect.num / aspect.den;
    const int down = frame->height;
    if (across <= 0 || down <= 0 || across > 32768 || down > 32768) return NULL;
    uint8_t *pixels = convert(search, frame, (int)across, down, SWS_BICUBIC);
    if (pixels == NULL) return NULL;
    const int turns = quarters(search->format->streams[search->stream]);
    *width = (uint32_t)(turns % 2 == 0 ? across : down);
    *height = (uint32_t)(turns % 2 == 0 ? down : across);
    if (turns == 0) return pixels;
    uint8_t *turned = malloc((size_t)across * (size_t)down * 3);
    for (int64_t y = 0; turned != NULL && y < down; y++) {
        for (int64_t x = 0; x < across; x++) {
            const int64_t to_x = turns == 1 ? down - 1 - y : turns == 2 ? across - 1 - x : y;
            const int64_t to_y = turns == 1 ? x : turns == 2 ? down - 1 - y : across - 1 - x;
            for (int band = 0; band < 3; band++) {
                turned[3 * (to_y * *width + to_x) + band] = pixels[3 * (y * across + x) + band];
            }
        }
    }
    free(pixels);
    return turned;
}

uint8_t *later_frame(void *context, int range, uint32_t *width, uint32_t *height) {
    struct search search = {.format = context, .range = range};
    if (!is_there || avformat_find_stream_info_(search.format, NULL) < 0) return NULL;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &search.end);
    search.end.tv_sec += 1;
    const AVCodec *codec = NULL;
    search.stream = av_find_best_stream_(search.format, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    if (search.stream < 0 || codec == NULL) return NULL;
    // The cover of a sound is no frame.
    if (range < 0 && (search.format->streams[search.stream]->disposition & AV_DISPOSITION_ATTACHED_PIC)) return NULL;
    uint8_t *pixels = NULL;
    search.codec = avcodec_alloc_context3_(codec);
    search.packet = av_packet_alloc_();
    search.frame = av_frame_alloc_();
    search.best = av_frame_alloc_();
    if (search.codec != NULL && search.packet != NULL && search.frame != NULL && search.best != NULL
        && avcodec_parameters_to_context_(search.codec, search.format->streams[search.stream]->codecpar) >= 0) {
        search.codec->thread_count = 1;
        if (avcodec_open2_(search.codec, codec, NULL) == 0) {
            look(&search);
            if (search.range > range) pixels = display(&search, width, height);
        }
    }
    sws_freeContext_(search.scaler);
    av_frame_free_(&search.best);
    av_frame_free_(&search.frame);
    av_packet_free_(&search.packet);
    avcodec_free_context_(&search.codec);
    return pixels;
}
