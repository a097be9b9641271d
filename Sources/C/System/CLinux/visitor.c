// The process that opens a file of another computer, and may wait for it for ever. It has only what it needs: the path, a memory
// file for a copy, and a socket. Between `_Fork` and `_exit` it calls nothing that may wait for a lock of another thread.
#define _GNU_SOURCE
#include "visitor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "descriptors.h"

/// The largest file that is copied. Photos and documents are smaller; of larger files only parts are read.
#define COPY_LIMIT (16 << 20)
/// How much is read between two reports.
#define CHUNK (64 << 10)
/// The seconds after which a visitor ends, where signals can end it.
#define LIFETIME 600

// MARK: Facts

void visitor_note(const struct stat *facts, struct clinux_visit *visit) {
    visit->mode = facts->st_mode;
    visit->device = facts->st_dev;
    visit->number = facts->st_ino;
    visit->size = facts->st_size;
    visit->modified = facts->st_mtim.tv_sec;
    visit->nanoseconds = facts->st_mtim.tv_nsec;
}

/// The decimal digits of a number, after a text.
static void append_number(char *text, int number) {
    char digits[12];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    text += strlen(text);
    while (count > 0) *text++ = digits[--count];
    *text = 0;
}

static void note_path(int file, char *real) {
    char name[48] = "/proc/self/fd/";
    append_number(name, file);
    const ssize_t length = readlink(name, real, PATH_MAX - 1);
    real[length > 0 && *real == '/' ? length : 0] = 0;
}

int visitor_open(const struct errand *errand, struct clinux_visit *visit, char *real) {
    const int flags = errand->wish == CLINUX_LOOK ? O_PATH | O_CLOEXEC : errand->flags | O_CLOEXEC;
    int file = errand->file;
    if (errand->path) file = open(errand->path, flags);
    if (file < 0) return -errno;
    struct stat facts;
    struct statx more;
    if (fstat(file, &facts) != 0) {
        const int failure = -errno;
        if (errand->path) close(file);
        return failure;
    }
    visitor_note(&facts, visit);
    visit->is_encrypted = statx(file, "", AT_EMPTY_PATH, STATX_TYPE, &more) == 0
                          && (more.stx_attributes & STATX_ATTR_ENCRYPTED) != 0;
    if (real) note_path(file, real);
    visit->file = file;
    if (errand->wish == CLINUX_LOOK && errand->path) {
        close(file);
        visit->file = -1;
    }
    return 0;
}

// MARK: Reports

static void send_report(int socket, const struct report *report, int file) {
    // Without a reader there is nothing left to do.
    if (clinux_send_message(socket, report, sizeof *report, &file, file >= 0 ? 1 : 0) != 0) _exit(0);
}

static void send_end(int socket, enum report_kind kind, int number) {
    const struct report report = {.kind = kind, .number = number};
    send_report(socket, &report, -1);
    _exit(0);
}

/// Writes all bytes; false where memory is short.
static int write_all(int file, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t count = write(file, bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return 0;
        bytes += count;
        length -= (size_t)count;
    }
    return 1;
}

/// Copies a file, and says so with each part.
static void copy(int file, int target, int socket) {
    char bytes[CHUNK];
    off_t done = 0;
    for (;;) {
        const ssize_t count = pread(file, bytes, sizeof bytes, done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) send_end(socket, REPORT_FAILURE, errno);
        if (count == 0) send_end(socket, REPORT_DONE, 0);
        if (!write_all(target, bytes, (size_t)count)) send_end(socket, REPORT_FAILURE, ENOMEM);
        done += count;
        // It has grown meanwhile.
        if (done > COPY_LIMIT) send_end(socket, REPORT_FAILURE, EFBIG);
        const struct report progress = {.kind = REPORT_PROGRESS};
        send_report(socket, &progress, -1);
    }
}

// MARK: The process

static void reset_signals(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/// Keeps the descriptors of the errand, from 3 on, and closes all others: files of other computers among them.
static void keep(struct errand *errand, int *socket) {
    int kept[3] = {*socket, errand->copy, errand->file};
    for (int index = 0; index < 3; index++) {
        if (kept[index] >= 0) kept[index] = fcntl(kept[index], F_DUPFD_CLOEXEC, 64);
    }
    for (int index = 0; index < 3; index++) {
        if (kept[index] >= 0) kept[index] = dup3(kept[index], 3 + index, O_CLOEXEC);
    }
    // Else a program that reads what its parent writes would wait for it.
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; nothing >= 0 && stream < 3; stream++) dup2(nothing, stream);
    *socket = kept[0];
    errand->copy = kept[1];
    errand->file = kept[2];
    clinux_close_from(6);
}

static void visit(struct errand errand, int socket) {
    prctl(PR_SET_NAME, "file-visitor");
    alarm(LIFETIME);
    keep(&errand, &socket);
    struct report report = {.kind = REPORT_FACTS, .visit = {.file = -1, .is_distant = 1}};
    const int failure = visitor_open(&errand, &report.visit, report.real);
    if (failure < 0) send_end(socket, REPORT_FAILURE, -failure);
    const int is_file = S_ISREG(report.visit.mode) && errand.copy >= 0;
    report.copies = is_file && report.visit.size <= COPY_LIMIT;
    if (is_file && !report.copies) {
        // Its bytes are to be had, too.
        char byte;
        if (pread(report.visit.file, &byte, 1, 0) < 0) send_end(socket, REPORT_FAILURE, errno);
    }
    const int file = report.visit.file;
    // Numbers of this process mean nothing to another one.
    report.visit.file = -1;
    send_report(socket, &report, report.copies || errand.wish == CLINUX_LOOK ? -1 : file);
    if (report.copies) copy(file, errand.copy, socket);
    _exit(0);
}

pid_t visitor_start(const struct errand *errand, int socket) {
    // No handler of the parent may run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const pid_t process = _Fork();
    const int failure = errno;
    if (process == 0) {
        reset_signals();
        visit(*errand, socket);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return process < 0 ? -failure : process;
}
