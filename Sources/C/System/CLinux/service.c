#define _GNU_SOURCE
#include "service.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int clinux_spawn_service(const char *path, char *const arguments[], char *const environment[],
                         int output, int errors, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int result = posix_spawn_file_actions_init(&actions);
    if (result != 0) return -result;
    result = posix_spawnattr_init(&attributes);
    if (result != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -result;
    }

    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);

    // Out of the way of 0, 1, and 2: one of them could be overwritten before it is copied.
    int out = fcntl(output, F_DUPFD_CLOEXEC, 10);
    int err = fcntl(errors, F_DUPFD_CLOEXEC, 10);
    if (out < 0 || err < 0) result = errno;
    if (result == 0) result = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, out, 1);
    if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, err, 2);
    if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (result == 0) result = posix_spawn(process, path, &actions, &attributes, arguments, environment);

    if (out >= 0) close(out);
    if (err >= 0) close(err);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return -result;
}

unsigned long clinux_settle_service(void) {
    // The file system of the working directory could not be unmounted, and children would inherit it.
    if (chdir("/") != 0) { /* The old one does as well. */ }
    umask(077);

    // Each of many threads would have a heap of its own, which keeps what lists of hundreds of printers once took.
    mallopt(M_ARENA_MAX, 2);

    // A core dump would contain data of documents.
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    // A shell's soft limits are meant for its own programs; a hard limit cannot be raised.
    static const int soft[] = {RLIMIT_CPU, RLIMIT_AS, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_NPROC};
    struct rlimit limit;
    for (size_t index = 0; index < sizeof soft / sizeof soft[0]; index++) {
        if (getrlimit(soft[index], &limit) != 0 || limit.rlim_cur == limit.rlim_max) continue;
        limit.rlim_cur = limit.rlim_max;
        setrlimit(soft[index], &limit);
    }
    // Enough descriptors for all connections and children.
    const rlim_t wanted = 4096;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur;
}

bool clinux_allows_namespaces(void) {
    const pid_t child = fork();
    // Some systems allow the first kind, and then nothing within it.
    if (child == 0) _exit(unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 ? 0 : 1);
    int status = 0;
    if (child < 0) return false;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return false;
    }
    return status == 0;
}

void clinux_forbid_new_privileges(void) { prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int clinux_message_socket(void) {
    const int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return descriptor >= 0 ? descriptor : -errno;
}

int clinux_accept(int socket) {
    for (;;) {
        const int connection = accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (connection >= 0) return connection;
        if (errno != EINTR && errno != ECONNABORTED) return -errno;
    }
}

long clinux_peer_user(int socket) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -errno;
    return (long)peer.uid;
}

pid_t clinux_peer_process(int socket) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
}
