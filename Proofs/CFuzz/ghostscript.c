// What a PostScript program makes Ghostscript call: pages of any size, and words on its output. Without the interpreter,
// which runs once in a process; `make hostile` runs it in its sandbox.
#include "fuzz.h"

#include "../../Sources/C/Documents/CGhostscript/CGhostscript.c"

static struct input program;

/// Makes a canvas of some size, and draws on it.
static void open_page(void) {
    const int width = input_byte(&program) % 80, height = input_byte(&program) % 80, row = width * 4 + input_byte(&program) % 3 * 4;
    if (display.presize(NULL, NULL, width, height, row, 0) != 0) return;
    unsigned char *pixels = display.allocate(NULL, NULL, (unsigned long)row * (unsigned long)height);
    if (pixels == NULL) return;
    memset(pixels, input_byte(&program), (size_t)row * (size_t)height);
    if (canvas.pixels != NULL) display.release(NULL, NULL, canvas.pixels);
    display.resized(NULL, NULL, width, height, row, 0, pixels);
}

static void speak(void) {
    const struct input words = input_part(&program, input_byte(&program));
    char *bytes = (char *)input_copy(words, 0);
    said(NULL, bytes, (int)words.left);
    free(bytes);
}

/// One step of the program; it ends where Ghostscript is told to quit.
static int step(void) {
    switch (input_byte(&program) % 6) {
    case 0: open_page(); return 0;
    case 1: return display.page(NULL, NULL, 1, 1);
    case 2: speak(); return 0;
    case 3: return said(NULL, "Unrecoverable error: ", 21), 0;
    case 4: return display.presize(NULL, NULL, (int)input_number(&program, 4), (int)input_number(&program, 4), 0, 0);
    default:
        if (canvas.pixels != NULL) display.release(NULL, NULL, canvas.pixels);
        return 0;
    }
}

static int begin(Instance *of, int user, int *code) { return (void)of, (void)user, (void)code, 0; }
static int proceed(Instance *of, const char *bytes, unsigned int length, int user, int *code) {
    (void)of, (void)user, (void)code;
    fuzz_touch(bytes, length);
    while (program.left > 0) {
        const int outcome = step();
        if (outcome != 0) return outcome;
    }
    return NEED_INPUT;
}
static int string(Instance *of, const char *text, int user, int *code) {
    return (void)of, (void)text, (void)user, (void)code, 0;
}
static int leave(Instance *of) { return (void)of, 0; }

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    gsapi_run_string_ = string;
    gsapi_run_string_begin_ = begin;
    gsapi_run_string_continue_ = proceed;
    gsapi_run_string_end_ = begin;
    gsapi_exit_ = leave;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    program = (struct input){data, size};
    const uint8_t ways = input_byte(&program);
    const struct cghostscript_wish wanted = {.setup = "", .page = 1 + ways % 3, .edge = ways / 4 % 40,
                                             .pixel_limit = 5000, .shows_unfinished = ways & 1};
    struct cghostscript_page page;
    const int file = fuzz_file(data, size);
    cghostscript_draw(file, 0, size, &wanted, &page);
    if (page.pixels != NULL) fuzz_touch(page.pixels, (size_t)page.width * page.height * 4);
    fuzz_touch_text(page.error);
    cghostscript_free(&page);
    free(canvas.pixels);
    memset(&canvas, 0, sizeof canvas);
    return 0;
}
