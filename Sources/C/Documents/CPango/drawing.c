// Drawings (SVG), by librsvg: the only place that draws one, whatever for.
#include "CPango.h"
#include "colour.h"
#include "libraries.h"

#include <math.h>

/// As browsers do: a pixel of CSS is a 96th of an inch.
#define DPI 96
/// Large texts, deep trees, and long attributes are allowed: the sandbox limits what they cost.
#define UNLIMITED 1
/// The size of letters that `em` refers to where the root does not have its own, in pixels.
#define EM 16

struct cpango_drawing {
    RsvgHandle *handle;
    /// The size in pixels of CSS; 0 until it is known.
    double width;
    double height;
    /// The place of what is drawn, where the drawing has neither a size nor a box.
    double left;
    double top;
};

struct cpango_drawing *cpango_drawing_open(const uint8_t *bytes, size_t length) {
    if (rsvg_handle_new_from_stream_sync_ == NULL || length > G_MAXSSIZE) return NULL;
    // librsvg reads all of it before it returns. Without an address, a drawing has no neighbors.
    void *stream = g_memory_input_stream_new_from_data_(bytes, (gssize)length, NULL);
    RsvgHandle *handle = rsvg_handle_new_from_stream_sync_(stream, NULL, UNLIMITED, NULL, NULL);
    g_object_unref(stream);
    if (handle == NULL) return NULL;
    rsvg_handle_set_dpi_(handle, DPI);
    struct cpango_drawing *drawing = g_new0(struct cpango_drawing, 1);
    drawing->handle = handle;
    return drawing;
}

void cpango_drawing_free(struct cpango_drawing *drawing) {
    g_object_unref(drawing->handle);
    g_free(drawing);
}

/// A length in pixels; one in percent, of a whole that is not known as 0.
static double pixels(RsvgLength length, double whole) {
    switch (length.unit) {
        case 0: return length.length * whole;
        case 2: return length.length * EM;
        case 3: return length.length * EM / 2;
        case 4: return length.length * DPI;
        case 5: return length.length * DPI / 2.54;
        case 6: return length.length * DPI / 25.4;
        case 7: return length.length * DPI / 72;
        case 8: return length.length * DPI / 6;
        default: return length.length;
    }
}

/// Finds the size: the lengths of the root, else of its box, else of what is drawn.
static void find_size(struct cpango_drawing *drawing) {
    RsvgHandle *handle = drawing->handle;
    if (rsvg_handle_get_intrinsic_size_in_pixels_(handle, &drawing->width, &drawing->height)) return;
    gboolean has_width, has_height, has_box;
    RsvgLength across, down;
    RsvgRectangle box;
    rsvg_handle_get_intrinsic_dimensions_(handle, &has_width, &across, &has_height, &down, &has_box, &box);
    const gboolean is_wide = has_width && across.unit != 0, is_high = has_height && down.unit != 0;
    if (has_box && box.width > 0 && box.height > 0) {
        drawing->width = has_width ? pixels(across, box.width) : box.width;
        drawing->height = has_height ? pixels(down, box.height) : box.height;
        // Of one length, the other follows.
        if (is_wide && !is_high) drawing->height = drawing->width * box.height / box.width;
        if (is_high && !is_wide) drawing->width = drawing->height * box.width / box.height;
        return;
    }
    RsvgRectangle ink;
    if (!rsvg_handle_get_geometry_for_element_(handle, NULL, &ink, NULL, NULL)) return;
    drawing->width = is_wide ? pixels(across, 0) : ink.width;
    drawing->height = is_high ? pixels(down, 0) : ink.height;
    if (!is_wide) drawing->left = ink.x;
    if (!is_high) drawing->top = ink.y;
}

int cpango_drawing_size(struct cpango_drawing *drawing, double *width, double *height) {
    if (drawing->width <= 0 || drawing->height <= 0) find_size(drawing);
    *width = drawing->width;
    *height = drawing->height;
    return isfinite(*width) && isfinite(*height) && *width > 0 && *height > 0 ? 0 : -1;
}

int cpango_drawing_draw(struct cpango_canvas *canvas, struct cpango_drawing *drawing, double x, double y,
                        double width, double height) {
    double own_width, own_height;
    if (cpango_drawing_size(drawing, &own_width, &own_height) != 0) return -1;
    cairo_t *cairo = canvas->cairo;
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, width / own_width, height / own_height);
    cairo_translate(cairo, -drawing->left, -drawing->top);
    // What a drawing has beyond its size is not on its picture.
    cairo_rectangle(cairo, drawing->left, drawing->top, own_width, own_height);
    cairo_clip(cairo);
    const RsvgRectangle place = {0, 0, own_width, own_height};
    const gboolean drawn = rsvg_handle_render_document_(drawing->handle, cairo, &place, NULL);
    cairo_restore(cairo);
    return drawn ? 0 : -1;
}

int cpango_drawing_layer(struct cpango_drawing *drawing, cairo_t *cairo, const char *name, const RsvgRectangle *place) {
    return rsvg_handle_render_layer_(drawing->handle, cairo, name, place, NULL);
}
