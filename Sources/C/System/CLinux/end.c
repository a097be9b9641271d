#define _GNU_SOURCE
#include "end.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct end {
    struct timespec time;
    char *socket;
};

static atomic_flag has_begun = ATOMIC_FLAG_INIT;

static void *end_later(void *context)
{
    const struct end *end = context;
    struct timespec left = end->time;
    while (nanosleep(&left, &left) < 0 && errno == EINTR) { }
    if (end->socket)
        unlink(end->socket);
    _exit(0);
}

/// Returns 0, or an errno value.
static int begin(unsigned int milliseconds, const char *socket)
{
    struct end *end = calloc(1, sizeof *end);
    if (!end)
        return ENOMEM;
    end->time.tv_sec = milliseconds / 1000;
    end->time.tv_nsec = (long)(milliseconds % 1000) * 1000000;
    end->socket = socket ? strdup(socket) : NULL;
    pthread_t thread;
    const int failure = pthread_create(&thread, NULL, end_later, end);
    if (failure != 0) {
        free(end->socket);
        free(end);
        return failure;
    }
    pthread_detach(thread);
    return 0;
}

int clinux_end_within(unsigned int milliseconds, const char *socket)
{
    if (atomic_flag_test_and_set(&has_begun))
        return 0;
    const int failure = begin(milliseconds, socket);
    // Another signal may find the memory that this one lacked.
    if (failure != 0)
        atomic_flag_clear(&has_begun);
    return -failure;
}
