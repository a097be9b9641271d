// Uses libqpreview as programs do, and as they should not. Tests compile it against the shared library, and run it:
//
//   trials values FILE.pdf     pictures, facts, pages, and text in all forms; values that are not valid
//   trials threads FILE.pdf    many requests at the same time, before a helper runs
//   trials busy FILE.pdf       more connections than the helper takes from one program
//   trials cancel SLOW         a cancel, from another thread
//   trials lost SLOW           a helper that is killed at work: once, and again
//   trials password LOCKED.pdf an encrypted PDF, whose password is "sesame"
//   trials none FILE.pdf       no helper
//
// It writes what is wrong, and exits with 1 then.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <qpreview.h>

static int failures;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: %s\n", __LINE__, #condition);                                         \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

static qpreview_code code_of(qpreview_answer *answer) {
    const qpreview_code code = answer ? qpreview_answer_code(answer) : QPREVIEW_NO_MEMORY;
    qpreview_answer_free(answer);
    return code;
}

// MARK: Values

static void try_pictures(qpreview *previews, int file) {
    qpreview_picture_options options = QPREVIEW_PICTURE_OPTIONS;
    options.size = 100;
    qpreview_answer *plain = qpreview_thumbnail(previews, file, "a.pdf", &options);
    options.format = QPREVIEW_BGRA_PREMULTIPLIED;
    qpreview_answer *turned = qpreview_thumbnail(previews, file, "a.pdf", &options);
    const qpreview_picture *one = qpreview_answer_picture(plain), *other = qpreview_answer_picture(turned);
    EXPECT(one && other && one->height == 100 && one->quality == QPREVIEW_RENDERED);
    if (!one || !other) return;
    EXPECT(one->width == other->width && one->height == other->height);
    for (int index = 0; index < one->width * one->height; index++) {
        const unsigned char *from = one->pixels + 4 * index, *to = other->pixels + 4 * index;
        if (from[3] != to[3] || (from[3] == 255 && (from[0] != to[2] || from[1] != to[1] || from[2] != to[0]))) {
            EXPECT(!"a pixel differs");
            break;
        }
    }
    // Into memory of the program, with rows that are longer than the picture, and a guard behind it.
    const size_t stride = 512, capacity = stride * 100;
    unsigned char *memory = malloc(capacity + 16);
    memset(memory, 0xAB, capacity + 16);
    int width = 0, height = 0;
    options.format = QPREVIEW_RGBA;
    EXPECT(qpreview_thumbnail_into(previews, file, "a.pdf", &options, memory, stride, capacity, &width, &height)
           == QPREVIEW_OK);
    EXPECT(width == one->width && height == 100);
    EXPECT(memcmp(memory + 50 * stride, one->pixels + 50 * one->stride, (size_t)width * 4) == 0);
    for (int index = 0; index < 16; index++) EXPECT(memory[capacity + (size_t)index] == 0xAB);
    EXPECT(memory[(size_t)width * 4] == 0xAB);
    EXPECT(qpreview_answer_copy_picture(plain, memory, stride, capacity - stride, QPREVIEW_RGBA) == QPREVIEW_INVALID);
    EXPECT(qpreview_answer_copy_picture(plain, memory, 8, capacity, QPREVIEW_RGBA) == QPREVIEW_INVALID);
    free(memory);
    qpreview_answer_free(plain);
    qpreview_answer_free(turned);
}

static void try_text(qpreview *previews, int file) {
    qpreview_text_options options = QPREVIEW_TEXT_OPTIONS;
    options.first = 2;
    options.last = 3;
    options.positions = 1;
    qpreview_answer *answer = qpreview_text(previews, file, "a.pdf", &options);
    EXPECT(qpreview_answer_code(answer) == QPREVIEW_OK && qpreview_answer_page_count(answer) == 2);
    const qpreview_page_text *page = qpreview_answer_page(answer, 0);
    EXPECT(page && page->page == 2 && page->width > 500 && page->word_count > 5);
    if (page) {
        EXPECT(strstr(page->text, page->words[0].text) && page->words[0].width > 1 && page->words[0].y > 1);
    }
    EXPECT(qpreview_answer_page(answer, 2) == NULL && qpreview_answer_next_page(answer) == 0);
    qpreview_answer_free(answer);
    options.last = 99;
    EXPECT(code_of(qpreview_text(previews, file, "a.pdf", &options)) == QPREVIEW_NO_SUCH_PAGE);
}

static void try_values(qpreview *previews, int file) {
    qpreview_picture_options options = QPREVIEW_PICTURE_OPTIONS;
    const int sizes[] = {0, -1, 8193};
    for (int index = 0; index < 3; index++) {
        options.size = sizes[index];
        EXPECT(code_of(qpreview_thumbnail(previews, file, NULL, &options)) == QPREVIEW_INVALID);
    }
    options.size = 64;
    options.page = 0;
    EXPECT(code_of(qpreview_thumbnail(previews, file, NULL, &options)) == QPREVIEW_INVALID);
    options.page = 99;
    EXPECT(code_of(qpreview_thumbnail(previews, file, NULL, &options)) == QPREVIEW_NO_SUCH_PAGE);
    options.page = 1;
    options.password = "\xFF";
    EXPECT(code_of(qpreview_thumbnail(previews, file, NULL, &options)) == QPREVIEW_INVALID);
    options.password = NULL;
    EXPECT(code_of(qpreview_thumbnail(previews, -1, NULL, &options)) == QPREVIEW_UNREADABLE);
    int ends[2];
    EXPECT(pipe(ends) == 0);
    EXPECT(code_of(qpreview_thumbnail(previews, ends[0], NULL, &options)) == QPREVIEW_UNREADABLE);
    close(ends[0]), close(ends[1]);
    // Options of a program that was built when there were fewer.
    options.size_of_options = offsetof(qpreview_picture_options, scale);
    options.scale = -5;
    EXPECT(code_of(qpreview_thumbnail(previews, file, NULL, &options)) == QPREVIEW_OK);

    qpreview_answer *answer = qpreview_pages(previews, file, "a.pdf", NULL);
    char start[5] = "";
    EXPECT(pread(qpreview_answer_pdf(answer), start, 4, 0) == 4 && strcmp(start, "%PDF") == 0);
    EXPECT(qpreview_answer_pdf_size(answer) > 1000);
    qpreview_answer_free(answer);

    answer = qpreview_facts(previews, file, "/somewhere/a.jpg", NULL);
    const qpreview_info *info = qpreview_answer_info(answer);
    EXPECT(info && info->pages == 6 && strcmp(info->type, "application/pdf") == 0 && info->note && info->bytes > 0);
    EXPECT(info && info->problem == QPREVIEW_OK && info->preview == QPREVIEW_RENDERED && !info->takes_password);
    qpreview_answer_free(answer);
}

static void try_card(qpreview *previews) {
    const int file = open("/dev/shm/qpreview-trials", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    unlink("/dev/shm/qpreview-trials");
    EXPECT(write(file, "\0\1\2\3\376", 5) == 5);
    qpreview_picture_options options = QPREVIEW_PICTURE_OPTIONS;
    options.card = options.three_answers = 1;
    qpreview_request *request = qpreview_request_thumbnail(previews, file, "a.bin", &options);
    close(file);
    int answers = 0, last = 0;
    while (!qpreview_request_is_done(request)) {
        struct pollfd wait = {.fd = qpreview_request_fd(request), .events = POLLIN};
        EXPECT(poll(&wait, 1, -1) == 1);
        qpreview_answer *answer = qpreview_request_next(request);
        const qpreview_picture *picture = answer ? qpreview_answer_picture(answer) : NULL;
        if (answer) answers++;
        if (picture) {
            EXPECT((int)picture->quality > last);
            last = (int)picture->quality;
        }
        if (last == QPREVIEW_CARD) EXPECT(qpreview_answer_code(answer) == QPREVIEW_NO_PREVIEW);
        qpreview_answer_free(answer);
    }
    EXPECT(answers >= 1 && last == QPREVIEW_CARD && qpreview_request_next(request) == NULL);
    qpreview_request_free(request);
}

// MARK: Passwords

static void try_password(qpreview *previews, int file) {
    qpreview_answer *answer = qpreview_facts(previews, file, "a.pdf", NULL);
    const qpreview_info *info = qpreview_answer_info(answer);
    EXPECT(info && info->takes_password && info->is_encrypted && info->problem == QPREVIEW_ENCRYPTED);
    EXPECT(info && info->pages == -1);
    qpreview_answer_free(answer);
    answer = qpreview_facts(previews, file, "a.pdf", "sesame");
    info = qpreview_answer_info(answer);
    EXPECT(info && info->takes_password && info->problem == QPREVIEW_OK && info->pages == 2);
    qpreview_answer_free(answer);
    EXPECT(code_of(qpreview_facts(previews, file, "a.pdf", "Sesame")) == QPREVIEW_WRONG_PASSWORD);
    char longer[129];
    memset(longer, 'a', sizeof longer);
    longer[128] = 0;
    EXPECT(code_of(qpreview_facts(previews, file, "a.pdf", longer)) == QPREVIEW_INVALID);

    const char *const passwords[] = {NULL, "Sesame", "sesame", "open sesame"};
    const qpreview_code codes[] = {QPREVIEW_ENCRYPTED, QPREVIEW_WRONG_PASSWORD, QPREVIEW_OK, QPREVIEW_OK};
    for (int index = 0; index < 4; index++) {
        qpreview_picture_options picture = QPREVIEW_PICTURE_OPTIONS;
        qpreview_pages_options pages = QPREVIEW_PAGES_OPTIONS;
        qpreview_text_options text = QPREVIEW_TEXT_OPTIONS;
        picture.page = 2;
        picture.password = pages.password = text.password = passwords[index];
        EXPECT(code_of(qpreview_thumbnail(previews, file, "a.pdf", &picture)) == codes[index]);
        EXPECT(code_of(qpreview_pages(previews, file, "a.pdf", &pages)) == codes[index]);
        answer = qpreview_text(previews, file, "a.pdf", &text);
        EXPECT(qpreview_answer_page_count(answer) == (codes[index] == QPREVIEW_OK ? 2u : 0u));
        EXPECT(code_of(answer) == codes[index]);
    }
    // One that needs none.
    const int plain = memfd_create("a.txt", MFD_CLOEXEC);
    EXPECT(write(plain, "A line\n", 7) == 7);
    qpreview_pages_options pages = QPREVIEW_PAGES_OPTIONS;
    pages.password = "sesame";
    EXPECT(code_of(qpreview_pages(previews, plain, "a.txt", &pages)) == QPREVIEW_OK);
    close(plain);
}

// MARK: Threads

struct share {
    qpreview *previews;
    const char *path;
    int done;
};

static void *work(void *argument) {
    struct share *share = argument;
    qpreview_request *requests[10];
    const int file = open(share->path, O_RDONLY | O_CLOEXEC);
    for (int index = 0; index < 10; index++) {
        qpreview_picture_options options = QPREVIEW_PICTURE_OPTIONS;
        options.page = 1 + index % 6;
        options.size = 32 + index;
        requests[index] = qpreview_request_thumbnail(share->previews, file, share->path, &options);
    }
    close(file);
    for (int index = 0; index < 10; index++) {
        qpreview_answer *answer = qpreview_request_wait(requests[index], -1);
        const qpreview_picture *picture = answer ? qpreview_answer_picture(answer) : NULL;
        const int edge = !picture ? 0 : picture->width > picture->height ? picture->width : picture->height;
        if (edge == 32 + index) share->done++;
        else if (answer) printf("%d pixels: %s\n", edge, qpreview_answer_message(answer));
        qpreview_answer_free(answer);
        qpreview_request_free(requests[index]);
    }
    return NULL;
}

static void try_threads(qpreview *previews, const char *path) {
    pthread_t threads[8];
    struct share shares[8];
    for (int index = 0; index < 8; index++) {
        shares[index] = (struct share){previews, path, 0};
        pthread_create(&threads[index], NULL, work, &shares[index]);
    }
    for (int index = 0; index < 8; index++) {
        pthread_join(threads[index], NULL);
        EXPECT(shares[index].done == 10);
    }
}

// MARK: A busy helper

static struct sockaddr_un address_of(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", getenv("XDG_RUNTIME_DIR"), name);
    return address;
}

static int connect_to_helper(void) {
    const struct sockaddr_un address = address_of("qpreview/socket");
    const int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    EXPECT(connect(connection, (const struct sockaddr *)&address, sizeof address) == 0);
    return connection;
}

/// A request that is refused again and again is under way still. The socket gives the helper's refusal before the request has
/// been read, which resets the connection each time: with the helper itself, that depends on who is faster.
static void try_refusals(int file, const unsigned char *refusal, size_t length) {
    const struct sockaddr_un address = address_of("refusing");
    const int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    EXPECT(bind(listener, (const struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 4) == 0);
    qpreview_open_options options = QPREVIEW_OPEN_OPTIONS;
    options.socket = address.sun_path;
    options.never_start = 1;
    qpreview *previews = qpreview_open(&options);
    qpreview_request *request = qpreview_request_thumbnail(previews, file, "a.pdf", NULL);
    for (int count = 0; count < 5 && !qpreview_request_is_done(request); count++) {
        // The request has been sent when its pause is over.
        const int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        EXPECT(send(connection, refusal, length, MSG_NOSIGNAL) == (ssize_t)length);
        close(connection);
        qpreview_answer *answer = qpreview_request_wait(request, 500);
        EXPECT(answer == NULL);
        qpreview_answer_free(answer);
    }
    EXPECT(!qpreview_request_is_done(request));
    qpreview_request_free(request);
    qpreview_close(previews);
    close(listener);
}

static void try_busy(qpreview *previews, int file) {
    EXPECT(code_of(qpreview_thumbnail(previews, file, "a.pdf", NULL)) == QPREVIEW_OK);
    int connections[64];
    for (int index = 0; index < 64; index++) connections[index] = connect_to_helper();
    const int refused = connect_to_helper();
    unsigned char refusal[512];
    const ssize_t length = recv(refused, refusal, sizeof refusal, 0);
    EXPECT(length > 0);
    close(refused);
    qpreview_request *request = qpreview_request_thumbnail(previews, file, "a.pdf", NULL);
    EXPECT(qpreview_request_wait(request, 300) == NULL);
    for (int index = 0; index < 64; index++) close(connections[index]);
    EXPECT(code_of(qpreview_request_wait(request, -1)) == QPREVIEW_OK);
    qpreview_request_free(request);
    if (length > 0) try_refusals(file, refusal, (size_t)length);
}

// MARK: Ends

/// The number of connections to the helper, which has one more socket with that path, at which it listens; -1 without one.
static int connections(void) {
    const struct sockaddr_un address = address_of("qpreview/socket");
    FILE *file = fopen("/proc/net/unix", "re");
    char line[512];
    int count = 0;
    EXPECT(file != NULL);
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        const char *path = strchr(line, '/');
        if (path && strcmp(path, address.sun_path) == 0) count++;
    }
    if (file) fclose(file);
    return count - 1;
}

/// Waits until a request that takes minutes has been sent to a helper.
static void wait_until_sent(qpreview_request *request) {
    qpreview_answer *answer = NULL;
    do answer = qpreview_request_wait(request, 50);
    while (!answer && connections() < 1);
    EXPECT(answer == NULL);
    qpreview_answer_free(answer);
}

static qpreview_request *begin_slow(qpreview *previews, const char *path) {
    qpreview_picture_options options = QPREVIEW_PICTURE_OPTIONS;
    options.size = 2000;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    qpreview_request *request = qpreview_request_thumbnail(previews, file, path, &options);
    close(file);
    wait_until_sent(request);
    return request;
}

static void *cancel(void *request) {
    // While another thread waits for the answer, as a rule.
    // Time: another order is right, too
    usleep(200000);
    qpreview_request_cancel(request);
    return NULL;
}

static void try_cancel(qpreview *previews, const char *path) {
    qpreview_request *request = begin_slow(previews, path);
    pthread_t thread;
    pthread_create(&thread, NULL, cancel, request);
    // Long before the document's time is over.
    EXPECT(code_of(qpreview_request_wait(request, -1)) == QPREVIEW_CANCELED);
    EXPECT(qpreview_request_is_done(request));
    pthread_join(thread, NULL);
    qpreview_request_free(request);
    // One that is freed while it is in progress.
    qpreview_request_free(begin_slow(previews, path));
}

/// Kills the helper that has the socket.
static void kill_helper(void) {
    const int connection = connect_to_helper();
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    close(connection);
    EXPECT(peer.pid > 1);
    if (peer.pid <= 1) return;
    kill(peer.pid, SIGKILL);
    // Time: between two looks
    while (connections() >= 0) usleep(10000);
}

static void try_lost(qpreview *previews, const char *path) {
    qpreview_request *request = begin_slow(previews, path);
    kill_helper();
    // Once, the library starts another one, and sends the request again.
    wait_until_sent(request);
    kill_helper();
    qpreview_answer *answer = qpreview_request_wait(request, -1);
    EXPECT(answer && strlen(qpreview_answer_message(answer)) > 20);
    EXPECT(code_of(answer) == QPREVIEW_HELPER_LOST);
    qpreview_request_free(request);
}

static void try_none(const char *path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const char *helpers[] = {NULL, "/none", "/bin/false"};
    for (int index = 0; index < 3; index++) {
        qpreview_open_options options = QPREVIEW_OPEN_OPTIONS;
        options.helper = helpers[index];
        options.never_start = index == 0;
        options.language = index == 0 ? "zh_CN.UTF-8" : "en";
        qpreview *previews = qpreview_open(&options);
        qpreview_answer *answer = qpreview_facts(previews, file, path, NULL);
        EXPECT((strstr(qpreview_answer_message(answer), "预览") != NULL) == (index == 0));
        EXPECT(strcmp(qpreview_answer_reason(answer), "no-helper") == 0);
        EXPECT(code_of(answer) == QPREVIEW_NO_HELPER);
        qpreview_close(previews);
    }
    close(file);
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    const char *way = arguments[1], *path = arguments[2];
    qpreview *previews = qpreview_open(NULL);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (strcmp(way, "values") == 0) {
        try_pictures(previews, file);
        try_text(previews, file);
        try_values(previews, file);
        try_card(previews);
    } else if (strcmp(way, "password") == 0) {
        try_password(previews, file);
    } else if (strcmp(way, "threads") == 0) {
        try_threads(previews, path);
    } else if (strcmp(way, "busy") == 0) {
        try_busy(previews, file);
    } else if (strcmp(way, "cancel") == 0) {
        try_cancel(previews, path);
    } else if (strcmp(way, "lost") == 0) {
        try_lost(previews, path);
    } else if (strcmp(way, "none") == 0) {
        try_none(path);
    } else {
        return 64;
    }
    close(file);
    qpreview_close(previews);
    // No descriptor is left behind.
    EXPECT(open("/dev/null", O_RDONLY) == 3);
    return failures > 0;
}
