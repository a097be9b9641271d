// The answers of the shared helper, as libqpreview decodes them: a message, and the file that comes with it.
#include "fuzz.h"

#include "../../Sources/Previewing/CQPreview/library.h"

static int file_with(struct input part, int is_sealed) {
    const int file = memfd_create("answer", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || write(file, part.next, part.left) != (ssize_t)part.left) abort();
    if (is_sealed) fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    return file;
}

static void read_pages(const qpreview_answer *answer) {
    for (size_t index = 0; index <= qpreview_answer_page_count(answer); index++) {
        const qpreview_page_text *page = qpreview_answer_page(answer, index);
        if (page == NULL) continue;
        fuzz_touch_text(page->text);
        for (size_t word = 0; word < page->word_count; word++) fuzz_touch_text(page->words[word].text);
    }
}

static void read_answer(const qpreview_answer *answer) {
    const qpreview_info *info = qpreview_answer_info(answer);
    if (info != NULL) {
        fuzz_touch_text(info->type);
        fuzz_touch_text(info->title);
        fuzz_touch_text(info->kind);
        fuzz_touch_text(info->note);
    }
    fuzz_touch_text(qpreview_answer_reason(answer));
    fuzz_touch_text(qpreview_answer_message(answer));
    (void)qpreview_answer_code(answer);
    (void)qpreview_answer_next_page(answer);
    (void)qpreview_answer_pdf_size(answer);
    read_pages(answer);
    const qpreview_picture *picture = qpreview_answer_picture(answer);
    if (picture == NULL || (size_t)picture->width * (size_t)picture->height > FUZZ_PIXELS) return;
    const size_t row = (size_t)picture->width * 4, size = row * (size_t)picture->height;
    fuzz_touch(picture->pixels, size);
    uint8_t *copy = malloc(size);
    if (copy == NULL) return;
    for (int format = 0; format < 3; format++) {
        qpreview_answer_copy_picture(answer, copy, row, size, (qpreview_format)format);
        // One byte less than the picture needs.
        if (qpreview_answer_copy_picture(answer, copy, row, size - 1, (qpreview_format)format) == QPREVIEW_OK) abort();
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const uint8_t ways = input_byte(&input);
    const struct input part = input_part(&input, input_number(&input, 2));
    uint8_t *message = input_copy(part, 0);
    const int file = ways & 16 ? file_with(input, ways & 32) : -1;
    struct qpreview_answer *answer = own_answer(ways & 64 ? QPREVIEW_BUSY : QPREVIEW_OK, ways & 4 ? CHINESE : ENGLISH);
    if (answer == NULL) abort();
    struct outline outline;
    decode_answer(message, part.left, file, (enum operation)(1 + (ways & 3)), ways & 4 ? CHINESE : ENGLISH,
                  ways & 8 ? QPREVIEW_BGRA_PREMULTIPLIED : QPREVIEW_RGBA, answer, &outline);
    if (outline.kind == KIND_ANSWER) read_answer(answer);
    qpreview_answer_free(answer);
    free(message);
    return 0;
}
