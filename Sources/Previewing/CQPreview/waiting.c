#include "library.h"

#include <string.h>

// MARK: Requests that wait

/// Waits for the last answer.
static qpreview_answer *finish(qpreview_request *request) {
    if (!request) return NULL;
    qpreview_answer *last = NULL;
    while (!qpreview_request_is_done(request)) {
        qpreview_answer *answer = qpreview_request_wait(request, -1);
        if (!answer) continue;
        qpreview_answer_free(last);
        last = answer;
    }
    qpreview_request_free(request);
    return last;
}

qpreview_answer *qpreview_facts(qpreview *previews, int file, const char *name, const char *password) {
    return finish(qpreview_request_info(previews, file, name, password));
}

qpreview_answer *qpreview_thumbnail(qpreview *previews, int file, const char *name,
                                    const qpreview_picture_options *options) {
    return finish(qpreview_request_thumbnail(previews, file, name, options));
}

qpreview_code qpreview_thumbnail_into(qpreview *previews, int file, const char *name,
                                      const qpreview_picture_options *options, void *pixels, size_t stride,
                                      size_t capacity, int *width, int *height) {
    GIVEN(qpreview_picture_options, QPREVIEW_PICTURE_OPTIONS, options)
    const qpreview_format format = given.format;
    // Converted while they are copied.
    given.format = QPREVIEW_RGBA;
    given.size_of_options = sizeof given;
    if (format != QPREVIEW_RGBA && format != QPREVIEW_BGRA_PREMULTIPLIED) return QPREVIEW_INVALID;
    qpreview_answer *answer = qpreview_thumbnail(previews, file, name, &given);
    if (!answer) return QPREVIEW_NO_MEMORY;
    qpreview_code code = qpreview_answer_code(answer);
    const qpreview_picture *picture = qpreview_answer_picture(answer);
    if (picture) {
        const qpreview_code copied = qpreview_answer_copy_picture(answer, pixels, stride, capacity, format);
        if (copied != QPREVIEW_OK) code = copied;
        if (width) *width = picture->width;
        if (height) *height = picture->height;
    }
    qpreview_answer_free(answer);
    return code;
}

qpreview_answer *qpreview_pages(qpreview *previews, int file, const char *name,
                                const qpreview_pages_options *options) {
    return finish(qpreview_request_pages(previews, file, name, options));
}

qpreview_answer *qpreview_text(qpreview *previews, int file, const char *name,
                               const qpreview_text_options *options) {
    return finish(qpreview_request_text(previews, file, name, options));
}
