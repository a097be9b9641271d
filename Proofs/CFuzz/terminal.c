// Any pixels, as characters and pictures of a terminal.
#include "fuzz.h"

#include <CChafa.h>

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cchafa_open() != 0) fuzz_missing("libchafa");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const terminals[] = {"xterm", "xterm-256color", "xterm-kitty", "linux", "dumb", "mlterm"};
    struct input input = {data, size};
    const uint8_t ways = input_byte(&input);
    const int width = 1 + input_byte(&input) % 40, height = 1 + input_byte(&input) % 40;
    const int columns = 1 + input_byte(&input) % 20, rows = 1 + input_byte(&input) % 20;
    setenv("TERM", terminals[ways / 8 % 6], 1);
    if (ways & 128) setenv("COLORTERM", "truecolor", 1);
    else unsetenv("COLORTERM");
    cchafa_detect();
    uint8_t *pixels = calloc((size_t)width * (size_t)height, 4);
    const size_t most = (size_t)width * (size_t)height * 4;
    memcpy(pixels, input.next, input.left < most ? input.left : most);
    size_t length = 0;
    char *text = cchafa_print(pixels, width, height, (enum cchafa_kind)(ways % 3), columns, rows, 8, 16, ways & 4, &length);
    fuzz_touch(text, text != NULL ? length : 0);
    cchafa_free(text);
    free(pixels);
    return 0;
}
