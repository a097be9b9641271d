// Pictures and their profiles as pages of a PDF.
#include "fuzz.h"

#include <CQPDF.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    uint8_t const ways = input_byte(&input);
    struct input const profile = input_part(&input, input_byte(&input));
    cqpdf_picture picture = {};
    picture.width = 1 + input_byte(&input);
    picture.height = 1 + input_byte(&input);
    picture.components = (ways & 3) == 0 ? 1 : (ways & 3) == 1 ? 3 : 4;
    picture.orientation = ways >> 2 & 15;
    picture.page_width = input_byte(&input);
    picture.page_height = input_byte(&input);
    picture.data = input.next;
    picture.length = input.left;
    picture.is_jpeg = ways & 64;
    picture.is_inverted = ways & 128;
    picture.profile = profile.left > 0 ? profile.next : nullptr;
    picture.profile_length = profile.left;
    auto *source = cqpdf_pictures();
    if (source == nullptr || cqpdf_add_picture(source, &picture) != CQPDF_OK) abort();
    double width, height;
    if (cqpdf_page_count(source) != 1 || cqpdf_page_size(source, 0, &width, &height) != 0) abort();
    cqpdf_placement const placement = {0, 0, 1, {1, 0, 0, 1, 0, 0}, {0, 0, 300, 400}, 1, 1, {1, 1, 9, 9}, 0, {}};
    cqpdf_face const face = {0, 0, 600, 800, 0, 1};
    if (cqpdf_write(source, fuzz_output(), &face, 1, &placement, 0) != CQPDF_OK) abort();
    cqpdf_close(source);
    return 0;
}
