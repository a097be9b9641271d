// PDF documents, by libqpdf: what is asked of them, and all that is made of their pages.
#include "fuzz.h"

#include <CQPDF.h>

namespace {

void ask(cqpdf_source *source) {
    double width, height;
    uint32_t pages[4];
    uint8_t title[CQPDF_TITLE_LIMIT];
    cqpdf_is_certain(source);
    auto const length = cqpdf_certain_title(source, title, sizeof title);
    if (length > 0) fuzz_touch(title, static_cast<size_t>(length));
    for (size_t page = 0; page < 4; page++) cqpdf_page_size(source, page, &width, &height);
    cqpdf_unprinted_pages(source, pages, 4);
    cqpdf_reads_contents(source);
}

void write_sheets(cqpdf_source *source, uint8_t ways) {
    auto const count = static_cast<uint32_t>(cqpdf_page_count(source));
    cqpdf_placement placements[3] = {};
    for (uint32_t index = 0; index < 3; index++) {
        auto &placement = placements[index];
        placement = {index % count, 0, 1, {0.5, 0, 0, 0.5, 10, 10}, {0, 0, 300, 400}, ways & 3u, 1, {0, 0, 9, 9, 1, 1, 7, 7}, 0, {}};
        placement.mark_length = ways & 4 ? 9 : 0;
    }
    placements[2].is_text = cqpdf_text_count(source) > 0;
    placements[2].page = 0;
    placements[2].opacity = ways & 8 ? 0.5 : 1;
    cqpdf_face const faces[] = {{1, ways & 16 ? 90 : 0, 0, 0, 0, 1}, {0, 0, 600, 800, 0, 3}, {1, 0, 0, 0, 0, 1}};
    cqpdf_write(source, fuzz_output(), faces, 3, placements, (ways & 32) != 0);
}

/// What is printed of annotations without an appearance: drawn by another program, and laid over the pages.
void lay_over(cqpdf_source *source, int file, uint8_t ways) {
    uint32_t pages[4];
    size_t const count = cqpdf_unprinted_pages(source, pages, 4);
    uint8_t *bytes = nullptr;
    size_t length = 0;
    cqpdf_source *other = nullptr;
    if (cqpdf_open(file, nullptr, 0, &other) != CQPDF_OK) return;
    if (cqpdf_leave_unprinted(other, &bytes, &length) == CQPDF_OK && count <= 4) {
        cqpdf_lay_over(source, bytes, length, pages, ways & 32 ? count : 1);
    }
    free(bytes);
    cqpdf_close(other);
}

void print(int file, uint8_t const *data, size_t size, uint8_t ways) {
    static uint8_t const password[] = "secret";
    cqpdf_source *source = nullptr;
    if (cqpdf_open(file, password, ways & 64 ? sizeof password - 1 : 0, &source) != CQPDF_OK) return;
    if (ways & 1) ask(source);
    if (ways & 2) cqpdf_add_texts(source, data, size);
    double width, height;
    for (size_t text = 0; text < 2; text++) cqpdf_text_size(source, text, &width, &height);
    if (ways & 128) cqpdf_mend_pages(source);
    if (ways & 32) lay_over(source, file, ways);
    write_sheets(source, ways);
    cqpdf_write_plain(source, fuzz_output());
    cqpdf_close(source);
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // The document stays one: what is done with it depends on its bytes.
    uint8_t ways = 0;
    for (size_t index = 0; index < size; index += 1 + size / 16) ways = static_cast<uint8_t>(ways * 31 + data[index]);
    print(fuzz_file(data, size), data, size, ways);
    return 0;
}
