#define _GNU_SOURCE
#include "library.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/// How long a request may take, the wait for other requests included, and how long the start of the helper, in milliseconds.
enum { REQUEST_LIMIT = 180000, START_LIMIT = 15000 };
/// How long to wait before another attempt where the helper is busy, and where it has ended, in milliseconds: a process that is
/// killed closes its connections before the socket at which it listens.
enum { PAUSE = 30, LOSS_PAUSE = 150 };
/// How often the helper is started for a request.
enum { START_ATTEMPTS = 3 };

/// The state of a request.
enum state {
    /// To be sent.
    READY,
    /// The helper starts.
    STARTING,
    /// The helper is busy.
    PAUSED,
    /// Sent.
    SENT,
    /// The last answer is there.
    DONE
};

struct qpreview_request {
    struct qpreview *owner;
    enum operation operation;
    qpreview_format format;
    struct message message;
    /// The document, for another attempt.
    int file;
    enum state state;
    /// What the caller polls: it contains the timer, and the socket or the start.
    int events;
    /// Fires at the end of a pause, at the deadline, and when the request is canceled.
    int timer;
    /// The socket while it is sent, the start while the helper starts, else -1.
    int source;
    int64_t deadline, pause_end, start_end;
    int starts, losses;
    /// Whether the caller has got an answer of the helper.
    bool answered;
    atomic_bool canceled;
    struct qpreview_answer *waiting;
};

// MARK: Time

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void fire(struct qpreview_request *request) {
    static const struct itimerspec at_once = {.it_value = {0, 1}};
    timerfd_settime(request->timer, TFD_TIMER_ABSTIME, &at_once, NULL);
}

/// Has the timer fire when the request is due: it is readable then, until it is set again.
static void set_timer(struct qpreview_request *request) {
    const int64_t due = request->state == DONE       ? 0
                        : request->state == STARTING ? request->start_end
                        : request->state == PAUSED   ? request->pause_end
                                                     : request->deadline;
    const int64_t time = due > 1 && !request->waiting ? due : 1;
    const struct itimerspec setting = {.it_value = {time / 1000, (time % 1000) * 1000000}};
    timerfd_settime(request->timer, TFD_TIMER_ABSTIME, &setting, NULL);
    // A cancel in between may have set it.
    if (atomic_load(&request->canceled)) fire(request);
}

// MARK: Ends

static void close_source(struct qpreview_request *request) {
    if (request->source >= 0) close(request->source);
    request->source = -1;
}

static void append(struct qpreview_request *request, struct qpreview_answer *answer) {
    struct qpreview_answer **last = &request->waiting;
    while (*last) last = &(*last)->next;
    *last = answer;
}

/// Ends the request with an answer of the library.
static void end(struct qpreview_request *request, qpreview_code code) {
    close_source(request);
    request->state = DONE;
    struct qpreview_answer *answer = own_answer(code, request->owner->language);
    if (answer) append(request, answer);
    // Readable from now on.
    set_timer(request);
}

static bool watch(struct qpreview_request *request, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN};
    request->source = descriptor;
    return epoll_ctl(request->events, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

static void pause_request(struct qpreview_request *request, int milliseconds) {
    close_source(request);
    request->state = PAUSED;
    request->pause_end = now() + milliseconds;
    set_timer(request);
}

// MARK: Steps

/// Starts the helper, and waits until it is ready.
static void start(struct qpreview_request *request) {
    if (request->starts == START_ATTEMPTS) {
        end(request, QPREVIEW_NO_HELPER);
        return;
    }
    request->starts++;
    const int started = start_helper(request->owner);
    if (started < 0) {
        end(request, started == -EMFILE ? QPREVIEW_NO_MEMORY : QPREVIEW_NO_HELPER);
        return;
    }
    request->state = STARTING;
    request->start_end = now() + START_LIMIT;
    if (!watch(request, started)) {
        end(request, QPREVIEW_NO_MEMORY);
        return;
    }
    set_timer(request);
}

/// The connection ended without the last answer.
static void lose(struct qpreview_request *request) {
    // Once more, unless the caller has seen an answer, or the document may be to blame.
    if (request->losses > 0 || request->answered) {
        end(request, QPREVIEW_HELPER_LOST);
        return;
    }
    request->losses++;
    pause_request(request, LOSS_PAUSE);
}

/// Connects and sends.
static void send_now(struct qpreview_request *request) {
    const int connection = connect_helper(request->owner);
    if (connection == -EAGAIN) {
        pause_request(request, PAUSE);
        return;
    }
    if (connection == -EMFILE || connection == -ENFILE || connection == -ENOMEM) {
        end(request, QPREVIEW_NO_MEMORY);
        return;
    }
    if (connection < 0) {
        start(request);
        return;
    }
    if (!watch(request, connection)) {
        end(request, QPREVIEW_NO_MEMORY);
        return;
    }
    const int failure = send_request(connection, &request->message, request->file);
    if (failure == -ETOOMANYREFS || failure == -EAGAIN) {
        pause_request(request, PAUSE);
        return;
    }
    // A helper that has refused the connection has told why.
    if (failure != 0 && failure != -EPIPE) {
        lose(request);
        return;
    }
    request->state = SENT;
    set_timer(request);
}

/// Takes a message of the helper; false where none is there.
static bool receive_now(struct qpreview_request *request) {
    int file;
    unsigned char *bytes = malloc(ANSWER_SIZE);
    const ssize_t length = bytes ? receive_answer(request->source, bytes, ANSWER_SIZE, &file) : -ENOMEM;
    if (length <= 0) {
        free(bytes);
        if (length == -EAGAIN) return false;
        lose(request);
        return true;
    }
    struct outline outline;
    struct qpreview_answer *answer = own_answer(QPREVIEW_OK, request->owner->language);
    if (!answer) {
        free(bytes);
        if (file >= 0) close(file);
        end(request, QPREVIEW_NO_MEMORY);
        return true;
    }
    const bool has_memory = decode_answer(bytes, (size_t)length, file, request->operation, request->owner->language,
                                          request->format, answer, &outline);
    free(bytes);
    if (has_memory && outline.kind == KIND_ANSWER) {
        append(request, answer);
        request->answered = true;
        if (outline.is_last) {
            close_source(request);
            request->state = DONE;
        }
        set_timer(request);
        return true;
    }
    qpreview_answer_free(answer);
    if (!has_memory) end(request, QPREVIEW_NO_MEMORY);
    else if (outline.kind == KIND_BUSY) pause_request(request, PAUSE);
    else if (outline.kind == KIND_OTHER_VERSION) end(request, QPREVIEW_NO_HELPER);
    else if (outline.kind == KIND_INVALID) end(request, QPREVIEW_INVALID);
    else lose(request);
    return true;
}

/// Makes the next step; false where the request waits for something.
static bool step(struct qpreview_request *request) {
    if (request->state == DONE) return false;
    if (atomic_load(&request->canceled)) {
        end(request, QPREVIEW_CANCELED);
        return false;
    }
    const int64_t time = now();
    if (time >= request->deadline) {
        end(request, request->state == PAUSED ? QPREVIEW_BUSY : QPREVIEW_HELPER_LOST);
        return false;
    }
    switch (request->state) {
    case READY:
        send_now(request);
        return true;
    case PAUSED:
        if (time < request->pause_end) return false;
        request->state = READY;
        return true;
    case STARTING: {
        struct pollfd wait = {.fd = request->source, .events = POLLIN};
        if (poll(&wait, 1, 0) == 0) {
            if (time < request->start_end) return false;
            end(request, QPREVIEW_NO_HELPER);
            return false;
        }
        close_source(request);
        request->state = READY;
        return true;
    }
    case SENT: return receive_now(request);
    case DONE: break;
    }
    return false;
}

// MARK: Requests

/// A request that is yet to be sent; NULL where memory is short.
static struct qpreview_request *create(struct qpreview *previews, enum operation operation) {
    struct qpreview_request *request = calloc(1, sizeof *request);
    if (!request) return NULL;
    request->owner = previews;
    request->operation = operation;
    request->file = request->source = -1;
    request->deadline = now() + REQUEST_LIMIT;
    request->events = epoll_create1(EPOLL_CLOEXEC);
    request->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN};
    if (request->events < 0 || request->timer < 0
        || epoll_ctl(request->events, EPOLL_CTL_ADD, request->timer, &event) != 0) {
        qpreview_request_free(request);
        return NULL;
    }
    return request;
}

static struct qpreview_request *begin(struct qpreview *previews, int file, const struct values *values, bool valid,
                                      qpreview_format format) {
    struct qpreview_request *request = create(previews, values->operation);
    if (!request) return NULL;
    struct values complete = *values;
    if (previews->language == CHINESE) complete.options |= OPTION_CHINESE;
    request->format = format;
    request->file = fcntl(file, F_DUPFD_CLOEXEC, 3);
    if (request->file < 0) {
        end(request, errno == EBADF ? QPREVIEW_UNREADABLE : QPREVIEW_NO_MEMORY);
    } else if (!valid || !encode_request(&complete, &request->message)) {
        end(request, QPREVIEW_INVALID);
    } else {
        while (step(request)) {}
    }
    return request;
}

qpreview_request *qpreview_request_info(qpreview *previews, int file, const char *name, const char *password) {
    const struct values values = {.operation = OPERATION_INFO, .page = 1, .size = 256, .scale = 1, .name = name,
                                  .password = password};
    return begin(previews, file, &values, true, QPREVIEW_RGBA);
}

qpreview_request *qpreview_request_thumbnail(qpreview *previews, int file, const char *name,
                                             const qpreview_picture_options *options) {
    GIVEN(qpreview_picture_options, QPREVIEW_PICTURE_OPTIONS, options)
    const double pixels = given.size * given.scale + 0.5;
    const bool valid = given.page > 0 && given.size > 0 && pixels >= 1 && pixels < EDGE_LIMIT + 1
                       && (given.format == QPREVIEW_RGBA || given.format == QPREVIEW_BGRA_PREMULTIPLIED);
    const struct values values = {
        .operation = OPERATION_THUMBNAIL,
        .options = (uint16_t)((given.card ? OPTION_CARD : 0) | (given.three_answers ? OPTION_THREE_ANSWERS : 0)),
        .page = (uint32_t)given.page,
        .size = (uint32_t)given.size,
        .scale = given.scale,
        .name = name,
        .password = given.password};
    return begin(previews, file, &values, valid, given.format);
}

qpreview_request *qpreview_request_pages(qpreview *previews, int file, const char *name,
                                         const qpreview_pages_options *options) {
    GIVEN(qpreview_pages_options, QPREVIEW_PAGES_OPTIONS, options)
    const struct values values = {.operation = OPERATION_PAGES, .page = 1, .size = 256, .scale = 1,
                                  .paper_width = given.width, .paper_height = given.height, .name = name,
                                  .password = given.password};
    return begin(previews, file, &values, given.width > 0 && given.height > 0, QPREVIEW_RGBA);
}

qpreview_request *qpreview_request_text(qpreview *previews, int file, const char *name,
                                        const qpreview_text_options *options) {
    GIVEN(qpreview_text_options, QPREVIEW_TEXT_OPTIONS, options)
    const bool valid = given.first > 0 && given.last >= 0 && (given.last == 0 || given.last >= given.first);
    const struct values values = {.operation = OPERATION_TEXT,
                                  .options = given.positions ? OPTION_POSITIONS : 0,
                                  .page = (uint32_t)given.first,
                                  .last_page = (uint32_t)given.last,
                                  .size = 256,
                                  .scale = 1,
                                  .name = name,
                                  .password = given.password};
    return begin(previews, file, &values, valid, QPREVIEW_RGBA);
}

int qpreview_request_fd(const qpreview_request *request) { return request->events; }

int qpreview_request_is_done(const qpreview_request *request) { return request->state == DONE && !request->waiting; }

qpreview_answer *qpreview_request_next(qpreview_request *request) {
    // The timer stays readable until it is set again.
    while (!request->waiting && step(request)) {}
    struct qpreview_answer *answer = request->waiting;
    if (answer) {
        request->waiting = answer->next;
        answer->next = NULL;
    }
    // Readable again when there is more.
    set_timer(request);
    return answer;
}

qpreview_answer *qpreview_request_wait(qpreview_request *request, int milliseconds) {
    const int64_t limit = milliseconds < 0 ? INT64_MAX : now() + milliseconds;
    for (;;) {
        qpreview_answer *answer = qpreview_request_next(request);
        if (answer || qpreview_request_is_done(request)) return answer;
        const int64_t left = limit == INT64_MAX ? 1000 : limit - now();
        if (left <= 0) return NULL;
        struct pollfd wait = {.fd = request->events, .events = POLLIN};
        poll(&wait, 1, (int)(left < 1000 ? left : 1000));
    }
}

void qpreview_request_cancel(qpreview_request *request) {
    atomic_store(&request->canceled, true);
    fire(request);
}

void qpreview_request_free(qpreview_request *request) {
    if (!request) return;
    while (request->waiting) {
        struct qpreview_answer *answer = request->waiting;
        request->waiting = answer->next;
        qpreview_answer_free(answer);
    }
    // The end of the connection cancels the work.
    if (request->source >= 0) close(request->source);
    if (request->file >= 0) close(request->file);
    if (request->timer >= 0) close(request->timer);
    if (request->events >= 0) close(request->events);
    // The message may contain a password.
    explicit_bzero(&request->message, sizeof request->message);
    free(request);
}
