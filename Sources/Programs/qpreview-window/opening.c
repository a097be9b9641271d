// Opening a file. Where its file system may not answer, a thread waits for it, so that the window does not.
#include "document.h"

#include <CLinux.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct opening {
    /// NULL where it is not wanted any more.
    document *owner;
    char *path;
    /// Readable once it is not wanted any more.
    int interrupt;
    struct clinux_visit visit;
    int failure;
};

static const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

static gpointer close_slowly(gpointer data) {
    close(GPOINTER_TO_INT(data));
    return NULL;
}

/// Closes a file, in a thread where that is a question to another computer.
static void close_file(const struct clinux_visit *visit) {
    if (visit->file < 0) return;
    if (!visit->is_distant || visit->is_copy) close(visit->file);
    else g_thread_unref(g_thread_new("close", close_slowly, GINT_TO_POINTER(visit->file)));
}

static void open_slowly(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
    (void)source, (void)cancellable;
    struct opening *opening = data;
    opening->failure =
        clinux_visit(opening->path, CLINUX_READ, flags, opening->interrupt, &opening->visit, NULL);
    g_task_return_boolean(task, TRUE);
}

/// Takes what was opened, and asks for its facts.
static void take_file(document *document, const struct clinux_visit *visit, int failure) {
    document->visit = *visit;
    document->descriptor = visit->file;
    if (failure != -ETIMEDOUT) {
        document_ask(document, ASK_FACTS, 0, 0);
        return;
    }
    document->problem = g_strdup(say(WORD_NO_ANSWER));
    document->has_facts = true;
    document->events.facts(document->data);
}

static void on_opened(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source, (void)result;
    struct opening *opening = data;
    document *document = opening->owner;
    if (document) {
        document->opening = NULL;
        take_file(document, &opening->visit, opening->failure);
    } else {
        close_file(&opening->visit);
    }
    close(opening->interrupt);
    g_free(opening->path);
    g_free(opening);
}

void document_open_file(document *document) {
    struct clinux_visit visit = {.file = -1};
    if (!clinux_is_distant(document->path)) {
        const int failure = clinux_visit(document->path, CLINUX_READ, flags, -1, &visit, NULL);
        take_file(document, &visit, failure);
        return;
    }
    struct opening *opening = g_new0(struct opening, 1);
    opening->owner = document;
    opening->path = g_strdup(document->path);
    opening->interrupt = clinux_event();
    opening->visit.file = -1;
    document->opening = opening;
    GTask *task = g_task_new(NULL, NULL, on_opened, opening);
    g_task_set_task_data(task, opening, NULL);
    g_task_run_in_thread(task, open_slowly);
    g_object_unref(task);
}

void document_close_file(document *document) {
    if (document->opening) {
        document->opening->owner = NULL;
        clinux_signal_event(document->opening->interrupt);
    }
    close_file(&document->visit);
}
