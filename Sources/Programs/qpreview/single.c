#define _GNU_SOURCE
#include "parts.h"

#include <CLinux.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The messages are those of RequestMessage.swift and AnswerMessage.swift: little-endian numbers, and texts with their length.
enum { REQUEST_SIZE = 320, REQUEST_NUMBER = 0x50510004, THUMBNAIL = 2, SCREEN = 1, NAME_LIMIT = 255 };
enum { ANSWER_LIMIT = 65536, ANSWER_NUMBER = 0x5041000A, DONE = 1 };
enum { PIXEL_LIMIT = 128000000 };
/// The seconds of processor time until a document is left to the program of all commands, whose limits are the usual ones; at
/// most a day. On the clock, it takes several times as long where others have the processors, as in PreviewerConfiguration.swift.
enum { USUAL_SECONDS = 3, MOST_SECONDS = 86400, PATIENCE = 6 };
/// The record of crashed documents is no larger.
enum { RECORD_LIMIT = 1 << 20 };

/// A program that draws one document of some types, and ends; the first that can.
static const struct {
    const char *ending, *name, *family;
    bool needs_pdfium;
} programs[] = {
    {".pdf", "qpreview-zygote-pdfium", "pdfium", true},
    {".pdf", "qpreview-zygote-page", "pdf"},
    {".jpg", "qpreview-zygote-plain", "plain"},
    {".jpeg", "qpreview-zygote-plain", "plain"},
    {".png", "qpreview-zygote-plain", "plain"},
};

/// The seconds that the variable names for slow machines, as PreviewerConfiguration.swift reads it, else the usual ones.
static int time_limit(void) {
    const char *given = getenv("QPREVIEW_TIME_LIMIT");
    const size_t digits = given ? strspn(given, "0123456789") : 0;
    if (digits < 1 || digits > 9 || given[digits]) return USUAL_SECONDS;
    const long seconds = strtol(given, NULL, 10);
    return seconds < 1 ? 1 : seconds > MOST_SECONDS ? MOST_SECONDS : (int)seconds;
}

static uint8_t *put(uint8_t *place, uint64_t number, int size) {
    for (int index = 0; index < size; index++) *place++ = (uint8_t)(number >> 8 * index);
    return place;
}

static uint32_t take(const uint8_t *place) {
    return (uint32_t)place[0] | (uint32_t)place[1] << 8 | (uint32_t)place[2] << 16 | (uint32_t)place[3] << 24;
}

/// Writes the request for the first page of a document with this name.
static void encode(uint8_t request[REQUEST_SIZE], const char *name, int size) {
    const size_t length = strlen(name);
    memset(request, 0, REQUEST_SIZE);
    uint8_t *place = put(request, REQUEST_NUMBER, 4);
    place = put(place, THUMBNAIL, 1);
    place = put(place, SCREEN, 1);
    place = put(place, 1, 4);
    place = put(place, (uint64_t)size, 4);
    place = put(place, 0, 4);
    place = put(place, (uint64_t)time_limit(), 4);
    place = put(place, 0, 4);
    place = put(place, PIXEL_LIMIT, 8);
    place = put(place, 0, 2);
    place = put(place, length, 2);
    memcpy(place, name, length);
}

/// The variable with the path of PDFium, as PreviewerConfiguration.swift finds it; NULL where there is none.
static const char *pdfium(void) {
    static const char *const places[] = {"/usr/local/lib/libpdfium.so", "/usr/lib/libpdfium.so",
                                         "/usr/lib/libreoffice/program/libpdfiumlo.so"};
    static char variable[PATH_MAX + 32];
    const char *path = getenv("QPREVIEW_PDFIUM");
    if (path && *path && *path != '/') return NULL;
    for (size_t index = 0; (!path || !*path) && index < sizeof places / sizeof *places; index++) {
        if (access(places[index], R_OK) == 0) path = places[index];
    }
    if (!path || !*path) return NULL;
    snprintf(variable, sizeof variable, "QPREVIEW_PDFIUM_PATH=%s", path);
    return variable;
}

/// Whether the list of documents that crashed their library may have this one: one of its size. The other program decides.
static bool may_have_crashed(int document) {
    char path[PATH_MAX], word[32];
    struct stat status;
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/') {
        snprintf(path, sizeof path, "%s/printcenter/crashed-documents", state);
    } else if (home && *home == '/') {
        snprintf(path, sizeof path, "%s/.local/state/printcenter/crashed-documents", home);
    } else {
        return false;
    }
    FILE *file = fopen(path, "re");
    if (!file) return errno != ENOENT && errno != ENOTDIR;
    bool may = fstat(document, &status) != 0;
    if (!may) {
        char *record = malloc(RECORD_LIMIT + 1);
        const size_t length = record ? fread(record, 1, RECORD_LIMIT, file) : 0;
        snprintf(word, sizeof word, " %lld ", (long long)status.st_size);
        if (record) record[length] = 0;
        may = !record || length == RECORD_LIMIT || strstr(record, word);
        free(record);
    }
    fclose(file);
    return may;
}

/// A variable with a folder of the user's fonts, or none where there is no home; as UserFonts.swift.
static void name_fonts(char *variable, const char *name, const char *parent, const char *below, const char *rest) {
    const char *folder = parent ? getenv(parent) : NULL;
    *variable = 0;
    if (folder && *folder == '/' && folder[1]) {
        snprintf(variable, PATH_MAX, "%s=%s/%s", name, folder, rest);
        return;
    }
    folder = getenv("HOME");
    if (folder && *folder == '/' && folder[1]) snprintf(variable, PATH_MAX, "%s=%s%s/%s", name, folder, below, rest);
}

/// Starts the program for a document as Helper.swift starts a zygote: it gets nothing of the environment.
static bool start(size_t program, int control, pid_t *process) {
    const char *name = programs[program].name;
    char own[PATH_MAX], path[PATH_MAX + 64], fonts[3][PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0) return false;
    own[length] = 0;
    char *slash = strrchr(own, '/');
    if (slash) *slash = 0;
    snprintf(path, sizeof path, "%s/%s", own, name);
    if (access(path, X_OK) != 0) snprintf(path, sizeof path, "%s/../libexec/printcenter/%s", own, name);
    if (access(path, X_OK) != 0) return false;
    name_fonts(fonts[0], "QPREVIEW_OLD_FONTS", NULL, "", ".fonts");
    name_fonts(fonts[1], "QPREVIEW_FONTS", "XDG_DATA_HOME", "/.local/share", "fonts");
    name_fonts(fonts[2], "QPREVIEW_FONT_CACHE", "XDG_CACHE_HOME", "/.cache", "fontconfig");
    char *environment[] = {"LANG=C.UTF-8", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no", "TZ=UTC0", NULL, NULL, NULL, NULL, NULL};
    int end = 4;
    for (int index = 0; index < 3; index++) {
        if (*fonts[index]) environment[end++] = fonts[index];
    }
    if (programs[program].needs_pdfium) environment[end] = (char *)pdfium();
    char *arguments[] = {path, (char *)programs[program].family, "single", NULL};
    return clinux_spawn_helper(path, arguments, environment, control, process) == 0;
}

/// Receives the answer, and the file with the pixels, within the time limit.
static int receive(int socket, uint32_t *width, uint32_t *height) {
    const long limit = PATIENCE * time_limit() * 1000L;
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    struct pollfd wait = {.fd = socket, .events = POLLIN};
    int ready;
    do {
        clock_gettime(CLOCK_MONOTONIC, &now);
        const long passed = (now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000;
        ready = poll(&wait, 1, passed < limit ? (int)(limit - passed) : 0);
    } while (ready < 0 && errno == EINTR);
    static uint8_t answer[ANSWER_LIMIT];
    int file = -1;
    size_t count = 0;
    const ssize_t length = ready == 1 ? clinux_receive_message(socket, answer, sizeof answer, &file, 1, &count) : -1;
    if (length >= 13 && count == 1 && take(answer) == ANSWER_NUMBER && answer[4] == DONE) {
        *width = take(answer + 5);
        *height = take(answer + 9);
        return file;
    }
    if (count == 1) close(file);
    return -1;
}

/// Copies the pixels, whose number the program only claims, from a file that can no longer change.
static bool copy(int file, uint32_t width, uint32_t height, int size, struct single_picture *picture) {
    struct stat status;
    if (width < 1 || height < 1 || width > (uint32_t)size || height > (uint32_t)size || clinux_is_sealed(file) == 0) return false;
    const size_t length = (size_t)width * height * 4;
    if (fstat(file, &status) != 0 || status.st_size < (off_t)length) return false;
    picture->pixels = malloc(length);
    for (size_t done = 0; picture->pixels && done < length;) {
        const ssize_t count = pread(file, picture->pixels + done, length - done, (off_t)done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            free(picture->pixels);
            picture->pixels = NULL;
            break;
        }
        done += (size_t)count;
    }
    picture->width = (int)width;
    picture->height = (int)height;
    return picture->pixels != NULL;
}

/// Sends the request and starts the program that finds it on its control socket. Returns the socket for the answer, or -1.
static int ask(int document, const char *name, int size, size_t program, pid_t *process) {
    int control[2], answers[2];
    uint8_t request[REQUEST_SIZE];
    if (clinux_message_sockets(control) != 0) return -1;
    if (clinux_message_sockets(answers) != 0) {
        close(control[0]);
        close(control[1]);
        return -1;
    }
    encode(request, name, size);
    // For a password, which there is not.
    const int beside = clinux_memory_file("inside");
    const int sent[] = {document, answers[1], beside};
    bool done = beside >= 0 && clinux_send_message(control[0], request, sizeof request, sent, 3) == 0;
    done = done && start(program, control[1], process);
    if (beside >= 0) close(beside);
    close(control[0]);
    close(control[1]);
    close(answers[1]);
    if (done) return answers[0];
    close(answers[0]);
    return -1;
}

/// Lets one program draw the document.
static bool draw(size_t program, int document, const char *name, int size, struct single_picture *picture) {
    const int answers = ask(document, name, size, program, &picture->process);
    if (answers < 0) return false;
    uint32_t width = 0, height = 0;
    const int file = receive(answers, &width, &height);
    const bool done = file >= 0 && copy(file, width, height, size, picture);
    if (file >= 0) close(file);
    close(answers);
    if (!done) {
        kill(picture->process, SIGKILL);
        end_single(picture);
    }
    return done;
}

bool draw_alone(int document, const char *path, int size, struct single_picture *picture) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    bool is_checked = false;
    picture->pixels = NULL;
    picture->process = 0;
    if (!dot || strlen(name) > NAME_LIMIT) return false;
    for (size_t program = 0; program < sizeof programs / sizeof *programs; program++) {
        if (strcasecmp(dot, programs[program].ending) != 0 || (programs[program].needs_pdfium && !pdfium())) continue;
        if (!is_checked && may_have_crashed(document)) return false;
        is_checked = true;
        if (draw(program, document, name, size, picture)) return true;
    }
    return false;
}

void end_single(struct single_picture *picture) {
    free(picture->pixels);
    picture->pixels = NULL;
    while (picture->process > 0 && waitpid(picture->process, NULL, 0) < 0 && errno == EINTR) {
    }
    picture->process = 0;
}
