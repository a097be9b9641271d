// A whole request of libqpreview, answered by whoever holds the socket: any messages, with any number of files.
#include "fuzz.h"

#include "../../Sources/Previewing/CQPreview/library.h"

#include <sys/socket.h>

enum { FILES = 3 };

static int listener;
static struct qpreview *previews;
static char folder[] = "/tmp/c-fuzz-XXXXXX", path[64];

static void clean(void) {
    unlink(path);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (mkdtemp(folder) == NULL) abort();
    snprintf(path, sizeof path, "%s/socket", folder);
    atexit(clean);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, path);
    listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 8) != 0) abort();
    qpreview_open_options options = QPREVIEW_OPEN_OPTIONS;
    options.socket = path;
    options.never_start = 1;
    previews = qpreview_open(&options);
    return previews == NULL ? abort(), 0 : 0;
}

static qpreview_request *ask(struct input *input) {
    const uint8_t operation = input_byte(input);
    const struct input part = input_part(input, input_byte(input) % 32);
    char *name = (char *)input_copy(part, 1);
    qpreview_request *request = NULL;
    qpreview_picture_options picture = QPREVIEW_PICTURE_OPTIONS;
    qpreview_pages_options pages = QPREVIEW_PAGES_OPTIONS;
    qpreview_text_options text = QPREVIEW_TEXT_OPTIONS;
    picture.format = operation & 8 ? QPREVIEW_BGRA_PREMULTIPLIED : QPREVIEW_RGBA;
    picture.three_answers = operation & 16;
    text.positions = operation & 8;
    picture.password = operation & 32 ? name : NULL;
    switch (operation & 3) {
    case 0: request = qpreview_request_info(previews, 0, name, operation & 32 ? name : NULL); break;
    case 1: request = qpreview_request_thumbnail(previews, 0, name, &picture); break;
    case 2: request = qpreview_request_pages(previews, 0, name, &pages); break;
    case 3: request = qpreview_request_text(previews, 0, name, &text); break;
    }
    free(name);
    return request;
}

static void answer(int connection, struct input *input) {
    const uint8_t ways = input_byte(input);
    const struct input message = input_part(input, input_number(input, 2)), contents = input_part(input, input_byte(input));
    union {
        struct cmsghdr align;
        char space[CMSG_SPACE(sizeof(int) * FILES)];
    } control = {.space = {0}};
    int files[FILES];
    const size_t count = ways % (FILES + 1);
    struct iovec bytes = {(void *)message.next, message.left};
    struct msghdr header = {.msg_iov = &bytes, .msg_iovlen = 1};
    for (size_t index = 0; index < count; index++) {
        files[index] = memfd_create("answer", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        if (write(files[index], contents.next, contents.left) < 0) abort();
        if (ways & 16) fcntl(files[index], F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    }
    if (count > 0) {
        header.msg_control = control.space;
        header.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
        *rights = (struct cmsghdr){CMSG_LEN(sizeof(int) * count), SOL_SOCKET, SCM_RIGHTS};
        memcpy(CMSG_DATA(rights), files, sizeof(int) * count);
    }
    sendmsg(connection, &header, MSG_NOSIGNAL | MSG_DONTWAIT);
    for (size_t index = 0; index < count; index++) close(files[index]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    qpreview_request *request = ask(&input);
    if (request == NULL) abort();
    // A request that is not valid is answered without a word to the helper.
    const int connection = accept(listener, NULL, NULL);
    if (connection >= 0) {
        unsigned char heard[REQUEST_SIZE];
        recv(connection, heard, sizeof heard, MSG_DONTWAIT);
        for (int turn = 0; turn < 4 && input.left > 0; turn++) answer(connection, &input);
        close(connection);
    }
    for (qpreview_answer *next; (next = qpreview_request_next(request)) != NULL;) {
        fuzz_touch_text(qpreview_answer_message(next));
        qpreview_answer_free(next);
    }
    qpreview_request_cancel(request);
    qpreview_answer_free(qpreview_request_next(request));
    qpreview_request_free(request);
    return 0;
}
