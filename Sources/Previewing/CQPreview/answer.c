#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *qpreview_version(void) { return QPREVIEW_VERSION; }

qpreview_code qpreview_answer_code(const qpreview_answer *answer) { return answer->code; }

const char *qpreview_answer_reason(const qpreview_answer *answer) { return answer->reason; }

const char *qpreview_answer_message(const qpreview_answer *answer) { return answer->message; }

const qpreview_picture *qpreview_answer_picture(const qpreview_answer *answer) {
    return answer->has_picture ? &answer->picture : NULL;
}

const qpreview_info *qpreview_answer_info(const qpreview_answer *answer) {
    return answer->has_info ? &answer->info : NULL;
}

size_t qpreview_answer_page_count(const qpreview_answer *answer) { return answer->page_count; }

const qpreview_page_text *qpreview_answer_page(const qpreview_answer *answer, size_t index) {
    return index < answer->page_count ? &answer->pages[index] : NULL;
}

int qpreview_answer_next_page(const qpreview_answer *answer) { return answer->next_page; }

int qpreview_answer_pdf(const qpreview_answer *answer) { return answer->pdf; }

int64_t qpreview_answer_pdf_size(const qpreview_answer *answer) { return answer->pdf_size; }

void qpreview_answer_free(qpreview_answer *answer) {
    if (!answer) return;
    if (answer->mapped) munmap(answer->mapped, answer->mapped_size);
    if (answer->pdf >= 0) close(answer->pdf);
    free(answer->converted);
    free(answer->pages);
    free(answer->words);
    free(answer->letters);
    free(answer);
}

// MARK: Pixels

/// A colour multiplied by its alpha, rounded.
static unsigned char multiplied(unsigned value, unsigned alpha) {
    const unsigned product = value * alpha + 128;
    return (unsigned char)((product + (product >> 8)) >> 8);
}

/// A colour divided by its alpha, rounded.
static unsigned char divided(unsigned value, unsigned alpha) {
    if (alpha == 0) return 0;
    const unsigned quotient = (value * 255 + alpha / 2) / alpha;
    return (unsigned char)(quotient > 255 ? 255 : quotient);
}

void copy_pixels(unsigned char *to, size_t to_stride, qpreview_format to_format, const qpreview_picture *from) {
    for (int y = 0; y < from->height; y++) {
        const unsigned char *source = from->pixels + (size_t)y * (size_t)from->stride;
        unsigned char *target = to + (size_t)y * to_stride;
        if (from->format == to_format) {
            memcpy(target, source, (size_t)from->width * 4);
            continue;
        }
        for (int x = 0; x < from->width; x++, source += 4, target += 4) {
            const unsigned alpha = source[3];
            for (int band = 0; band < 3; band++) {
                target[2 - band] = to_format == QPREVIEW_RGBA ? divided(source[band], alpha)
                                                              : multiplied(source[band], alpha);
            }
            target[3] = (unsigned char)alpha;
        }
    }
}

qpreview_code qpreview_answer_copy_picture(const qpreview_answer *answer, void *pixels, size_t stride,
                                           size_t capacity, qpreview_format format) {
    const qpreview_picture *picture = &answer->picture;
    if (!answer->has_picture || !pixels || format > QPREVIEW_BGRA_PREMULTIPLIED) return QPREVIEW_INVALID;
    const size_t row = (size_t)picture->width * 4;
    if (stride < row || capacity < row) return QPREVIEW_INVALID;
    if ((capacity - row) / stride < (size_t)picture->height - 1) return QPREVIEW_INVALID;
    copy_pixels(pixels, stride, format, picture);
    return QPREVIEW_OK;
}

// MARK: Words

static const struct {
    qpreview_code code;
    const char *reason, *english, *chinese;
} own[] = {
    {QPREVIEW_INVALID, "invalid-request", "The request is not valid: check its size, page, password, and options.",
     "请求无效：请检查尺寸、页码、密码和选项。"},
    {QPREVIEW_CANCELED, "canceled", "The preview was canceled.", "预览已取消。"},
    {QPREVIEW_UNREADABLE, "unreadable", "The file is not open for reading.", "文件未以可读方式打开。"},
    {QPREVIEW_NO_HELPER, "no-helper",
     "The preview helper cannot be started, or is of another version. Install qpreviewd, or set QPREVIEWD.",
     "无法启动预览辅助程序，或其版本不符。请安装 qpreviewd，或设置 QPREVIEWD。"},
    {QPREVIEW_HELPER_LOST, "helper-lost", "The preview helper ended unexpectedly, or did not answer. Try again.",
     "预览辅助程序意外退出或没有响应。请重试。"},
    {QPREVIEW_BUSY, "busy", "The preview helper has too many requests. Try again later.",
     "预览辅助程序的请求过多。请稍后重试。"},
    {QPREVIEW_NO_MEMORY, "no-memory", "This program has no memory or file descriptors left for a preview.",
     "本程序没有可用于预览的内存或文件描述符。"},
};

struct qpreview_answer *own_answer(qpreview_code code, language language) {
    struct qpreview_answer *answer = calloc(1, sizeof *answer);
    if (!answer) return NULL;
    answer->pdf = -1;
    answer->code = code;
    for (size_t index = 0; index < sizeof own / sizeof own[0]; index++) {
        if (own[index].code != code) continue;
        snprintf(answer->reason, sizeof answer->reason, "%s", own[index].reason);
        snprintf(answer->message, sizeof answer->message, "%s",
                 language == CHINESE ? own[index].chinese : own[index].english);
    }
    return answer;
}
