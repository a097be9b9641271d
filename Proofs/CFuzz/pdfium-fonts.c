// The tables of fonts, as PDFium asks for them, and names of families in documents.
#include "fuzz.h"

#include "../../Sources/C/Documents/CPDFium/fonts.c"

static char path[32];
static int own;

static void add(void *mapper, const char *face, int set) { (void)mapper, (void)set, fuzz_touch_text(face); }

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    own = memfd_create("font", MFD_CLOEXEC);
    if (own < 0) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", own);
    struct font_source *source = cpdfium_fonts(add, true);
    source->enumerate(source, NULL);
    return 0;
}

static void read_font(struct font_source *source, struct font *font, struct input *input) {
    static const unsigned int tables[] = {0, COLLECTION, 0x68656164, 0x636D6170, 0x676C7966};
    if (font == NULL) return;
    char family[256];
    fuzz_touch(family, source->name(source, font, family, sizeof family) <= sizeof family ? 1 : 0);
    source->charset(source, font);
    for (size_t index = 0; index < 5; index++) {
        const unsigned long length = source->data(source, font, tables[index], NULL, 0);
        // As PDFium: it makes room for what it is told, or for less.
        const unsigned long room = length > 1 << 16 ? input_byte(input) : length;
        unsigned char *buffer = malloc(room + 1);
        source->data(source, font, tables[index], buffer, room);
        free(buffer);
    }
    source->close(source, font);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    struct font_source *source = cpdfium_fonts(add, true);
    const uint8_t ways = input_byte(&input);
    char *face = (char *)input_copy(input_part(&input, input_byte(&input)), 1);
    const int set = ways < 4 ? languages[ways].charset : ways % 2;
    int is_exact = 0;
    // fontconfig takes a moment: not for each input.
    if (ways < 16) {
        read_font(source, source->map(source, ways * 60, ways & 8, set, 0, face, &is_exact), &input);
        read_font(source, source->get(source, face), &input);
    } else {
        is_same(face, "DejaVu Sans-Serif");
        is_installed(face);
    }
    if (ftruncate(own, 0) != 0 || pwrite(own, input.next, input.left, 0) != (ssize_t)input.left) abort();
    read_font(source, open_font(path, ways, face, set), &input);
    free(face);
    return 0;
}
