// Pages drawn by PDFium where one is installed, and else how it reads a document: forwards, backwards, and beyond its end.
#include "fuzz.h"

#include "../../Sources/C/Documents/CPDFium/CPDFium.c"

static struct input wishes;
static int has_library;

static void *load(struct file_access *access, const char *password) {
    static int any;
    (void)password;
    unsigned char *buffer = malloc(WINDOW + 4096);
    while (wishes.left > 4) {
        const unsigned long position = (unsigned long)input_number(&wishes, 3), size = (unsigned long)input_number(&wishes, 2);
        if (input_byte(&wishes) & 1) access->read(access->context, position % (access->length + 3), buffer, size % 4096);
        else access->read(access->context, position, buffer, size);
    }
    access->read(access->context, access->length, buffer, 0);
    access->read(access->context, ~0ul, buffer, ~0ul);
    free(buffer);
    return &any;
}

static void *load_bytes(const void *bytes, int length, const char *password) {
    (void)password;
    fuzz_touch(bytes, (size_t)length);
    return length > 0 ? (void *)(uintptr_t)bytes : NULL;
}

static void *load_one(void *opened, int number) { return number == 0 ? opened : NULL; }
static void close_one(void *opened) { (void)opened; }
static double edge(void *opened) { return (void)opened, 30; }
static int one(void *opened) { return (void)opened, 1; }
static int none(void *opened) { return (void)opened, 0; }
static void *bitmap(int width, int height, int format, void *pixels, int row) {
    return format == BGRX && row == width * 4 && height > 0 ? pixels : NULL;
}
static void fill(void *opened, int x, int y, int width, int height, unsigned long color) {
    (void)x, (void)y;
    memset(opened, (int)(color & 0xFF), (size_t)width * (size_t)height * 4);
}
static void render(void *opened, void *from, int x, int y, int width, int height, int turn, int flags) {
    (void)from, (void)x, (void)y, (void)width, (void)height, (void)turn, (void)flags;
    if (wishes.left > 0) *(unsigned char *)opened = input_byte(&wishes);
}

/// Takes the place of the library.
static void pretend(void) {
    library.load_custom = load;
    library.load_memory = load_bytes;
    library.close_document = library.close_page = library.destroy_bitmap = close_one;
    library.page_count = one;
    library.load_page = load_one;
    library.page_width = library.page_height = edge;
    library.create_bitmap = bitmap;
    library.fill = fill;
    library.render = render;
    library.object_count = library.annotation_count = library.form_type = none;
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    static const char *const places[] = {"/usr/local/lib/libpdfium.so", "/usr/lib/libpdfium.so",
                                         "/usr/lib/libreoffice/program/libpdfiumlo.so"};
    for (size_t index = 0; index < 3 && !has_library; index++) has_library = cpdfium_load(places[index], true) == 0;
    if (!has_library) pretend();
    return 0;
}

static void draw(int pages) {
    enum { WIDTH = 32, HEIGHT = 40 };
    double width, height;
    bool is_white;
    if (pages > 0 && cpdfium_load_page(0, &width, &height) == 0) {
        uint8_t *pixels = malloc(WIDTH * HEIGHT * 4);
        if (cpdfium_draw(WIDTH, HEIGHT, pixels, &is_white) == 0) fuzz_touch(pixels, WIDTH * HEIGHT * 4);
        cpdfium_is_empty();
        free(pixels);
    }
    cpdfium_close();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const int file = fuzz_file(data, size);
    const typeof(library) real = library;
    if (has_library) {
        draw(cpdfium_open(file));
        draw(cpdfium_open_bytes(data, size));
    }
    pretend();
    wishes = (struct input){data, size};
    draw(cpdfium_open(file));
    if (size > 0) draw(cpdfium_open_bytes(data, size));
    library = real;
    return 0;
}
