#define _GNU_SOURCE
#include "visit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "descriptors.h"
#include "mounts.h"
#include "visitor.h"

/// How long a file system may take for a first answer while other visitors hang there, in milliseconds.
#define SHORT_PATIENCE 1000
/// How often a thread that waits for its turn looks again, in milliseconds.
#define TURN_PAUSE 20
/// The longest visit, in milliseconds, however slowly a file comes.
#define VISIT_LIMIT 120000
/// The most visitors at a time, of all file systems.
#define VISITORS_LIMIT 64

// MARK: The visitors

/// A visitor, from its start until it has ended.
struct visitor {
    uint64_t mount;
    /// 0 for none; -1 while it is being started.
    pid_t process;
    /// Whether the thread that started it waits no more.
    bool is_left;
    /// From when on it counts as one that hangs.
    int64_t hangs;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct visitor visitors[VISITORS_LIMIT];

/// Forgets the visitors that have ended.
static void reap(void) {
    for (int index = 0; index < VISITORS_LIMIT; index++) {
        struct visitor *visitor = &visitors[index];
        if (visitor->is_left && waitpid(visitor->process, NULL, WNOHANG) != 0) *visitor = (struct visitor){0};
    }
}

/// Takes a place for a visitor, and says whether others hang there. Returns its index, -EAGAIN where others have to end first, or -ETIMEDOUT where all that may
/// wait for the file system do so in vain.
static int take_place(uint64_t mount, bool *others_hang) {
    int free_place = -EAGAIN, waiting = 0, hanging = 0;
    pthread_mutex_lock(&lock);
    const int64_t time = now();
    reap();
    for (int index = 0; index < VISITORS_LIMIT; index++) {
        const struct visitor *visitor = &visitors[index];
        if (visitor->process == 0) {
            free_place = index;
        } else if (visitor->mount == mount) {
            waiting++;
            if (visitor->is_left && visitor->hangs <= time) hanging++;
        }
    }
    *others_hang = hanging > 0;
    if (hanging >= CLINUX_VISITS_MAX) free_place = -ETIMEDOUT;
    else if (waiting >= CLINUX_VISITS_MAX) free_place = -EAGAIN;
    if (free_place >= 0) visitors[free_place] = (struct visitor){.mount = mount, .process = -1};
    pthread_mutex_unlock(&lock);
    return free_place;
}

static void set_process(int place, pid_t process) {
    pthread_mutex_lock(&lock);
    visitors[place].process = process > 0 ? process : 0;
    pthread_mutex_unlock(&lock);
}

/// Waits no more for a visitor: it keeps its place until it ends. One that has done its work ends within a millisecond, unless
/// its file system does not answer to the end of reading either.
static void leave(int place, bool is_done) {
    pthread_mutex_lock(&lock);
    visitors[place].is_left = true;
    visitors[place].hangs = now() + (is_done ? CLINUX_VISIT_PATIENCE : 0);
    pthread_mutex_unlock(&lock);
    for (int tries = 0; tries < 10; tries++) {
        pthread_mutex_lock(&lock);
        reap();
        // Another thread may have the place by now, and waits for its own visitor.
        const bool has_ended = !visitors[place].is_left;
        pthread_mutex_unlock(&lock);
        if (has_ended || !is_done) return;
        poll(NULL, 0, 1);
    }
}

/// Where signals can end them, visitors end with their program. One without a wait is not asked for its status.
__attribute__((destructor)) static void end_visitors(void) {
    for (int index = 0; index < VISITORS_LIMIT; index++) {
        if (visitors[index].process > 0) kill(visitors[index].process, SIGKILL);
    }
}

// MARK: Waiting

/// Waits for a message or an interrupt; returns 0, -ETIMEDOUT, or -ECANCELED.
static int wait_for(int socket, int interrupt, int64_t end) {
    for (;;) {
        struct pollfd waits[] = {{.fd = socket, .events = POLLIN}, {.fd = interrupt, .events = POLLIN}};
        const int64_t left = end - now();
        const int count = poll(waits, 2, left > 0 ? (int)left : 0);
        if (count < 0 && errno == EINTR) continue;
        if (waits[1].revents != 0 && count > 0) return -ECANCELED;
        if (count > 0) return 0;
        if (left <= 0) return -ETIMEDOUT;
    }
}

/// Waits for a place for a visitor; returns it, or the negative error number.
static int wait_for_place(uint64_t mount, int interrupt, int64_t end, bool *others_hang) {
    for (;;) {
        const int place = take_place(mount, others_hang);
        if (place != -EAGAIN) return place;
        const int64_t time = now();
        if (time >= end) return -ETIMEDOUT;
        const int waited = wait_for(-1, interrupt, time + TURN_PAUSE);
        if (waited == -ECANCELED) return waited;
    }
}

/// Reads the reports of a visitor until it is done.
static int follow(int socket, int interrupt, bool others_hang, int64_t end, struct clinux_visit *visit, char *real) {
    bool has_facts = false;
    for (;;) {
        const int64_t patience = now() + (others_hang && !has_facts ? SHORT_PATIENCE : CLINUX_VISIT_PATIENCE);
        const int waited = wait_for(socket, interrupt, patience < end ? patience : end);
        if (waited != 0) return waited;
        struct report report;
        int file = -1;
        size_t count = 0;
        const ssize_t length = clinux_receive_message(socket, &report, sizeof report, &file, 1, &count);
        if (length != sizeof report) {
            if (count > 0) close(file);
            return -EIO;
        }
        switch (report.kind) {
        case REPORT_FACTS:
            *visit = report.visit;
            if (real) memcpy(real, report.real, PATH_MAX);
            visit->file = count > 0 ? file : -1;
            if (!report.copies) return 0;
            has_facts = true;
            break;
        case REPORT_PROGRESS: break;
        case REPORT_DONE:
            visit->is_copy = has_facts;
            return has_facts ? 0 : -EIO;
        case REPORT_FAILURE: return report.number > 0 ? -report.number : -EIO;
        }
    }
}

// MARK: Visits

/// Sends a visitor to another computer.
static int visit_distant(struct errand *errand, uint64_t mount, int interrupt, struct clinux_visit *visit, char *real) {
    int sockets[2];
    const int64_t end = now() + VISIT_LIMIT;
    bool others_hang;
    const int place = wait_for_place(mount, interrupt, end, &others_hang);
    if (place < 0) return place;
    int result = clinux_message_sockets(sockets);
    if (result < 0) {
        set_process(place, 0);
        return result;
    }
    errand->copy = errand->wish == CLINUX_READ ? clinux_memory_file("copy") : -1;
    const pid_t process = visitor_start(errand, sockets[1]);
    set_process(place, process);
    close(sockets[1]);
    result = process < 0 ? process : follow(sockets[0], interrupt, others_hang, end, visit, real);
    if (process > 0) leave(place, result != -ETIMEDOUT && result != -ECANCELED);
    // A visitor that still copies ends at its next report.
    close(sockets[0]);
    if (result == 0 && visit->is_copy) {
        lseek(errand->copy, 0, SEEK_SET);
        result = clinux_seal(errand->copy);
        visit->file = errand->copy;
    }
    if (errand->copy >= 0 && (result != 0 || !visit->is_copy)) close(errand->copy);
    if (result != 0) *visit = (struct clinux_visit){.file = -1};
    return result;
}

int clinux_is_distant(const char *path) {
    char *mounts = mounts_read();
    uint64_t mount;
    const bool is_distant = mounts && mounts_follow(mounts, path, &mount) == PLACE_DISTANT;
    free(mounts);
    return is_distant;
}

int clinux_visit(const char *path, enum clinux_visit_wish wish, int flags, int interrupt, struct clinux_visit *visit,
                 char *real) {
    struct errand errand = {.path = path, .file = -1, .wish = wish, .flags = flags, .copy = -1};
    uint64_t mount = 0;
    *visit = (struct clinux_visit){.file = -1};
    if (real) *real = 0;
    char *mounts = mounts_read();
    const int place = mounts ? mounts_follow(mounts, path, &mount) : PLACE_HERE;
    free(mounts);
    // A path that cannot be followed leads nowhere; the system has the exact reason.
    if (place != PLACE_DISTANT) return visitor_open(&errand, visit, real);
    return visit_distant(&errand, mount, interrupt, visit, real);
}

int clinux_visit_open(int file, int interrupt, struct clinux_visit *visit) {
    struct errand errand = {.path = NULL, .wish = CLINUX_READ, .copy = -1};
    uint64_t mount = 0;
    *visit = (struct clinux_visit){.file = -1};
    const bool is_distant = mounts_of_file(file, &mount) == PLACE_DISTANT;
    errand.file = is_distant ? file : clinux_duplicate(file, 3);
    if (errand.file < 0) return errand.file;
    return is_distant ? visit_distant(&errand, mount, interrupt, visit, NULL) : visitor_open(&errand, visit, NULL);
}

int clinux_is_open_distant(int file) {
    uint64_t mount;
    return mounts_of_file(file, &mount) == PLACE_DISTANT;
}
