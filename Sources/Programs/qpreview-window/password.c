// The form below the card of an encrypted document. GTK keeps what is typed in memory that is locked, and wipes it when the
// form is destroyed: so each document has a form of its own.
#include "window.h"

#define QPREVIEW_TYPE_PASSWORD_FORM (password_form_get_type())
G_DECLARE_FINAL_TYPE(PasswordForm, password_form, QPREVIEW, PASSWORD_FORM, GtkBox)

struct _PasswordForm {
    GtkBox parent;
    GtkWidget *entry, *button;
    /// Shows the problem, or that the password is being tried.
    GtkWidget *state, *problem, *spinner;
    password_given given;
    gpointer data;
};

G_DEFINE_FINAL_TYPE(PasswordForm, password_form, GTK_TYPE_BOX)

/// The distance between its parts, and to what is around it.
#define SPACE 6
/// The width of the entry and of the longest line, in letters.
#define ENTRY_LETTERS 28
#define LINE_LETTERS 60

// MARK: States

static void set_problem(PasswordForm *form, const char *problem) {
    gtk_label_set_text(GTK_LABEL(form->problem), problem);
    if (*problem) {
        gtk_widget_add_css_class(form->entry, "error");
    } else {
        gtk_widget_remove_css_class(form->entry, "error");
    }
    gtk_accessible_update_state(GTK_ACCESSIBLE(form->entry), GTK_ACCESSIBLE_STATE_INVALID,
                                *problem ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void set_busy(PasswordForm *form, bool is_busy) {
    gtk_widget_set_sensitive(form->button, !is_busy);
    gtk_spinner_set_spinning(GTK_SPINNER(form->spinner), is_busy);
    gtk_stack_set_visible_child(GTK_STACK(form->state), is_busy ? form->spinner : form->problem);
}

static const char *typed(const PasswordForm *form) {
    return gtk_editable_get_text(GTK_EDITABLE(form->entry));
}

// MARK: Signals

static void on_changed(GtkEditable *entry, gpointer data) {
    (void)entry;
    set_problem(data, "");
}

static void on_given(GtkWidget *widget, gpointer data) {
    (void)widget;
    PasswordForm *form = data;
    if (!*typed(form) || gtk_spinner_get_spinning(GTK_SPINNER(form->spinner))) {
        gtk_widget_grab_focus(form->entry);
        return;
    }
    set_problem(form, "");
    if (form->given(typed(form), form->data)) set_busy(form, true);
}

// MARK: Making

static void password_form_init(PasswordForm *form) {
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, SPACE);
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER);
    form->entry = gtk_password_entry_new();
    g_object_set(form->entry, "placeholder-text", say(WORD_PASSWORD), "show-peek-icon", TRUE, NULL);
    gtk_editable_set_width_chars(GTK_EDITABLE(form->entry), ENTRY_LETTERS);
    // What is undone would be kept elsewhere.
    gtk_editable_set_enable_undo(GTK_EDITABLE(form->entry), FALSE);
    form->button = gtk_button_new_with_label(say(WORD_UNLOCK));
    gtk_widget_add_css_class(form->button, "suggested-action");
    gtk_box_append(GTK_BOX(row), form->entry);
    gtk_box_append(GTK_BOX(row), form->button);

    // A screen reader says at once what is written there.
    form->problem = g_object_new(GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, NULL);
    gtk_label_set_wrap(GTK_LABEL(form->problem), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(form->problem), LINE_LETTERS);
    gtk_label_set_justify(GTK_LABEL(form->problem), GTK_JUSTIFY_CENTER);
    gtk_widget_add_css_class(form->problem, "error");
    form->spinner = gtk_spinner_new();
    form->state = gtk_stack_new();
    gtk_stack_add_child(GTK_STACK(form->state), form->problem);
    gtk_stack_add_child(GTK_STACK(form->state), form->spinner);

    gtk_orientable_set_orientation(GTK_ORIENTABLE(form), GTK_ORIENTATION_VERTICAL);
    gtk_box_set_spacing(GTK_BOX(form), SPACE);
    gtk_box_append(GTK_BOX(form), row);
    gtk_box_append(GTK_BOX(form), form->state);
    gtk_widget_set_margin_start(GTK_WIDGET(form), 2 * SPACE);
    gtk_widget_set_margin_end(GTK_WIDGET(form), 2 * SPACE);
    gtk_widget_set_margin_bottom(GTK_WIDGET(form), 2 * SPACE);
    gtk_accessible_update_relation(GTK_ACCESSIBLE(form->entry), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, form->problem,
                                   NULL, -1);
    g_signal_connect(form->entry, "changed", G_CALLBACK(on_changed), form);
    g_signal_connect(form->entry, "activate", G_CALLBACK(on_given), form);
    g_signal_connect(form->button, "clicked", G_CALLBACK(on_given), form);
}

static void password_form_class_init(PasswordFormClass *class) {
    (void)class;
}

GtkWidget *password_new(const char *name, password_given given, gpointer data) {
    PasswordForm *form = g_object_new(QPREVIEW_TYPE_PASSWORD_FORM, NULL);
    form->given = given;
    form->data = data;
    char *label = g_strdup_printf(say(WORD_PASSWORD_OF), name);
    gtk_accessible_update_property(GTK_ACCESSIBLE(form->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    g_free(label);
    return GTK_WIDGET(form);
}

// MARK: For the window

void password_focus(GtkWidget *widget) {
    // Selects what has been typed.
    gtk_widget_grab_focus(QPREVIEW_PASSWORD_FORM(widget)->entry);
}

void password_refuse(GtkWidget *widget, const char *problem) {
    PasswordForm *form = QPREVIEW_PASSWORD_FORM(widget);
    set_busy(form, false);
    set_problem(form, problem);
    password_focus(widget);
}

/// Whether a key is for a button that has the focus.
static bool is_for_button(guint key) {
    return key == GDK_KEY_space || key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;
}

bool password_has_key(GtkWidget *widget, guint key, GdkModifierType modifiers) {
    const PasswordForm *form = QPREVIEW_PASSWORD_FORM(widget);
    GtkWidget *focus = gtk_root_get_focus(gtk_widget_get_root(widget));
    if (!focus || !gtk_widget_is_ancestor(focus, widget)) return false;
    if (focus == form->button) return is_for_button(key);
    switch (key) {
    case GDK_KEY_Escape:
    case GDK_KEY_F11: return false;
    // To the next file, until there is something to move the cursor through.
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Up:
    case GDK_KEY_Down: return modifiers || *typed(form);
    case GDK_KEY_w: return modifiers != GDK_CONTROL_MASK;
    default: return true;
    }
}
