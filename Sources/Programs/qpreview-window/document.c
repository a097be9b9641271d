#include "document.h"

#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

// MARK: Requests

static void end_question(gpointer data) {
    question *question = data;
    if (question->source) g_source_remove(question->source);
    // Cancels it where it is in progress.
    qpreview_request_free(question->request);
    g_free(question);
}

/// Whether pages are laid out for the type, so that there may be more than the first one.
static bool is_laid_out(const char *type) {
    static const char *const pictures[] = {"image/", "audio/", "video/", "font/", "inode/"};
    for (size_t index = 0; index < G_N_ELEMENTS(pictures); index++) {
        if (g_str_has_prefix(type, pictures[index])) return false;
    }
    return true;
}

static void take_facts(document *document, const qpreview_answer *answer) {
    const qpreview_info *info = qpreview_answer_info(answer);
    document->has_facts = true;
    if (!info) {
        g_free(document->problem);
        document->problem = g_strdup(qpreview_answer_message(answer));
        return;
    }
    document->is_locked = info->takes_password && info->problem == QPREVIEW_ENCRYPTED;
    g_free(document->title);
    g_free(document->kind);
    document->title = g_strdup(info->title);
    document->kind = g_strdup(info->kind);
    document->bytes = info->bytes;
    document->width = info->width;
    document->height = info->height;
    document->measures_pixels = info->measures_pixels;
    if (strcmp(info->type, "application/pdf") == 0) {
        document->page_count = info->pages > 0 ? (int)MIN(info->pages, G_MAXINT) : 0;
    } else if (info->preview != QPREVIEW_CARD && !info->is_folder && is_laid_out(info->type)) {
        // A picture inside the document, such as a cover, is shown until the pages are there.
        document_ask(document, ASK_PAGES, 0, 0);
    }
}

/// Takes the size and the number of the pages that were laid out.
static void take_page_facts(document *document, const qpreview_answer *answer) {
    const qpreview_info *info = qpreview_answer_info(answer);
    if (!info || info->pages < 1) {
        qpreview_answer_free(document->pages_answer);
        document->pages_answer = NULL;
        return;
    }
    document->width = info->width;
    document->height = info->height;
    document->measures_pixels = false;
    document->page_count = (int)MIN(info->pages, G_MAXINT);
    document_reset_pages(document);
}

/// What an answer has changed.
typedef struct {
    bool facts, picture, text;
    /// Why a password was refused; NULL for not.
    char *refusal;
} changes;

static void forget_password(document *document) {
    if (document->password) explicit_bzero(document->password, strlen(document->password));
    g_clear_pointer(&document->password, g_free);
}

/// Takes the facts of a document that was tried with a password.
static void take_unlocked(document *document, const qpreview_answer *answer, changes *changes) {
    const qpreview_info *info = qpreview_answer_info(answer);
    if (info && info->problem != QPREVIEW_ENCRYPTED) {
        take_facts(document, answer);
        document_reset_pages(document);
        changes->facts = true;
        return;
    }
    forget_password(document);
    const qpreview_code code = qpreview_answer_code(answer);
    // One that is too long for a password is not even a valid request.
    const bool is_wrong = info || code == QPREVIEW_WRONG_PASSWORD || code == QPREVIEW_INVALID;
    g_free(changes->refusal);
    changes->refusal = g_strdup(is_wrong ? say(WORD_WRONG_PASSWORD) : qpreview_answer_message(answer));
}

static void take(document *document, const question *question, qpreview_answer *answer, changes *changes) {
    bool is_kept = false;
    switch (question->purpose) {
    case ASK_FACTS:
        take_facts(document, answer);
        changes->facts = true;
        break;
    case ASK_UNLOCK: take_unlocked(document, answer, changes); break;
    case ASK_PAGES:
        if (qpreview_answer_code(answer) != QPREVIEW_OK || qpreview_answer_pdf(answer) < 0) break;
        document->pages_answer = answer;
        is_kept = true;
        document_ask(document, ASK_PAGE_FACTS, 0, 0);
        break;
    case ASK_PAGE_FACTS:
        take_page_facts(document, answer);
        changes->facts = true;
        break;
    case ASK_PICTURE:
        is_kept = document_take_page(document, question, answer);
        changes->picture = true;
        break;
    case ASK_TEXT:
        is_kept = document_take_page(document, question, answer);
        changes->text = question->page == document->visible;
        break;
    }
    if (!is_kept) qpreview_answer_free(answer);
}

static gboolean on_answer(gint descriptor, GIOCondition condition, gpointer data) {
    (void)descriptor, (void)condition;
    question *question = data;
    document *document = question->owner;
    changes changes = {false, false, false, NULL};
    qpreview_answer *answer;
    while ((answer = qpreview_request_next(question->request))) take(document, question, answer, &changes);
    const bool is_done = qpreview_request_is_done(question->request);
    if (is_done) {
        question->source = 0;
        g_ptr_array_remove_fast(document->questions, question);
    }
    // Last: what they do may ask for more, and cancel this.
    if (changes.facts) document->events.facts(document->data);
    if (changes.picture) document->events.picture(document->data);
    if (changes.text) document->events.text(document->data);
    if (changes.refusal) document->events.refused(changes.refusal, document->data);
    g_free(changes.refusal);
    return is_done ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

bool document_ask(document *document, purpose purpose, int page, int edge) {
    const bool is_laid_out = document->pages_answer && purpose != ASK_PAGES;
    const char *password = is_laid_out || (document->is_locked && purpose != ASK_UNLOCK) ? NULL : document->password;
    const int file = is_laid_out ? qpreview_answer_pdf(document->pages_answer) : document->descriptor;
    const char *name = is_laid_out ? "pages.pdf" : document->path;
    question *question = g_new0(struct question, 1);
    question->owner = document;
    question->purpose = purpose;
    question->page = page;
    question->edge = edge;
    switch (purpose) {
    case ASK_FACTS:
    case ASK_UNLOCK:
    case ASK_PAGE_FACTS: question->request = qpreview_request_info(document->previews, file, name, password); break;
    case ASK_PAGES: {
        qpreview_pages_options options = QPREVIEW_PAGES_OPTIONS;
        options.password = password;
        question->request = qpreview_request_pages(document->previews, file, name, &options);
        break;
    }
    case ASK_PICTURE: {
        const struct page *slot = document_slot(document, page);
        qpreview_picture_options options = QPREVIEW_PICTURE_OPTIONS;
        options.page = page;
        options.size = edge;
        options.password = password;
        options.card = page == document->visible;
        options.three_answers = page == document->visible && slot && !slot->texture;
        question->request = qpreview_request_thumbnail(document->previews, file, name, &options);
        break;
    }
    case ASK_TEXT: {
        qpreview_text_options options = QPREVIEW_TEXT_OPTIONS;
        options.first = options.last = page;
        options.positions = 1;
        options.password = password;
        question->request = qpreview_request_text(document->previews, file, name, &options);
        break;
    }
    }
    if (!question->request) {
        g_free(question);
        return false;
    }
    question->source = g_unix_fd_add(qpreview_request_fd(question->request), G_IO_IN, on_answer, question);
    g_ptr_array_add(document->questions, question);
    return true;
}

void document_cancel_pages(document *document, int but) {
    for (guint index = document->questions->len; index > 0; index--) {
        const question *question = g_ptr_array_index(document->questions, index - 1);
        const bool is_page = question->purpose == ASK_PICTURE || question->purpose == ASK_TEXT;
        if (is_page && question->page != but) g_ptr_array_remove_index(document->questions, index - 1);
    }
}

// MARK: Life

document *document_open(qpreview *previews, GFile *file, document_events events, gpointer data) {
    document *document = g_new0(struct document, 1);
    document->previews = previews;
    document->events = events;
    document->data = data;
    document->file = g_object_ref(file);
    document->path = g_file_get_path(file);
    document->visible = 1;
    document->zoom = 1;
    document->questions = g_ptr_array_new_with_free_func(end_question);
    char *base = g_file_get_basename(file);
    document->name = base ? g_filename_display_name(base) : g_strdup("");
    g_free(base);
    document->descriptor = document->visit.file = -1;
    if (document->path) document_open_file(document);
    else document->problem = g_strdup(say(WORD_NOT_LOCAL));
    return document;
}

void document_close(document *document) {
    if (!document) return;
    g_ptr_array_unref(document->questions);
    for (int index = 0; index < PAGE_SLOTS; index++) document_clear_slot(&document->slots[index]);
    forget_password(document);
    qpreview_answer_free(document->pages_answer);
    document_close_file(document);
    g_object_unref(document->file);
    g_free(document->path);
    g_free(document->name);
    g_free(document->title);
    g_free(document->kind);
    g_free(document->problem);
    g_free(document);
}

// MARK: The password

bool document_is_locked(const document *document) {
    return document->is_locked;
}

bool document_unlock(document *document, const char *password) {
    if (!document->is_locked || document->password) return false;
    document->password = g_strdup(password);
    if (document_ask(document, ASK_UNLOCK, 0, 0)) return true;
    forget_password(document);
    return false;
}

// MARK: Facts

const char *document_name(const document *document) {
    return document->name;
}

char *document_facts(const document *document) {
    if (!document->has_facts || !document->kind) return g_strdup("");
    char *size = document->bytes < 0 ? NULL : g_format_size((guint64)document->bytes);
    const char *title = document->title && *document->title ? document->title : NULL;
    char *facts = g_strdup_printf("%s%s%s%s%s", title ? title : "", title ? " · " : "", document->kind,
                                  size ? " · " : "", size ? size : "");
    g_free(size);
    return facts;
}

const char *document_problem(const document *document) {
    return document->problem;
}

bool document_is(const document *document, GFile *file) {
    return g_file_equal(document->file, file);
}

int document_page_count(const document *document) {
    return document->page_count;
}
