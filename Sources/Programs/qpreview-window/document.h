/// What document.c and pages.c share.
#ifndef QPREVIEW_DOCUMENT_H
#define QPREVIEW_DOCUMENT_H

#include "window.h"

#include <CLinux.h>

/// The visible page and its neighbours.
enum { PAGE_SLOTS = 3 };

/// What a request is for.
typedef enum { ASK_FACTS, ASK_UNLOCK, ASK_PAGES, ASK_PAGE_FACTS, ASK_PICTURE, ASK_TEXT } purpose;

/// A request in progress.
typedef struct question {
    document *owner;
    qpreview_request *request;
    guint source;
    purpose purpose;
    int page;
    int edge;
} question;

struct document {
    qpreview *previews;
    document_events events;
    gpointer data;
    GFile *file;
    char *path, *name, *title, *kind, *problem;
    /// -1 where it cannot be opened, or is not open yet.
    int descriptor;
    /// As it was found.
    struct clinux_visit visit;
    /// NULL unless a thread opens the file.
    struct opening *opening;
    /// The pages of what is not a PDF itself, which are shown in its place; NULL for none.
    qpreview_answer *pages_answer;
    bool has_facts, measures_pixels;
    /// Whether a password would open it, and is not known.
    bool is_locked;
    /// The password, also while it is tried; NULL for none.
    char *password;
    int64_t bytes;
    /// The size of the first page, or of the picture; 0 where it is unknown.
    double width, height;
    int page_count;
    int visible;
    page slots[PAGE_SLOTS];
    /// The place in which pages are shown.
    double place_width, place_height, zoom;
    /// Of `question`.
    GPtrArray *questions;
};

/// Returns the slot of a page; NULL where it has none.
page *document_slot(document *document, int number);

/// Asks for something. `page` and `edge` are those of a picture or a text. Returns false where memory is short.
bool document_ask(document *document, purpose purpose, int page, int edge);

/// Cancels what was asked for, for pages other than one; 0 for all pages.
void document_cancel_pages(document *document, int but);

/// Takes an answer about pages: their pictures, or their text. Returns whether it has kept the answer.
bool document_take_page(document *document, const question *question, qpreview_answer *answer);

/// Forgets the pictures and texts of all pages; keeps the visible picture until there is another one.
void document_reset_pages(document *document);

/// Opens the file, and asks for its facts; at once, or once its file system has answered. Where it does not answer, the problem
/// says so.
void document_open_file(document *document);

/// Closes the file, or waits no more for it.
void document_close_file(document *document);

/// Frees a slot.
void document_clear_slot(page *slot);

#endif
