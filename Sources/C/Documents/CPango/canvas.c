#include "CPango.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "libraries.h"

void cpango_set_colour(cairo_t *cairo, uint32_t colour) {
    cairo_set_source_rgba(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                          (colour & 255) / 255.0, (colour >> 24) / 255.0);
}

struct cpango_canvas *cpango_canvas_create(uint32_t width, uint32_t height, double scale) {
    struct cpango_canvas *canvas = calloc(1, sizeof *canvas);
    if (canvas == NULL) return NULL;
    canvas->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
    canvas->cairo = cairo_create(canvas->surface);
    if (cairo_status(canvas->cairo) != CAIRO_STATUS_SUCCESS) {
        cpango_canvas_free(canvas);
        return NULL;
    }
    cairo_scale(canvas->cairo, scale, scale);
    return canvas;
}

void cpango_canvas_free(struct cpango_canvas *canvas) {
    cairo_destroy(canvas->cairo);
    cairo_surface_destroy(canvas->surface);
    cpango_pages_free(canvas->pages);
    free(canvas);
}

const uint32_t *cpango_canvas_pixels(struct cpango_canvas *canvas, size_t *stride) {
    cairo_surface_flush(canvas->surface);
    if (cairo_status(canvas->cairo) != CAIRO_STATUS_SUCCESS) return NULL;
    *stride = (size_t)cairo_image_surface_get_stride(canvas->surface);
    return (const uint32_t *)(const void *)cairo_image_surface_get_data(canvas->surface);
}

static void outline(cairo_t *cairo, double x, double y, double width, double height, double radius) {
    cairo_new_path(cairo);
    if (radius <= 0) {
        cairo_rectangle(cairo, x, y, width, height);
        return;
    }
    cairo_arc(cairo, x + width - radius, y + radius, radius, -M_PI / 2, 0);
    cairo_arc(cairo, x + width - radius, y + height - radius, radius, 0, M_PI / 2);
    cairo_arc(cairo, x + radius, y + height - radius, radius, M_PI / 2, M_PI);
    cairo_arc(cairo, x + radius, y + radius, radius, M_PI, 1.5 * M_PI);
    cairo_close_path(cairo);
}

void cpango_fill(struct cpango_canvas *canvas, double x, double y, double width, double height,
                 double radius, uint32_t colour) {
    cpango_set_colour(canvas->cairo, colour);
    outline(canvas->cairo, x, y, width, height, radius);
    cairo_fill(canvas->cairo);
}

void cpango_frame(struct cpango_canvas *canvas, double x, double y, double width, double height,
                  double radius, double line, uint32_t colour) {
    cpango_set_colour(canvas->cairo, colour);
    cairo_set_line_width(canvas->cairo, line);
    outline(canvas->cairo, x, y, width, height, radius);
    cairo_stroke(canvas->cairo);
}

void cpango_polygon(struct cpango_canvas *canvas, const double *points, size_t count,
                    uint32_t colour) {
    cpango_set_colour(canvas->cairo, colour);
    cairo_new_path(canvas->cairo);
    for (size_t index = 0; index < count; index++) {
        cairo_line_to(canvas->cairo, points[2 * index], points[2 * index + 1]);
    }
    cairo_close_path(canvas->cairo);
    cairo_fill(canvas->cairo);
}

void cpango_clip(struct cpango_canvas *canvas, double x, double y, double width, double height) {
    cairo_save(canvas->cairo);
    cairo_rectangle(canvas->cairo, x, y, width, height);
    cairo_clip(canvas->cairo);
}

void cpango_unclip(struct cpango_canvas *canvas) { cairo_restore(canvas->cairo); }

void cpango_place(struct cpango_canvas *canvas, double x, double y, double factor) {
    cairo_save(canvas->cairo);
    cairo_translate(canvas->cairo, x, y);
    cairo_scale(canvas->cairo, factor, factor);
}

int cpango_picture(struct cpango_canvas *canvas, const uint8_t *pixels, uint32_t width, uint32_t height,
                   double x, double y, double new_width, double new_height) {
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
    uint8_t *rows = cairo_image_surface_get_data(picture);
    if (cairo_surface_status(picture) != CAIRO_STATUS_SUCCESS || rows == NULL) {
        cairo_surface_destroy(picture);
        return -1;
    }
    size_t stride = (size_t)cairo_image_surface_get_stride(picture);
    for (uint32_t row = 0; row < height; row++) {
        uint32_t *words = (uint32_t *)(void *)(rows + row * stride);
        for (uint32_t column = 0; column < width; column++, pixels += 4) {
            uint32_t alpha = pixels[3];
            // Premultiply, rounding to the nearest value.
            words[column] = alpha << 24 | (pixels[0] * alpha + 127) / 255 << 16
                            | (pixels[1] * alpha + 127) / 255 << 8 | (pixels[2] * alpha + 127) / 255;
        }
    }
    cairo_surface_mark_dirty(picture);
    if (canvas->pages != NULL) cpango_pages_name(picture, rows, stride * height, width);
    cpango_place(canvas, x, y, 1);
    cairo_scale(canvas->cairo, new_width / width, new_height / height);
    cairo_set_source_surface(canvas->cairo, picture, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(canvas->cairo), CAIRO_FILTER_BILINEAR);
    if (canvas->pages != NULL) {
        // An extended picture would be written in a size of its own for each place.
        cairo_paint(canvas->cairo);
    } else {
        // Otherwise the edges would blend with the transparent pixels beside the picture.
        cairo_pattern_set_extend(cairo_get_source(canvas->cairo), CAIRO_EXTEND_PAD);
        cairo_rectangle(canvas->cairo, 0, 0, width, height);
        cairo_fill(canvas->cairo);
    }
    cairo_restore(canvas->cairo);
    cairo_surface_destroy(picture);
    return 0;
}

/// The unread bytes of an icon.
struct rest {
    const uint8_t *bytes;
    size_t length;
};

static cairo_status_t read_rest(void *closure, unsigned char *data, unsigned length) {
    struct rest *rest = closure;
    if (rest->length < length) return CAIRO_STATUS_READ_ERROR;
    memcpy(data, rest->bytes, length);
    rest->bytes += length;
    rest->length -= length;
    return CAIRO_STATUS_SUCCESS;
}

static int draw_png(cairo_t *cairo, struct rest rest, double x, double y, double size) {
    cairo_surface_t *icon = cairo_image_surface_create_from_png_stream(read_rest, &rest);
    int failed = cairo_surface_status(icon) != CAIRO_STATUS_SUCCESS;
    if (!failed) {
        double width = cairo_image_surface_get_width(icon);
        double height = cairo_image_surface_get_height(icon);
        double factor = size / fmax(width, height);
        cairo_save(cairo);
        cairo_translate(cairo, x + (size - width * factor) / 2, y + (size - height * factor) / 2);
        cairo_scale(cairo, factor, factor);
        cairo_set_source_surface(cairo, icon, 0, 0);
        cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BEST);
        cairo_paint(cairo);
        cairo_restore(cairo);
    }
    cairo_surface_destroy(icon);
    return failed ? -1 : 0;
}

static int draw_svg(cairo_t *cairo, struct rest rest, double x, double y, double size) {
    if (rsvg_handle_new_from_data_ == NULL) return -1;
    RsvgHandle *handle = rsvg_handle_new_from_data_(rest.bytes, rest.length, NULL);
    if (handle == NULL) return -1;
    RsvgRectangle place = {x, y, size, size};
    gboolean drawn = rsvg_handle_render_document_(handle, cairo, &place, NULL);
    g_object_unref(handle);
    return drawn ? 0 : -1;
}

int cpango_icon(struct cpango_canvas *canvas, const uint8_t *bytes, size_t length, double x,
                double y, double size) {
    struct rest rest = {bytes, length};
    if (length > 8 && memcmp(bytes, "\x89PNG", 4) == 0) {
        return draw_png(canvas->cairo, rest, x, y, size);
    }
    return draw_svg(canvas->cairo, rest, x, y, size);
}
