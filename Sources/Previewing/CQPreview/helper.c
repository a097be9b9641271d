#define _GNU_SOURCE
#include "library.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// The folder of the helper, as the installation has it.
#ifndef QPREVIEW_LIBEXECDIR
#define QPREVIEW_LIBEXECDIR "/usr/local/libexec/printcenter"
#endif

extern char **environ;

// MARK: Opening

/// The value of a variable; NULL for none, an empty one, and in a program with the rights of another user.
static const char *variable(const char *name) {
    const char *value = secure_getenv(name);
    return value && *value ? value : NULL;
}

/// The language of a locale or tag; Traditional Chinese is not known.
static language language_of(const char *tag) {
    const char *names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t index = 0; !tag && index < 3; index++) tag = variable(names[index]);
    if (!tag || strncasecmp(tag, "zh", 2) != 0) return ENGLISH;
    if (tag[2] != 0 && tag[2] != '-' && tag[2] != '_' && tag[2] != '.' && tag[2] != '@') return ENGLISH;
    return strcasestr(tag, "hant") || strcasestr(tag, "tw") || strcasestr(tag, "hk") ? ENGLISH : CHINESE;
}

static bool set_path(struct qpreview *previews, const char *folder, const char *rest) {
    const size_t capacity = sizeof previews->address.sun_path;
    const int length = snprintf(previews->address.sun_path, capacity, "%s%s", folder, rest);
    return length > 0 && (size_t)length < capacity;
}

/// Whether the user can keep a socket in a folder, as RuntimeFolder.swift says; `absent` where there is none.
static bool is_usable(const char *folder, bool absent) {
    struct stat facts;
    if (stat(folder, &facts) != 0) return absent && (errno == ENOENT || errno == ENOTDIR);
    return facts.st_uid == geteuid() || (facts.st_uid == 0 && access(folder, W_OK | X_OK) == 0);
}

/// Finds the socket, as ResidentSocket.swift does.
static bool find_socket(struct qpreview *previews, const char *given) {
    previews->address.sun_family = AF_UNIX;
    if (!given) given = variable("QPREVIEW_SOCKET");
    if (given) {
        previews->socket_is_named = true;
        return set_path(previews, given, "");
    }
    const char *folder = variable("XDG_RUNTIME_DIR");
    if (folder && *folder == '/' && is_usable(folder, true)) return set_path(previews, folder, "/qpreview/socket");
    char runtime[64];
    snprintf(runtime, sizeof runtime, "/run/user/%u", geteuid());
    if (is_usable(runtime, false)) return set_path(previews, runtime, "/qpreview/socket");
    folder = variable("XDG_CACHE_HOME");
    if (folder && *folder == '/') return set_path(previews, folder, "/qpreview/socket");
    folder = variable("HOME");
    return folder && *folder == '/' && set_path(previews, folder, "/.cache/qpreview/socket");
}

qpreview *qpreview_open(const qpreview_open_options *options) {
    qpreview_open_options given = QPREVIEW_OPEN_OPTIONS;
    if (options) {
        const size_t size = options->size_of_options;
        memcpy(&given, options, size < sizeof given ? size : sizeof given);
    }
    struct qpreview *previews = calloc(1, sizeof *previews);
    if (!previews) return NULL;
    const char *helper = given.helper ? given.helper : variable("QPREVIEWD");
    previews->helper = strdup(helper ? helper : QPREVIEW_LIBEXECDIR "/qpreviewd");
    if (!previews->helper || pthread_mutex_init(&previews->lock, NULL) != 0) {
        free(previews->helper);
        free(previews);
        return NULL;
    }
    previews->started = -1;
    previews->never_starts = given.never_start != 0;
    previews->language = language_of(given.language);
    previews->has_address = find_socket(previews, given.socket);
    return previews;
}

void qpreview_close(qpreview *previews) {
    if (!previews) return;
    if (previews->started >= 0) close(previews->started);
    pthread_mutex_destroy(&previews->lock);
    free(previews->helper);
    free(previews);
}

// MARK: Connecting

int connect_helper(struct qpreview *previews) {
    if (!previews->has_address) return -ENOENT;
    const int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (connection < 0) return -errno;
    struct ucred peer;
    socklen_t size = sizeof peer;
    int failure = 0;
    if (connect(connection, (const struct sockaddr *)&previews->address, sizeof previews->address) != 0) {
        failure = errno;
    } else if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != geteuid()) {
        // Another user's helper would see the file.
        failure = EPERM;
    }
    if (failure == 0) return connection;
    close(connection);
    return -failure;
}

int send_request(int socket, const struct message *message, int file) {
    union {
        struct cmsghdr align;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = (void *)message->bytes, .iov_len = message->length};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space,
                            .msg_controllen = sizeof control.space};
    memset(&control, 0, sizeof control);
    struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(rights), &file, sizeof file);
    ssize_t sent;
    do sent = sendmsg(socket, &header, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : 0;
}

ssize_t receive_answer(int socket, unsigned char *bytes, size_t capacity, int *file) {
    union {
        struct cmsghdr align;
        char space[CMSG_SPACE(sizeof(int) * 4)];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space,
                            .msg_controllen = sizeof control.space};
    ssize_t length;
    *file = -1;
    int resets = 0;
    // A helper that refuses a connection without reading the request resets it. The error comes first, and once: after it
    // comes what the helper said.
    do length = recvmsg(socket, &header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    while (length < 0 && (errno == EINTR || (errno == ECONNRESET && resets++ == 0)));
    if (length < 0) return -errno;
    for (struct cmsghdr *rights = CMSG_FIRSTHDR(&header); rights; rights = CMSG_NXTHDR(&header, rights)) {
        if (rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS) continue;
        const size_t count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < count; index++) {
            int brought;
            memcpy(&brought, CMSG_DATA(rights) + index * sizeof(int), sizeof brought);
            if (*file < 0) *file = brought;
            else close(brought);
        }
    }
    return length;
}

// MARK: Starting

/// The environment of the helper: that of this program, with the socket that the caller has named.
static char **helper_environment(const struct qpreview *previews, char *entry, size_t capacity) {
    size_t count = 0;
    while (environ[count]) count++;
    char **variables = calloc(count + 2, sizeof *variables);
    if (!variables) return NULL;
    size_t kept = 0;
    for (size_t index = 0; index < count; index++) {
        if (previews->socket_is_named && strncmp(environ[index], "QPREVIEW_SOCKET=", 16) == 0) continue;
        variables[kept++] = environ[index];
    }
    if (previews->socket_is_named) {
        snprintf(entry, capacity, "QPREVIEW_SOCKET=%s", previews->address.sun_path);
        variables[kept] = entry;
    }
    return variables;
}

/// Starts the helper as a child of nobody here: the shell in between has ended when this returns, so that the program has no
/// child that it does not know. `posix_spawn` copies no memory of the program, and runs none of its fork handlers.
static int spawn(const struct qpreview *previews, int output) {
    char entry[sizeof previews->address.sun_path + 32];
    char **variables = helper_environment(previews, entry, sizeof entry);
    if (!variables) return ENOMEM;
    char *arguments[] = {"sh", "-c", "\"$0\" &", previews->helper, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        free(variables);
        return ENOMEM;
    }
    posix_spawnattr_init(&attributes);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    pid_t shell;
    const int failure = posix_spawn(&shell, "/bin/sh", &actions, &attributes, arguments, variables);
    if (failure == 0) {
        // A handler of the program may have been faster.
        while (waitpid(shell, NULL, 0) < 0 && errno == EINTR) {}
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(variables);
    return failure;
}

/// Starts the helper, while the lock is held.
static int start_locked(struct qpreview *previews) {
    struct pollfd wait = {.fd = previews->started, .events = POLLIN};
    // Another request is starting it.
    const bool is_starting = previews->started >= 0 && poll(&wait, 1, 0) == 0;
    if (!is_starting) {
        if (previews->started >= 0) close(previews->started);
        previews->started = -1;
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
        // Out of the way of 0, 1, and 2, which the program may have closed.
        const int output = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
        close(ends[1]);
        const int failure = output >= 0 ? spawn(previews, output) : EMFILE;
        if (output >= 0) close(output);
        if (failure != 0) {
            close(ends[0]);
            return -failure;
        }
        previews->started = ends[0];
    }
    // Nobody reads from it: it stays readable for all who wait.
    const int copy = fcntl(previews->started, F_DUPFD_CLOEXEC, 3);
    return copy >= 0 ? copy : -errno;
}

int start_helper(struct qpreview *previews) {
    if (previews->never_starts || access(previews->helper, X_OK) != 0) return -ENOENT;
    pthread_mutex_lock(&previews->lock);
    const int result = start_locked(previews);
    pthread_mutex_unlock(&previews->lock);
    return result;
}
