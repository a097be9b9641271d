#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// Moves the three descriptors to their places and closes the others, without overwriting one that is
/// still to be moved.
static int arrange_descriptors(const int descriptors[3], int report)
{
    int moved[3];
    for (int index = 0; index < 3; index++) {
        moved[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, 10);
        if (moved[index] < 0)
            return -1;
    }
    for (int index = 0; index < 3; index++)
        if (dup2(moved[index], index) < 0)
            return -1;

    // `report` must stay open until execve closes it: it reports to the parent why execve failed.
    if (dup2(report, 3) < 0 || fcntl(3, F_SETFD, FD_CLOEXEC) < 0)
        return -1;
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 4U, ~0U, 0U) == 0)
        return 0;
#endif
    long limit = sysconf(_SC_OPEN_MAX);
    for (int descriptor = 4; descriptor < limit; descriptor++)
        close(descriptor);
    return 0;
}

pid_t clinux_spawn(const char *path, char *const argv[], char *const envp[],
                   const int descriptors[3], int own_group, int death_signal, int file_mask)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) < 0)
        return -errno;

    // No handler of the parent may run in the child before execve.
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        for (int number = 1; number < NSIG; number++)
            signal(number, SIG_DFL);
        if (own_group)
            setpgid(0, 0);
        if (death_signal) {
            prctl(PR_SET_PDEATHSIG, death_signal);
            // The parent may have ended before prctl took effect.
            if (getppid() != parent)
                _exit(127);
        }
        if (file_mask >= 0)
            umask((mode_t)file_mask);
        int failure = 0;
        if (arrange_descriptors(descriptors, report[1]) < 0) {
            failure = errno;
            if (write(report[1], &failure, sizeof failure) < 0) { }
            _exit(127);
        }
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(path, argv, envp);
        failure = errno;
        if (write(3, &failure, sizeof failure) < 0) { }
        _exit(127);
    }

    int forked = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (child < 0) {
        close(report[0]);
        return -forked;
    }
    // Closing the pipe without data means that execve has succeeded.
    int failure = 0;
    ssize_t length;
    do
        length = read(report[0], &failure, sizeof failure);
    while (length < 0 && errno == EINTR);
    close(report[0]);
    if (length != sizeof failure)
        return child;
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) { }
    return -failure;
}

int clinux_adopt_orphans(void)
{
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0 ? -errno : 0;
}

int clinux_signal_descriptor(const int *signals, int count)
{
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < count; index++)
        sigaddset(&set, signals[index]);
    if (sigprocmask(SIG_BLOCK, &set, NULL) < 0)
        return -errno;
    int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int clinux_read_signal(int descriptor, int *from_process)
{
    struct signalfd_siginfo information;
    ssize_t length = read(descriptor, &information, sizeof information);
    if (length != sizeof information)
        return 0;
    *from_process = information.ssi_code <= 0;
    return (int)information.ssi_signo;
}

int clinux_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0;
}

void clinux_keep_memory(void) {
    // The largest value that glibc accepts.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 1 << 20);
}

void clinux_release_memory(void) { malloc_trim(0); }
