// Writes a picture of a file as PPM, and its facts on standard error.
//
//   cc thumbnail.c $(pkg-config --cflags --libs qpreview) -o thumbnail
//   ./thumbnail report.pdf 256 > report.ppm
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <qpreview.h>

static void write_pixmap(const qpreview_picture *picture) {
    printf("P6\n%d %d\n255\n", picture->width, picture->height);
    for (int y = 0; y < picture->height; y++) {
        const unsigned char *row = picture->pixels + (size_t)y * (size_t)picture->stride;
        for (int x = 0; x < picture->width; x++) fwrite(row + 4 * x, 1, 3, stdout);
    }
}

int main(int count, char **arguments) {
    if (count < 2) {
        fprintf(stderr, "usage: %s FILE [SIZE]\n", arguments[0]);
        return 64;
    }
    const int file = open(arguments[1], O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        perror(arguments[1]);
        return 66;
    }
    qpreview *previews = qpreview_open(NULL);

    qpreview_answer *facts = qpreview_facts(previews, file, arguments[1], NULL);
    const qpreview_info *info = qpreview_answer_info(facts);
    if (info) fprintf(stderr, "%s, %s, %lld pages\n", info->kind, info->type, (long long)info->pages);
    qpreview_answer_free(facts);

    // A program with a loop of its own polls the descriptor there.
    qpreview_picture_options options = QPREVIEW_PICTURE_OPTIONS;
    if (count > 2) options.size = atoi(arguments[2]);
    options.three_answers = 1;
    qpreview_request *request = qpreview_request_thumbnail(previews, file, arguments[1], &options);
    close(file);
    int code = 1;
    while (!qpreview_request_is_done(request)) {
        struct pollfd wait = {.fd = qpreview_request_fd(request), .events = POLLIN};
        poll(&wait, 1, -1);
        qpreview_answer *answer = qpreview_request_next(request);
        if (!answer) continue;
        const qpreview_picture *picture = qpreview_answer_picture(answer);
        if (picture) fprintf(stderr, "quality %d: %d x %d\n", picture->quality, picture->width, picture->height);
        if (picture && picture->quality == QPREVIEW_RENDERED) {
            write_pixmap(picture);
            code = 0;
        }
        if (qpreview_answer_code(answer) != QPREVIEW_OK) {
            fprintf(stderr, "%s: %s\n", arguments[1], qpreview_answer_message(answer));
        }
        qpreview_answer_free(answer);
    }
    qpreview_request_free(request);
    qpreview_close(previews);
    return code;
}
