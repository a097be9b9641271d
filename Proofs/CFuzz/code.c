// The colors of source code: definitions of languages, and the lines of a program.
#include "fuzz.h"

#include <CText.h>

#include "../../Sources/C/Documents/CText/libraries.h"

enum { SPANS = 16, LINE_LIMIT = 400 };

static struct ctext_code *known[4];

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    static const char *const files[] = {"c.lang", "python.lang", "sh.lang", "xml.lang"};
    ctext_open_code();
    for (size_t index = 0; index < 4; index++) known[index] = ctext_code_open(files[index], NULL, 0);
    if (known[0] == NULL) fuzz_missing("libt3highlight");
    return 0;
}

static size_t is_character(const uint8_t *bytes, size_t left) {
    const size_t size = *bytes < 0x80 ? 1 : *bytes >= 0xC3 && *bytes < 0xE0 ? 2 : 0;
    return size <= left && (size != 2 || (bytes[1] & 0xC0) == 0x80) ? size : 0;
}

/// Lines are valid UTF-8: the caller sees to that.
static size_t make_text(uint8_t *bytes, size_t size) {
    for (size_t index = 0; index < size;) {
        const size_t length = is_character(bytes + index, size - index);
        if (length == 0) bytes[index] = '?';
        index += length == 0 ? 1 : length;
    }
    return size;
}

static void read_lines(struct ctext_code *code, struct input input) {
    while (input.left > 0) {
        const uint8_t *end = memchr(input.next, '\n', input.left < LINE_LIMIT ? input.left : LINE_LIMIT);
        const struct input line = input_part(&input, end != NULL ? (size_t)(end - input.next) : LINE_LIMIT);
        if (end != NULL) input_byte(&input);
        uint8_t *text = input_copy(line, 0);
        struct ctext_span spans[SPANS];
        const size_t length = make_text(text, line.left);
        const size_t count = ctext_code_line(code, (const char *)text, length, spans, SPANS);
        if (count > SPANS) abort();
        for (size_t index = 0; index < count; index++) {
            if (spans[index].start >= spans[index].end || spans[index].end > length) abort();
        }
        free(text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const uint8_t which = input_byte(&input);
    // Definitions are the project's own or the system's: a damaged one is only opened.
    if (which & 0x80) {
        char *definition = (char *)input_copy(input, 1);
        struct ctext_code *code = ctext_code_open(NULL, definition, input.left);
        if (code != NULL) ctext_code_free(code);
        free(definition);
        return 0;
    }
    if (known[which % 4] != NULL) read_lines(known[which % 4], input);
    return 0;
}
