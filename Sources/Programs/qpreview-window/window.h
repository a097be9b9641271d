/// What the files of qpreview-window share.
#ifndef QPREVIEW_WINDOW_H
#define QPREVIEW_WINDOW_H

#include <gtk/gtk.h>
#include <qpreview.h>
#include <stdbool.h>

// MARK: Words

/// What the program says.
typedef enum {
    WORD_PREVIOUS_PAGE,
    WORD_NEXT_PAGE,
    WORD_ZOOM_IN,
    WORD_ZOOM_OUT,
    WORD_PAGE_OF,
    WORD_PASSWORD,
    WORD_PASSWORD_OF,
    WORD_UNLOCK,
    WORD_WRONG_PASSWORD,
    WORD_NOT_LOCAL,
    WORD_NO_ANSWER,
    WORD_USAGE,
    WORD_NO_SCREEN,
    WORD_COUNT
} word;

/// Returns a text in the user's language, that of `LC_ALL`, `LC_MESSAGES`, or `LANG`.
const char *say(word word);

// MARK: Documents

/// A page of a document: at most three have a picture at a time.
typedef struct page {
    /// The number, from 1; 0 for none.
    int number;
    /// The picture; NULL where there is none yet.
    GdkTexture *texture;
    /// The longest edge that was asked for.
    int edge;
    /// Not the picture that was asked for, but an icon, what exists already, or a card.
    bool is_preliminary, is_card;
    /// The text; NULL where there is none yet.
    qpreview_answer *text;
    bool has_asked_for_text;
} page;

/// A file that is shown.
typedef struct document document;

/// Tells what has changed.
typedef struct {
    /// Facts, or the number of pages.
    void (*facts)(gpointer data);
    /// The picture of the visible page.
    void (*picture)(gpointer data);
    /// The text of the visible page.
    void (*text)(gpointer data);
    /// A password does not open the document, or it could not be tried; `problem` says so in words.
    void (*refused)(const char *problem, gpointer data);
} document_events;

/// Opens a file, and asks for its facts. Never returns NULL.
document *document_open(qpreview *previews, GFile *file, document_events events, gpointer data);

/// Cancels all requests, wipes the password, and frees the document. May be NULL.
void document_close(document *document);

/// Makes a page the visible one, and drops all but its neighbours. Numbers beyond the ends are moved to them.
void document_turn_to(document *document, int number);

/// Asks for the pictures of the visible page and its neighbours, so that they fit into a place, in pixels of the device.
void document_draw(document *document, double width, double height, double zoom);

/// Returns the visible page.
const page *document_page(const document *document);

/// Returns the number of pages; 0 where it is unknown, or the document has none.
int document_page_count(const document *document);

/// Returns the size at which the visible page fits into a place, in the same unit; `unit` is that of a pixel.
void document_fit(const document *document, double *width, double *height, double unit);

/// Returns the file's name, as far as it can be shown.
const char *document_name(const document *document);

/// Returns title, kind, and size, as far as they are known; to be freed.
char *document_facts(const document *document);

/// Returns what is wrong with the file, in words; NULL for nothing.
const char *document_problem(const document *document);

/// Returns whether a password would open the document.
bool document_is_locked(const document *document);

/// Tries a password, which is used for all of the document from then on; ends with the event `facts` or `refused`. Returns
/// false where it is not tried: the document is not locked, or another password is being tried.
bool document_unlock(document *document, const char *password);

/// Returns whether a document shows a file.
bool document_is(const document *document, GFile *file);

// MARK: Selection

/// The selected words of a page: those from one to another in reading order.
typedef struct {
    /// Indices of words; `first` and `last` may be in any order. -1 for none.
    int first, last;
} selection;

/// Returns the word at a place in points of the page, or the nearest one; -1 where the page has none.
int selection_word_at(const qpreview_page_text *text, double x, double y, bool exactly);

/// Selects all words.
selection selection_all(const qpreview_page_text *text);

/// Draws the selection over a page that lies at a rectangle.
void selection_draw(GtkSnapshot *snapshot, const qpreview_page_text *text, selection selection,
                    const graphene_rect_t *place);

/// Returns the selected text as the page has it, with its lines; to be freed. NULL for none.
char *selection_text(const qpreview_page_text *text, selection selection);

// MARK: The canvas

/// The widget that draws a page.
GtkWidget *canvas_new(void);

/// Shows the visible page of a document, at a size in relation to that which fits. `document` may be NULL.
void canvas_show(GtkWidget *canvas, document *document, double zoom);

/// Tells the size of the place.
void canvas_set_viewport(GtkWidget *canvas, double width, double height);

/// Returns the size of the place.
void canvas_viewport(GtkWidget *canvas, double *width, double *height);

/// Selects all text of the page, or nothing.
void canvas_select(GtkWidget *canvas, bool all);

/// Puts the selected text on the clipboard.
void canvas_copy(GtkWidget *canvas);

// MARK: The password

/// Tells that the user gives a password, which is valid during the call. Returns whether it is tried.
typedef bool (*password_given)(const char *password, gpointer data);

/// Makes the form that asks for the password of a document; `name` is that of the document. Its end wipes what was typed.
GtkWidget *password_new(const char *name, password_given given, gpointer data);

/// Gives the entry the focus.
void password_focus(GtkWidget *form);

/// Says why the password does not open the document, and selects it, so that another one replaces it.
void password_refuse(GtkWidget *form, const char *problem);

/// Returns whether a key is for the form, and not for the window.
bool password_has_key(GtkWidget *form, guint key, GdkModifierType modifiers);

// MARK: The window

/// The window, of which the program has one.
typedef struct window window;

/// Tells that the user wants another file.
typedef void (*window_moves)(GtkDirectionType direction, gpointer data);

/// Tells that the window has been closed.
typedef void (*window_closes)(gpointer data);

/// Makes the window.
window *window_new(GtkApplication *application, qpreview *previews, window_moves moves, window_closes closes,
                   gpointer data);

/// Shows a file.
void window_show(window *window, GFile *file);

/// Returns whether the window shows a file.
bool window_shows(const window *window, GFile *file);

/// Closes the window, which is freed.
void window_close(window *window);

/// Returns the window of GTK.
GtkWindow *window_gtk(const window *window);

/// Places the window over that of another program: "x11:" with a number in hexadecimal, or "wayland:" with a handle.
void window_set_parent(window *window, const char *handle);

// MARK: The session bus

/// Follows the style of the desktop, light or dark, as its portal says.
void style_follow(void);

/// Makes the application that the file manager reaches over the session bus.
GtkApplication *bus_application(qpreview *previews, unsigned idle_seconds);

#endif
