#include "window.h"

#include <math.h>

/// The least and the greatest size of a page in relation to that which fits, and the step.
#define ZOOM_LEAST 0.25
#define ZOOM_GREATEST 8.0
#define ZOOM_STEP 1.25
/// How long the size of the window must stay before pages are drawn for it, in milliseconds.
#define RESIZE_PAUSE 60

struct window {
    qpreview *previews;
    GtkWindow *gtk;
    GtkWidget *name, *facts, *pages, *page_box, *scrolled, *canvas, *problem, *stack, *content;
    /// The form that asks for a password; NULL for none.
    GtkWidget *password;
    window_moves moves;
    window_closes closes;
    gpointer data;
    document *document;
    double zoom;
    guint resize;
};

// MARK: Showing

/// Says what the window shows to those who do not see it: file and page, then its facts, or why there is only a card.
static void describe(window *window, const char *page, const char *problem) {
    char *facts = document_facts(window->document);
    const char *file = document_name(window->document);
    char *name = *page ? g_strdup_printf("%s, %s", file, page) : g_strdup(file);
    char *more = problem ? g_strdup_printf("%s%s%s", facts, *facts ? ". " : "", problem) : g_strdup(facts);
    GtkAccessible *described[] = {GTK_ACCESSIBLE(window->gtk), GTK_ACCESSIBLE(window->canvas)};
    for (size_t index = 0; index < G_N_ELEMENTS(described); index++) {
        gtk_accessible_update_property(described[index], GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, more, -1);
    }
    g_free(more);
    g_free(name);
    g_free(facts);
}

/// Shows the page, and asks for what is missing.
static void update(window *window) {
    if (!window->document) return;
    double width, height;
    canvas_viewport(window->canvas, &width, &height);
    const int scale = gtk_widget_get_scale_factor(window->canvas);
    document_draw(window->document, width * scale, height * scale, window->zoom);
    canvas_show(window->canvas, window->document, window->zoom);

    const page *page = document_page(window->document);
    const int count = document_page_count(window->document), number = page ? page->number : 1;
    char *label = g_strdup_printf("%d / %d", number, count);
    gtk_label_set_text(GTK_LABEL(window->pages), label);
    g_free(label);
    gtk_widget_set_visible(window->page_box, count > 1);
    label = g_strdup_printf(say(WORD_PAGE_OF), number, count);
    gtk_accessible_update_property(GTK_ACCESSIBLE(window->pages), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    const char *problem = document_problem(window->document);
    describe(window, count > 1 ? label : "", problem);
    g_free(label);
    const bool shows_problem = problem && !(page && page->texture);
    if (shows_problem) gtk_label_set_text(GTK_LABEL(window->problem), problem);
    gtk_stack_set_visible_child(GTK_STACK(window->stack), shows_problem ? window->problem : window->scrolled);
}

static bool on_password(const char *password, gpointer data) {
    return document_unlock(((window *)data)->document, password);
}

/// Shows the form for the password where the document is locked, and takes it away where it is not.
static void update_password(window *window, bool is_locked) {
    if (is_locked == (window->password != NULL)) return;
    if (is_locked) {
        window->password = password_new(document_name(window->document), on_password, window);
        gtk_box_append(GTK_BOX(window->content), window->password);
        password_focus(window->password);
    } else {
        gtk_box_remove(GTK_BOX(window->content), window->password);
        window->password = NULL;
    }
}

static void on_refused(const char *problem, gpointer data) {
    const window *window = data;
    if (window->password) password_refuse(window->password, problem);
}

static void on_facts(gpointer data) {
    window *window = data;
    update_password(window, document_is_locked(window->document));
    char *facts = document_facts(window->document);
    gtk_label_set_text(GTK_LABEL(window->facts), facts);
    gtk_widget_set_visible(window->facts, *facts != 0);
    g_free(facts);
    update(window);
}

static void on_change(gpointer data) {
    update(data);
}

static void turn_to(window *window, int number) {
    if (!window->document) return;
    document_turn_to(window->document, number);
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window->scrolled)), 0);
    update(window);
}

static void turn(window *window, int pages) {
    const page *page = window->document ? document_page(window->document) : NULL;
    if (page) turn_to(window, page->number + pages);
}

static void set_zoom(window *window, double zoom) {
    zoom = CLAMP(zoom, ZOOM_LEAST, ZOOM_GREATEST);
    // From one step to the other, it ends at the size that fits.
    if (fabs(zoom - 1) < 0.02) zoom = 1;
    if (zoom == window->zoom) return;
    window->zoom = zoom;
    update(window);
}

// MARK: The size

static gboolean after_resize(gpointer data) {
    window *window = data;
    window->resize = 0;
    update(window);
    return G_SOURCE_REMOVE;
}

static void on_place(GtkAdjustment *adjustment, GParamSpec *property, gpointer data) {
    (void)adjustment, (void)property;
    window *window = data;
    GtkScrolledWindow *scrolled = GTK_SCROLLED_WINDOW(window->scrolled);
    const double width = gtk_adjustment_get_page_size(gtk_scrolled_window_get_hadjustment(scrolled));
    const double height = gtk_adjustment_get_page_size(gtk_scrolled_window_get_vadjustment(scrolled));
    canvas_set_viewport(window->canvas, width, height);
    gtk_widget_queue_draw(window->canvas);
    if (window->resize) g_source_remove(window->resize);
    window->resize = g_timeout_add(RESIZE_PAUSE, after_resize, window);
}

// MARK: Keys

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data) {
    (void)controller, (void)code;
    window *window = data;
    const GdkModifierType modifiers = state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK);
    if (window->password && password_has_key(window->password, key, modifiers)) return FALSE;
    if (modifiers == GDK_CONTROL_MASK) {
        switch (key) {
        case GDK_KEY_c: canvas_copy(window->canvas); return TRUE;
        case GDK_KEY_a: canvas_select(window->canvas, true); return TRUE;
        case GDK_KEY_w: gtk_window_close(window->gtk); return TRUE;
        case GDK_KEY_plus:
        case GDK_KEY_minus:
        case GDK_KEY_equal:
        case GDK_KEY_0: break;
        default: return FALSE;
        }
    } else if (modifiers) {
        return FALSE;
    }
    switch (key) {
    case GDK_KEY_space:
    case GDK_KEY_Escape:
    case GDK_KEY_q: gtk_window_close(window->gtk); return TRUE;
    case GDK_KEY_Page_Down: turn(window, 1); return TRUE;
    case GDK_KEY_Page_Up: turn(window, -1); return TRUE;
    case GDK_KEY_Home: turn_to(window, 1); return TRUE;
    case GDK_KEY_End: turn_to(window, window->document ? document_page_count(window->document) : 1); return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add: set_zoom(window, window->zoom * ZOOM_STEP); return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract: set_zoom(window, window->zoom / ZOOM_STEP); return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0: set_zoom(window, 1); return TRUE;
    case GDK_KEY_Left: window->moves(GTK_DIR_LEFT, window->data); return TRUE;
    case GDK_KEY_Right: window->moves(GTK_DIR_RIGHT, window->data); return TRUE;
    case GDK_KEY_Up: window->moves(GTK_DIR_UP, window->data); return TRUE;
    case GDK_KEY_Down: window->moves(GTK_DIR_DOWN, window->data); return TRUE;
    case GDK_KEY_F11:
        if (gtk_window_is_fullscreen(window->gtk)) {
            gtk_window_unfullscreen(window->gtk);
        } else {
            gtk_window_fullscreen(window->gtk);
        }
        return TRUE;
    default: return FALSE;
    }
}

static gboolean on_scroll(GtkEventControllerScroll *controller, double across, double down, gpointer data) {
    (void)across;
    window *window = data;
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
    if (!(state & GDK_CONTROL_MASK)) return FALSE;
    set_zoom(window, window->zoom * pow(ZOOM_STEP, -down));
    return TRUE;
}

// MARK: Making

static void on_previous(GtkButton *button, gpointer data) { (void)button, turn(data, -1); }
static void on_next(GtkButton *button, gpointer data) { (void)button, turn(data, 1); }
static void on_larger(GtkButton *button, gpointer data) {
    (void)button, set_zoom(data, ((window *)data)->zoom * ZOOM_STEP);
}
static void on_smaller(GtkButton *button, gpointer data) {
    (void)button, set_zoom(data, ((window *)data)->zoom / ZOOM_STEP);
}

/// A button whose word a screen reader says; the keyboard has keys for all of them.
static GtkWidget *button(window *window, const char *icon, word name, GCallback pressed) {
    GtkWidget *button = gtk_button_new_from_icon_name(icon);
    gtk_widget_set_tooltip_text(button, say(name));
    gtk_widget_set_focusable(button, FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, say(name), -1);
    g_signal_connect(button, "clicked", pressed, window);
    return button;
}

static GtkWidget *label(const char *class) {
    GtkWidget *label = gtk_label_new("");
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_add_css_class(label, class);
    return label;
}

static GtkWidget *header(window *window) {
    GtkWidget *bar = gtk_header_bar_new();
    GtkWidget *titles = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_valign(titles, GTK_ALIGN_CENTER);
    window->name = label("title");
    window->facts = label("subtitle");
    gtk_box_append(GTK_BOX(titles), window->name);
    gtk_box_append(GTK_BOX(titles), window->facts);
    gtk_header_bar_set_title_widget(GTK_HEADER_BAR(bar), titles);

    window->page_box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    window->pages = label("numeric");
    gtk_label_set_ellipsize(GTK_LABEL(window->pages), PANGO_ELLIPSIZE_NONE);
    GtkWidget *box = window->page_box;
    gtk_box_append(GTK_BOX(box), button(window, "go-previous-symbolic", WORD_PREVIOUS_PAGE, G_CALLBACK(on_previous)));
    gtk_box_append(GTK_BOX(box), window->pages);
    gtk_box_append(GTK_BOX(box), button(window, "go-next-symbolic", WORD_NEXT_PAGE, G_CALLBACK(on_next)));
    gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), box);
    gtk_header_bar_pack_end(GTK_HEADER_BAR(bar), button(window, "zoom-in-symbolic", WORD_ZOOM_IN, G_CALLBACK(on_larger)));
    gtk_header_bar_pack_end(GTK_HEADER_BAR(bar),
                            button(window, "zoom-out-symbolic", WORD_ZOOM_OUT, G_CALLBACK(on_smaller)));
    return bar;
}

static GtkWidget *content(window *window) {
    window->canvas = canvas_new();
    window->scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(window->scrolled), window->canvas);
    g_signal_connect(gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(window->scrolled)), "notify::page-size",
                     G_CALLBACK(on_place), window);
    g_signal_connect(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window->scrolled)), "notify::page-size",
                     G_CALLBACK(on_place), window);
    window->problem = gtk_label_new("");
    gtk_label_set_wrap(GTK_LABEL(window->problem), TRUE);
    window->stack = gtk_stack_new();
    gtk_stack_add_child(GTK_STACK(window->stack), window->scrolled);
    gtk_stack_add_child(GTK_STACK(window->stack), window->problem);
    window->content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(window->content), window->stack);
    return window->content;
}

static void on_destroy(GtkWidget *widget, gpointer data) {
    (void)widget;
    window *window = data;
    if (window->resize) g_source_remove(window->resize);
    document_close(window->document);
    window->closes(window->data);
    g_free(window);
}

/// Nothing may draw the document from here on.
static gboolean on_close(GtkWindow *gtk, gpointer data) {
    (void)gtk;
    window *window = data;
    canvas_show(window->canvas, NULL, 1);
    return FALSE;
}

window *window_new(GtkApplication *application, qpreview *previews, window_moves moves, window_closes closes,
                   gpointer data) {
    window *window = g_new0(struct window, 1);
    window->previews = previews;
    window->moves = moves;
    window->closes = closes;
    window->data = data;
    window->zoom = 1;
    window->gtk = GTK_WINDOW(gtk_application_window_new(application));
    gtk_window_set_default_size(window->gtk, 760, 860);
    gtk_window_set_titlebar(window->gtk, header(window));
    gtk_window_set_child(window->gtk, content(window));
    // Before the widgets that have the focus.
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), window);
    gtk_widget_add_controller(GTK_WIDGET(window->gtk), keys);
    GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
    gtk_event_controller_set_propagation_phase(scroll, GTK_PHASE_CAPTURE);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), window);
    gtk_widget_add_controller(window->scrolled, scroll);
    g_signal_connect(window->gtk, "close-request", G_CALLBACK(on_close), window);
    g_signal_connect(window->gtk, "destroy", G_CALLBACK(on_destroy), window);
    return window;
}

void window_show(window *window, GFile *file) {
    canvas_show(window->canvas, NULL, 1);
    document_close(window->document);
    const document_events events = {on_facts, on_change, on_change, on_refused};
    window->zoom = 1;
    window->document = document_open(window->previews, file, events, window);
    gtk_window_set_title(window->gtk, document_name(window->document));
    gtk_label_set_text(GTK_LABEL(window->name), document_name(window->document));
    // It has none yet, and no form for a password either, with which that of another document ends.
    on_facts(window);
    gtk_window_present(window->gtk);
}

bool window_shows(const window *window, GFile *file) {
    return window->document && document_is(window->document, file);
}

void window_close(window *window) {
    gtk_window_close(window->gtk);
}

GtkWindow *window_gtk(const window *window) {
    return window->gtk;
}
