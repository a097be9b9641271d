// The arguments of `qpreview thumbnail`, which file managers make of any file's name, and the writing of its picture.
#include "fuzz.h"

#include "../../Sources/Programs/qpreview/thumbnail.c"

static char folder[] = "/tmp/c-fuzz-XXXXXX", path[64];

static void clean(void) {
    unlink(path);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (mkdtemp(folder) == NULL) abort();
    snprintf(path, sizeof path, "%s/output.png", folder);
    atexit(clean);
    return 0;
}

static void draw(struct input input) {
    const int width = 1 + input_byte(&input) % 32, height = 1 + input_byte(&input) % 32;
    if (input_byte(&input) & 1) unlink(path);
    uint8_t *pixels = calloc((size_t)width * (size_t)height, 4);
    memcpy(pixels, input.next, input.left < (size_t)width * (size_t)height * 4 ? input.left : (size_t)width * (size_t)height * 4);
    const qpreview_picture picture = {.pixels = pixels, .width = width, .height = height, .stride = 4 * width};
    write_picture(&picture, path);
    free(pixels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    if (size > 0 && *data == 0xFF) {
        input_byte(&input);
        draw(input);
        return 0;
    }
    // Arguments are separated as the kernel keeps them, and never empty of a first one.
    char *texts = (char *)input_copy(input, 1), *arguments[8] = {(char *)"qpreview"};
    int count = 1;
    for (char *next = texts; count < 7 && next <= texts + size; next += strlen(next) + 1) arguments[count++] = next;
    struct order *order = malloc(sizeof *order);
    if (read_order(order, count, arguments)) {
        fuzz_touch_text(order->input);
        fuzz_touch_text(order->output);
        const int file = open_document(order->input, order->output);
        if (file >= 0) close(file);
    }
    free(order);
    free(texts);
    return 0;
}
