#include "window.h"

#include <math.h>

#define QPREVIEW_TYPE_CANVAS (canvas_get_type())
G_DECLARE_FINAL_TYPE(Canvas, canvas, QPREVIEW, CANVAS, GtkWidget)

struct _Canvas {
    GtkWidget parent;
    /// Of the window; NULL for none.
    document *document;
    double zoom, width, height;
    /// The page of the selection; a pending "all", and a pending copy of it, wait for the page's text.
    int selected_page;
    selection selection;
    bool selects_all, copies;
};

G_DEFINE_FINAL_TYPE(Canvas, canvas, GTK_TYPE_WIDGET)

// MARK: Places

static const qpreview_page_text *text_of(const Canvas *canvas) {
    const page *page = canvas->document ? document_page(canvas->document) : NULL;
    return page && page->text ? qpreview_answer_page(page->text, 0) : NULL;
}

/// The size of the page on the screen.
static void shown_size(const Canvas *canvas, double *width, double *height) {
    *width = canvas->width;
    *height = canvas->height;
    const int scale = gtk_widget_get_scale_factor(GTK_WIDGET(canvas));
    document_fit(canvas->document, width, height, 1.0 / scale);
    *width *= canvas->zoom;
    *height *= canvas->zoom;
}

/// Where the page is, on whole pixels, so that a picture of that size is not scaled.
static graphene_rect_t place_of(Canvas *canvas) {
    double width, height;
    shown_size(canvas, &width, &height);
    const page *page = document_page(canvas->document);
    const double scale = gtk_widget_get_scale_factor(GTK_WIDGET(canvas));
    if (page && page->texture) {
        const double own_width = gdk_texture_get_width(page->texture) / scale;
        const double own_height = gdk_texture_get_height(page->texture) / scale;
        if (fabs(own_width - width) < 3 && fabs(own_height - height) < 3) {
            width = own_width;
            height = own_height;
        }
    }
    const double left = floor(fmax(0, gtk_widget_get_width(GTK_WIDGET(canvas)) - width) / 2 * scale) / scale;
    const double top = floor(fmax(0, gtk_widget_get_height(GTK_WIDGET(canvas)) - height) / 2 * scale) / scale;
    return GRAPHENE_RECT_INIT((float)left, (float)top, (float)width, (float)height);
}

/// The word at a place of the widget, or the nearest one.
static int word_at(Canvas *canvas, double x, double y, bool exactly) {
    const qpreview_page_text *text = text_of(canvas);
    if (!text || text->width <= 0 || text->height <= 0) return -1;
    const graphene_rect_t place = place_of(canvas);
    return selection_word_at(text, (x - place.origin.x) * text->width / place.size.width,
                             (y - place.origin.y) * text->height / place.size.height, exactly);
}

// MARK: The widget

static void canvas_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline) {
    (void)for_size;
    const Canvas *canvas = QPREVIEW_CANVAS(widget);
    double width = 0, height = 0;
    // Up to that size, it takes the place that it gets.
    if (canvas->document && canvas->zoom > 1) shown_size(canvas, &width, &height);
    *minimum = *natural = (int)floor(orientation == GTK_ORIENTATION_HORIZONTAL ? width : height);
    *minimum_baseline = *natural_baseline = -1;
}

static void canvas_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    Canvas *canvas = QPREVIEW_CANVAS(widget);
    const page *page = canvas->document ? document_page(canvas->document) : NULL;
    if (!page || !page->texture) return;
    const graphene_rect_t place = place_of(canvas);
    gtk_snapshot_append_texture(snapshot, page->texture, &place);
    if (canvas->selected_page == page->number) {
        selection_draw(snapshot, text_of(canvas), canvas->selection, &place);
    }
}

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, gpointer data) {
    (void)gesture;
    Canvas *canvas = data;
    const page *page = canvas->document ? document_page(canvas->document) : NULL;
    const int word = word_at(canvas, x, y, true);
    canvas->selects_all = canvas->copies = false;
    canvas->selected_page = page ? page->number : 0;
    // A click outside of words takes the selection away; a drag may begin there all the same.
    canvas->selection = (selection){word, word};
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

static void on_drag_update(GtkGestureDrag *gesture, double across, double down, gpointer data) {
    Canvas *canvas = data;
    double x, y;
    if (!gtk_gesture_drag_get_start_point(gesture, &x, &y)) return;
    if (fabs(across) + fabs(down) < 3) return;
    canvas->selection = (selection){word_at(canvas, x, y, false), word_at(canvas, x + across, y + down, false)};
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, gpointer data) {
    (void)controller;
    gtk_widget_set_cursor_from_name(GTK_WIDGET(data), word_at(data, x, y, true) >= 0 ? "text" : "default");
}

static void canvas_init(Canvas *canvas) {
    canvas->zoom = 1;
    canvas->selection = (selection){-1, -1};
    GtkGesture *drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), canvas);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), canvas);
    gtk_widget_add_controller(GTK_WIDGET(canvas), GTK_EVENT_CONTROLLER(drag));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), canvas);
    gtk_widget_add_controller(GTK_WIDGET(canvas), motion);
    gtk_widget_set_hexpand(GTK_WIDGET(canvas), TRUE);
    gtk_widget_set_vexpand(GTK_WIDGET(canvas), TRUE);
}

static void canvas_class_init(CanvasClass *class) {
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    widget->measure = canvas_measure;
    widget->snapshot = canvas_snapshot;
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
    gtk_widget_class_set_css_name(widget, "qpreview-canvas");
}

GtkWidget *canvas_new(void) {
    return g_object_new(QPREVIEW_TYPE_CANVAS, NULL);
}

// MARK: For the window

void canvas_show(GtkWidget *widget, document *document, double zoom) {
    Canvas *canvas = QPREVIEW_CANVAS(widget);
    const page *page = document ? document_page(document) : NULL;
    if (canvas->document != document || (page && page->number != canvas->selected_page)) {
        // What waits for the text of a page ends with it; before there is a page, it waits for the first.
        if (canvas->document != document || canvas->selected_page > 0) canvas->selects_all = canvas->copies = false;
        canvas->selection = (selection){-1, -1};
        canvas->selected_page = 0;
    }
    canvas->document = document;
    canvas->zoom = zoom;
    if (canvas->selects_all && text_of(canvas)) {
        const bool copies = canvas->copies;
        canvas_select(widget, true);
        if (copies) canvas_copy(widget);
    }
    gtk_widget_queue_resize(widget);
    gtk_widget_queue_draw(widget);
}

void canvas_set_viewport(GtkWidget *widget, double width, double height) {
    QPREVIEW_CANVAS(widget)->width = width;
    QPREVIEW_CANVAS(widget)->height = height;
}

void canvas_viewport(GtkWidget *widget, double *width, double *height) {
    *width = QPREVIEW_CANVAS(widget)->width;
    *height = QPREVIEW_CANVAS(widget)->height;
}

void canvas_select(GtkWidget *widget, bool all) {
    Canvas *canvas = QPREVIEW_CANVAS(widget);
    const page *page = canvas->document ? document_page(canvas->document) : NULL;
    const qpreview_page_text *text = text_of(canvas);
    canvas->selects_all = all && !text;
    canvas->copies = false;
    canvas->selected_page = page ? page->number : 0;
    canvas->selection = all ? selection_all(text) : (selection){-1, -1};
    gtk_widget_queue_draw(widget);
}

void canvas_copy(GtkWidget *widget) {
    Canvas *canvas = QPREVIEW_CANVAS(widget);
    // The keys may be faster than the text.
    canvas->copies = canvas->selects_all;
    char *text = selection_text(text_of(canvas), canvas->selection);
    if (text) gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text);
    g_free(text);
}
