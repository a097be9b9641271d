#include <cairo-pdf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CPango.h"
#include "libraries.h"

/// The bytes of a PDF on their way to the output: cairo writes in small pieces.
struct cpango_pages {
    int descriptor;
    int failed;
    size_t count;
    unsigned char bytes[1 << 16];
    /// The fonts of plain lines: by whether they are bold (1) and italic (2); and their sizes.
    cairo_scaled_font_t *plain[4];
    double plain_size[4];
};

static int flush(struct cpango_pages *pages) {
    // Pages that are only measured are written nowhere.
    size_t done = pages->descriptor < 0 ? pages->count : 0;
    while (done < pages->count && !pages->failed) {
        const ssize_t count = write(pages->descriptor, pages->bytes + done, pages->count - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) pages->failed = 1;
        else done += (size_t)count;
    }
    pages->count = 0;
    return pages->failed;
}

static cairo_status_t take(void *closure, const unsigned char *data, unsigned length) {
    struct cpango_pages *pages = closure;
    while (length > 0) {
        size_t room = sizeof pages->bytes - pages->count;
        if (room > length) room = length;
        memcpy(pages->bytes + pages->count, data, room);
        pages->count += room;
        data += room;
        length -= (unsigned)room;
        if (pages->count == sizeof pages->bytes && flush(pages) != 0) return CAIRO_STATUS_WRITE_ERROR;
    }
    return CAIRO_STATUS_SUCCESS;
}

struct cpango_canvas *cpango_pages_create(int descriptor, double width, double height, const char *title) {
    struct cpango_canvas *canvas = calloc(1, sizeof *canvas);
    struct cpango_pages *pages = calloc(1, sizeof *pages);
    if (canvas == NULL || pages == NULL) {
        free(canvas);
        free(pages);
        return NULL;
    }
    pages->descriptor = descriptor;
    canvas->pages = pages;
    canvas->surface = cairo_pdf_surface_create_for_stream(take, pages, width, height);
    cairo_pdf_surface_restrict_to_version(canvas->surface, CAIRO_PDF_VERSION_1_5);
    // The same document gives the same bytes on any day.
    cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    if (title[0] != 0) cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_TITLE, title);
    // What cairo cannot write as it is, such as colored glyphs of a bitmap font, becomes pixels.
    cairo_surface_set_fallback_resolution(canvas->surface, 300, 300);
    canvas->cairo = cairo_create(canvas->surface);
    if (cairo_status(canvas->cairo) == CAIRO_STATUS_SUCCESS) return canvas;
    cpango_canvas_free(canvas);
    return NULL;
}

void cpango_pages_free(struct cpango_pages *pages) {
    if (pages == NULL) return;
    for (size_t index = 0; index < 4; index++) {
        if (pages->plain[index] != NULL) cairo_scaled_font_destroy(pages->plain[index]);
    }
    free(pages);
}

void cpango_pages_next(struct cpango_canvas *canvas) { cairo_show_page(canvas->cairo); }

void cpango_pages_resize(struct cpango_canvas *canvas, double width, double height) {
    cairo_pdf_surface_set_size(canvas->surface, width, height);
}

int cpango_pages_status(const struct cpango_canvas *canvas) {
    if (canvas->pages->failed) return -1;
    cairo_status_t status = cairo_status(canvas->cairo);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(canvas->surface);
    switch (status) {
    case CAIRO_STATUS_SUCCESS: return 0;
    case CAIRO_STATUS_WRITE_ERROR: return -1;
    case CAIRO_STATUS_NO_MEMORY: return -2;
    default: return -3;
    }
}

int cpango_pages_finish(struct cpango_canvas *canvas) {
    cairo_surface_finish(canvas->surface);
    flush(canvas->pages);
    // A context of a finished surface reports that it is finished.
    if (canvas->pages->failed) return -1;
    switch (cairo_surface_status(canvas->surface)) {
    case CAIRO_STATUS_SUCCESS: return 0;
    case CAIRO_STATUS_WRITE_ERROR: return -1;
    case CAIRO_STATUS_NO_MEMORY: return -2;
    default: return -3;
    }
}

int cpango_pages_outline(struct cpango_canvas *canvas, int parent, const char *title, int page, double x,
                         double y) {
    char target[96];
    cairo_user_to_device(canvas->cairo, &x, &y);
    snprintf(target, sizeof target, "page=%d pos=[%.2f %.2f]", page, x, y);
    return cairo_pdf_surface_add_outline(canvas->surface, parent, title, target, CAIRO_PDF_OUTLINE_FLAG_OPEN);
}

void cpango_pages_link(struct cpango_canvas *canvas, double x, double y, double width, double height,
                       const char *target) {
    char attributes[2048 + 128];
    // The rectangle is not transformed by cairo 1.16.
    cairo_user_to_device(canvas->cairo, &x, &y);
    cairo_user_to_device_distance(canvas->cairo, &width, &height);
    const int length = snprintf(attributes, sizeof attributes, "rect=[%.2f %.2f %.2f %.2f] uri='%s'", x, y, width,
                                height, target);
    if (length < 0 || (size_t)length >= sizeof attributes) return;
    // Of a link outside of all structure, cairo 1.16 forgets to write an object that it refers to.
    cairo_tag_begin(canvas->cairo, "P", NULL);
    cairo_tag_begin(canvas->cairo, CAIRO_TAG_LINK, attributes);
    cairo_tag_end(canvas->cairo, CAIRO_TAG_LINK);
    cairo_tag_end(canvas->cairo, "P");
}

void cpango_pages_name(cairo_surface_t *picture, const uint8_t *bytes, size_t length, uint32_t width) {
    // FNV-1a. A document in which two pictures have the same sum shows one of them twice, and nothing else.
    const unsigned __int128 prime = (unsigned __int128)1 << 88 | 0x13B;
    unsigned __int128 sum = (unsigned __int128)0x6C62272E07BB0142 << 64 | 0x62B821756295C58D;
    for (size_t index = 0; index < length; index++) sum = (sum ^ bytes[index]) * prime;
    sum = (sum ^ width) * prime;
    unsigned char *name = malloc(sizeof sum);
    if (name == NULL) return;
    memcpy(name, &sum, sizeof sum);
    if (cairo_surface_set_mime_data(picture, CAIRO_MIME_TYPE_UNIQUE_ID, name, sizeof sum, free, name) !=
        CAIRO_STATUS_SUCCESS) {
        free(name);
    }
}

int cpango_pages_jpeg(struct cpango_canvas *canvas, const uint8_t *bytes, size_t length, uint32_t width,
                      uint32_t height, uint32_t orientation, double x, double y, double new_width,
                      double new_height) {
    // How a picture of width and height 1 is turned, for each orientation of EXIF from 1 to 8.
    static const cairo_matrix_t turns[] = {{1, 0, 0, 1, 0, 0},  {-1, 0, 0, 1, 1, 0}, {-1, 0, 0, -1, 1, 1},
                                           {1, 0, 0, -1, 0, 1}, {0, 1, 1, 0, 0, 0},  {0, 1, -1, 0, 1, 0},
                                           {0, -1, -1, 0, 1, 1}, {0, -1, 1, 0, 0, 1}};
    // The pixels are never touched, so that they take no memory.
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    unsigned char *copy = malloc(length);
    if (cairo_surface_status(picture) != CAIRO_STATUS_SUCCESS || copy == NULL) {
        cairo_surface_destroy(picture);
        free(copy);
        return -1;
    }
    memcpy(copy, bytes, length);
    if (cairo_surface_set_mime_data(picture, CAIRO_MIME_TYPE_JPEG, copy, length, free, copy) !=
        CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(picture);
        free(copy);
        return -1;
    }
    cpango_pages_name(picture, bytes, length, width);
    cpango_place(canvas, x, y, 1);
    cairo_scale(canvas->cairo, new_width, new_height);
    if (orientation >= 1 && orientation <= 8) cairo_transform(canvas->cairo, &turns[orientation - 1]);
    cairo_scale(canvas->cairo, 1.0 / width, 1.0 / height);
    cairo_set_source_surface(canvas->cairo, picture, 0, 0);
    cairo_paint(canvas->cairo);
    cpango_unclip(canvas);
    cairo_surface_destroy(picture);
    return 0;
}

/// Returns the font of plain lines, or NULL.
static cairo_scaled_font_t *plain_font(struct cpango_pages *pages, double size, uint32_t look) {
    const size_t index = look & (CPANGO_BOLD | CPANGO_ITALIC);
    cairo_scaled_font_t **plain = &pages->plain[index];
    if (*plain == NULL || pages->plain_size[index] != size) {
        PangoFont *font = cpango_plain_font(size, look);
        if (font == NULL) return NULL;
        if (*plain != NULL) cairo_scaled_font_destroy(*plain);
        *plain = cairo_scaled_font_reference(pango_cairo_font_get_scaled_font_(font));
        pages->plain_size[index] = size;
        g_object_unref(font);
    }
    return *plain;
}

int cpango_plain_has(struct cpango_canvas *canvas, const char *text, double size) {
    cairo_scaled_font_t *font = plain_font(canvas->pages, size, 0);
    cairo_glyph_t *glyphs = NULL;
    int count = 0, has = 0;
    if (font != NULL && cairo_scaled_font_text_to_glyphs(font, 0, 0, text, -1, &glyphs, &count, NULL, NULL, NULL) ==
                            CAIRO_STATUS_SUCCESS) {
        has = 1;
        for (int index = 0; index < count; index++) has = has && glyphs[index].index != 0;
    }
    cairo_glyph_free(glyphs);
    return has;
}

void cpango_plain_draw(struct cpango_canvas *canvas, const char *text, double size, double x, double baseline,
                       uint32_t colour, uint32_t look) {
    cairo_scaled_font_t *font = plain_font(canvas->pages, size, look);
    if (font == NULL) return;
    cpango_set_colour(canvas->cairo, colour | 0xFF000000);
    cairo_set_scaled_font(canvas->cairo, font);
    cairo_move_to(canvas->cairo, x, baseline);
    cairo_show_text(canvas->cairo, text);
}
