#define _GNU_SOURCE
#include "CPDFium.h"

#include "fonts.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// FPDF_FILEACCESS: the bytes of a document, as PDFium asks for them.
struct file_access {
    unsigned long length;
    int (*read)(void *context, unsigned long position, unsigned char *buffer, unsigned long size);
    void *context;
};

/// The functions of the library; FPDFBitmap_BGRx, FPDF_ANNOT, and FPDF_REVERSE_BYTE_ORDER of its header.
enum { BGRX = 3, WITH_ANNOTATIONS = 0x01, AS_RGB = 0x10 };
static struct {
    void (*initialize)(void);
    void (*set_fonts)(struct font_source *);
    void (*add_font)(void *, const char *, int);
    void *(*load_custom)(struct file_access *, const char *);
    void *(*load_memory)(const void *, int, const char *);
    void (*close_document)(void *);
    int (*page_count)(void *);
    void *(*load_page)(void *, int);
    void (*close_page)(void *);
    double (*page_width)(void *);
    double (*page_height)(void *);
    int (*page_size)(void *, int, double *, double *);
    void *(*create_bitmap)(int, int, int, void *, int);
    void (*destroy_bitmap)(void *);
    void (*fill)(void *, int, int, int, int, unsigned long);
    void (*render)(void *, void *, int, int, int, int, int, int);
    int (*object_count)(void *);
    int (*annotation_count)(void *);
    int (*form_type)(void *);
} library;

static const struct {
    const char *name;
    void *place;
} functions[] = {
    {"FPDF_InitLibrary", &library.initialize},
    {"FPDF_SetSystemFontInfo", &library.set_fonts},
    {"FPDF_AddInstalledFont", &library.add_font},
    {"FPDF_LoadCustomDocument", &library.load_custom},
    {"FPDF_LoadMemDocument", &library.load_memory},
    {"FPDF_CloseDocument", &library.close_document},
    {"FPDF_GetPageCount", &library.page_count},
    {"FPDF_LoadPage", &library.load_page},
    {"FPDF_ClosePage", &library.close_page},
    {"FPDF_GetPageWidth", &library.page_width},
    {"FPDF_GetPageHeight", &library.page_height},
    {"FPDF_GetPageSizeByIndex", &library.page_size},
    {"FPDFBitmap_CreateEx", &library.create_bitmap},
    {"FPDFBitmap_Destroy", &library.destroy_bitmap},
    {"FPDFBitmap_FillRect", &library.fill},
    {"FPDF_RenderPageBitmap", &library.render},
    {"FPDFPage_CountObjects", &library.object_count},
    {"FPDFPage_GetAnnotCount", &library.annotation_count},
    {"FPDF_GetFormType", &library.form_type},
};

int cpdfium_load(const char *path, bool has_usual_folders) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return -1;
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        void *function = dlsym(handle, functions[index].name);
        if (!function) return -1;
        memcpy(functions[index].place, &function, sizeof function);
    }
    library.initialize();
    library.set_fonts(cpdfium_fonts(library.add_font, has_usual_folders));
    return 0;
}

// MARK: Documents

/// A part of a document in memory, so that not each number of it is a system call.
enum { WINDOW = 1 << 16 };
static struct {
    int file;
    unsigned long start, length;
    unsigned char bytes[WINDOW];
} window;

static struct file_access source;
static void *document, *page;

/// Finishes opening. A form is not for this library: it shows fields of one name alike, and some that are hidden.
static int count_pages(void) { return document && library.form_type(document) == 0 ? library.page_count(document) : -1; }

static bool read_all(unsigned char *buffer, unsigned long position, unsigned long size) {
    while (size > 0) {
        const ssize_t count = pread(window.file, buffer, size, (off_t)position);
        if (count <= 0) return false;
        buffer += count;
        position += (unsigned long)count;
        size -= (unsigned long)count;
    }
    return true;
}

static bool move_window(unsigned long start) {
    const unsigned long left = source.length - start, length = left < WINDOW ? left : WINDOW;
    window.length = 0;
    if (!read_all(window.bytes, start, length)) return false;
    window.start = start;
    window.length = length;
    return true;
}

/// Reads a part of the document; all of it is there, or it is an error.
static int read_part(void *context, unsigned long position, unsigned char *buffer, unsigned long size) {
    (void)context;
    if (position > source.length || size > source.length - position) return 0;
    if (size > WINDOW) return read_all(buffer, position, size);
    if (position < window.start || position + size > window.start + window.length) {
        // PDFium reads forwards and backwards: the part begins at a multiple of half its size.
        const unsigned long start = position - position % (WINDOW / 2);
        if (position + size > start + WINDOW) return read_all(buffer, position, size);
        if (!move_window(start)) return 0;
    }
    memcpy(buffer, window.bytes + (position - window.start), size);
    return 1;
}

/// Whether the document names a form near its beginning or its end, where most have their catalog: it need not be opened to know.
static bool names_form(void) {
    const unsigned long end = source.length > WINDOW ? source.length - WINDOW : 0;
    if (move_window(end) && memmem(window.bytes, window.length, "/AcroForm", 9)) return true;
    return end > 0 && move_window(0) && memmem(window.bytes, window.length, "/AcroForm", 9);
}

int cpdfium_open(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || status.st_size <= 0) return -1;
    window.file = descriptor;
    window.length = 0;
    source = (struct file_access){(unsigned long)status.st_size, read_part, NULL};
    if (names_form()) return -1;
    document = library.load_custom(&source, NULL);
    return count_pages();
}

int cpdfium_open_bytes(const void *bytes, size_t length) {
    document = library.load_memory(bytes, (int)length, NULL);
    return count_pages();
}

int cpdfium_page_size(int number, double *width, double *height) {
    return library.page_size(document, number, width, height) ? 0 : -1;
}

int cpdfium_load_page(int number, double *width, double *height) {
    page = library.load_page(document, number);
    if (!page) return -1;
    *width = library.page_width(page);
    *height = library.page_height(page);
    return 0;
}

/// Makes all pixels opaque, and returns whether they are white. By words, in a loop that the compiler makes into one over many
/// pixels at a time: it reads each page of a large picture again.
static bool make_opaque(uint8_t *pixels, size_t count) {
    const uint32_t opaque = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0xFF000000 : 0xFF;
    uint32_t all = UINT32_MAX;
    for (size_t index = 0; index < count; index++) {
        uint32_t pixel;
        memcpy(&pixel, pixels + index * 4, 4);
        pixel |= opaque;
        all &= pixel;
        memcpy(pixels + index * 4, &pixel, 4);
    }
    return all == UINT32_MAX;
}

int cpdfium_draw(int width, int height, uint8_t *pixels, bool *is_white) {
    void *bitmap = library.create_bitmap(width, height, BGRX, pixels, width * 4);
    if (!bitmap) return -1;
    library.fill(bitmap, 0, 0, width, height, 0xFFFFFFFF);
    library.render(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | AS_RGB);
    library.destroy_bitmap(bitmap);
    *is_white = make_opaque(pixels, (size_t)width * (size_t)height);
    return 0;
}

bool cpdfium_is_empty(void) {
    if (source.length > WINDOW || library.object_count(page) > 0 || library.annotation_count(page) > 0) return false;
    unsigned char *bytes = malloc(source.length);
    const bool is_read = bytes && read_part(NULL, 0, bytes, source.length);
    const bool has_contents = !is_read || memmem(bytes, source.length, "/Contents", 9) || memmem(bytes, source.length, "/ObjStm", 7);
    free(bytes);
    return !has_contents;
}

void cpdfium_close(void) {
    if (page) library.close_page(page);
    if (document) library.close_document(document);
    page = document = NULL;
}
