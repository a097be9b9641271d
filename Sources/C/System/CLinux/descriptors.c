#define _GNU_SOURCE
#include "descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

int clinux_send_message(int socket, const void *bytes, size_t length,
                        const int *descriptors, size_t count) {
    union {
        struct cmsghdr align;
        char space[CMSG_SPACE(sizeof(int) * CLINUX_DESCRIPTORS_MAX)];
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > CLINUX_DESCRIPTORS_MAX) return -EINVAL;
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
    }
    for (;;) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent >= 0) return (size_t)sent == length ? 0 : -EMSGSIZE;
        if (errno != EINTR) return -errno;
    }
}

ssize_t clinux_receive_message(int socket, void *bytes, size_t capacity,
                               int *descriptors, size_t descriptor_capacity, size_t *count) {
    union {
        struct cmsghdr align;
        char space[CMSG_SPACE(sizeof(int) * CLINUX_DESCRIPTORS_MAX)];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.space,
                             .msg_controllen = sizeof control.space};
    ssize_t length;
    *count = 0;
    do length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (length < 0 && errno == EINTR);
    if (length < 0) return -errno;

    int too_much = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t brought = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < brought; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
            if (*count < descriptor_capacity) {
                descriptors[(*count)++] = descriptor;
            } else {
                close(descriptor);
                too_much = 1;
            }
        }
    }
    if (too_much) {
        for (size_t index = 0; index < *count; index++) close(descriptors[index]);
        *count = 0;
        return -EMSGSIZE;
    }
    return length;
}

int clinux_message_sockets(int pair[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0 ? 0 : -errno;
}

int clinux_memory_file(const char *name) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return descriptor >= 0 ? descriptor : -errno;
}

int clinux_bounded_memory_file(const char *name, uint64_t size) {
    int descriptor = clinux_memory_file(name);
    if (descriptor < 0) return descriptor;
    // Its pages are allocated when they are written.
    if (ftruncate(descriptor, (off_t)size) == 0
        && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0) return descriptor;
    int failure = -errno;
    close(descriptor);
    return failure;
}

int clinux_seal(int descriptor) {
    int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    return fcntl(descriptor, F_ADD_SEALS, seals) == 0 ? 0 : -errno;
}

int clinux_end_sealing(int descriptor) { return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL) == 0 ? 0 : -errno; }

int clinux_free_pages(int descriptor, uint64_t start, uint64_t length) {
    const int flags = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
    if (length == 0) return 0;
    return fallocate(descriptor, flags, (off_t)start, (off_t)length) == 0 ? 0 : -errno;
}

int clinux_seals(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    return seals >= 0 ? seals : -errno;
}

int clinux_is_open_for_nothing(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 || (flags & O_PATH) != 0;
}

int clinux_is_sealed(int descriptor) {
    int seals = clinux_seals(descriptor);
    int needed = F_SEAL_SHRINK | F_SEAL_WRITE;
    return seals >= 0 && (seals & needed) == needed;
}

void *clinux_contents(int descriptor, size_t limit, size_t *size) {
    struct stat status;
    *size = 0;
    if (fstat(descriptor, &status) != 0 || status.st_size <= 0 || (uintmax_t)status.st_size > limit) return NULL;
    const size_t wanted = (size_t)status.st_size;
    char *bytes = malloc(wanted);
    while (bytes != NULL && *size < wanted) {
        ssize_t count = pread(descriptor, bytes + *size, wanted - *size, (off_t)*size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        *size += (size_t)count;
    }
    if (*size > 0) return bytes;
    free(bytes);
    return NULL;
}

int clinux_duplicate(int descriptor, int lowest) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest);
    return copy >= 0 ? copy : -errno;
}

/// Opens a null device in place of a standard stream; `ends` are for input and for output. If another file has
/// taken the place of /dev/null, pipes whose other ends are closed serve instead.
static int open_nothing(int ends[2]) {
    struct stat status;
    ends[0] = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (ends[0] >= 0 && fstat(ends[0], &status) == 0 && S_ISCHR(status.st_mode)
        && status.st_rdev == makedev(1, 3)) {
        ends[1] = fcntl(ends[0], F_DUPFD_CLOEXEC, 4);
        if (ends[1] >= 0) return 0;
        close(ends[0]);
        return -errno;
    }
    if (ends[0] >= 0) close(ends[0]);
    int input[2], output[2];
    if (pipe2(input, O_CLOEXEC) != 0) return -errno;
    if (pipe2(output, O_CLOEXEC) != 0) {
        int failure = -errno;
        close(input[0]);
        close(input[1]);
        return failure;
    }
    close(input[1]);
    close(output[0]);
    ends[0] = input[0];
    ends[1] = output[1];
    return 0;
}

/// Starts a program with these standard streams and, unless it is negative, `control` as descriptor 3. All of them are
/// 4 or more, out of the way of their final places.
static int spawn_with(const int streams[3], int control, const char *path, char *const arguments[],
                      char *const environment[], pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0) return -failure;
    failure = posix_spawnattr_init(&attributes);
    if (failure != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -failure;
    }
    sigemptyset(&none);
    sigfillset(&all);
    if (control >= 0) failure = posix_spawn_file_actions_adddup2(&actions, control, 3);
    for (int stream = 0; stream < 3 && failure == 0; stream++) {
        failure = posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
    }
    if (failure == 0
        && (failure = posix_spawn_file_actions_addclosefrom_np(&actions, control >= 0 ? 4 : 3)) == 0
        && (failure = posix_spawnattr_setsigmask(&attributes, &none)) == 0
        && (failure = posix_spawnattr_setsigdefault(&attributes, &all)) == 0
        // A session of its own: the terminal's Ctrl-C is for the calling program, and a document's
        // parser gets no terminal to type into.
        && (failure = posix_spawnattr_setflags(
                &attributes,
                POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID)) == 0) {
        failure = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return -failure;
}

/// Starts a program; negative streams are null devices.
static int spawn(int input, int output, int control, const char *path, char *const arguments[],
                 char *const environment[], pid_t *process) {
    int nothing[2];
    int failure = open_nothing(nothing);
    if (failure != 0) return failure;
    const int given[4] = {input >= 0 ? input : nothing[0], output >= 0 ? output : nothing[1], nothing[1], control};
    int copies[4] = {-1, -1, -1, -1};
    for (int index = 0; index < 4 && failure == 0; index++) {
        if (given[index] < 0) continue;
        copies[index] = clinux_duplicate(given[index], 4);
        if (copies[index] < 0) failure = copies[index];
    }
    close(nothing[0]);
    close(nothing[1]);
    if (failure == 0) failure = spawn_with(copies, copies[3], path, arguments, environment, process);
    for (int index = 0; index < 4; index++) {
        if (copies[index] >= 0) close(copies[index]);
    }
    return failure;
}

int clinux_spawn_helper(const char *path, char *const arguments[], char *const environment[],
                        int control, pid_t *process) {
    return spawn(-1, -1, control, path, arguments, environment, process);
}

int clinux_spawn_filter(const char *path, char *const arguments[], char *const environment[],
                        int input, int output, pid_t *process) {
    return spawn(input, output, -1, path, arguments, environment, process);
}

int clinux_process_descriptor(pid_t process) {
    const int descriptor = pidfd_open(process, 0);
    return descriptor >= 0 ? descriptor : -errno;
}

int clinux_child_signals(void) {
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    if (sigprocmask(SIG_BLOCK, &children, NULL) != 0) return -errno;
    int descriptor = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor >= 0 ? descriptor : -errno;
}

void clinux_drain_child_signals(int descriptor) {
    struct signalfd_siginfo signals[8];
    while (read(descriptor, signals, sizeof signals) > 0) {
    }
}

void clinux_unblock_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

int clinux_die_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : -errno;
}

void clinux_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0);
}

void clinux_close_from(unsigned int first) {
    if (close_range(first, ~0U, 0) == 0) return;
    // A kernel or container without close_range: close one by one, up to the limit of this process.
    struct rlimit limit;
    unsigned int end = 1024;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536) {
        end = (unsigned int)limit.rlim_cur;
    }
    for (unsigned int descriptor = first; descriptor < end; descriptor++) close((int)descriptor);
}

int clinux_reap(struct clinux_ended *ended) {
    int status;
    struct rusage usage;
    pid_t process;
    do process = wait4(-1, &status, WNOHANG, &usage);
    while (process < 0 && errno == EINTR);
    if (process <= 0) return 0;
    ended->process = process;
    ended->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    ended->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    ended->milliseconds =
        (uint32_t)((usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000
                   + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000);
    ended->mebibytes = (uint32_t)(usage.ru_maxrss / 1024);
    return 1;
}

/// Mixes a number into an FNV-1a hash, by words.
static void mix(uint64_t *edition, uint64_t number) {
    *edition = (*edition ^ number) * 0x100000001b3u;
}

static int add_file(struct dl_phdr_info *information, size_t size, void *edition) {
    (void)size;
    struct stat file;
    // The entry of the program itself has no name.
    const char *name = information->dlpi_name[0] != '\0' ? information->dlpi_name : "/proc/self/exe";
    if (stat(name, &file) != 0) return 0;
    mix(edition, (uint64_t)file.st_ino);
    mix(edition, (uint64_t)file.st_size);
    mix(edition, (uint64_t)file.st_mtim.tv_sec);
    mix(edition, (uint64_t)file.st_mtim.tv_nsec);
    return 0;
}

uint64_t clinux_edition(void) {
    uint64_t edition = 0xcbf29ce484222325u;
    dl_iterate_phdr(add_file, &edition);
    return edition;
}

int clinux_limit(enum clinux_resource resource, uint64_t soft, uint64_t hard) {
    struct rlimit limit, present;
    int which;
    switch (resource) {
    case CLINUX_ADDRESS_SPACE: which = RLIMIT_AS; break;
    case CLINUX_PROCESSOR_SECONDS: which = RLIMIT_CPU; break;
    case CLINUX_CORE_DUMP: which = RLIMIT_CORE; break;
    case CLINUX_DESCRIPTORS: which = RLIMIT_NOFILE; break;
    case CLINUX_FILE_SIZE: which = RLIMIT_FSIZE; break;
    case CLINUX_LOCKED_MEMORY: which = RLIMIT_MEMLOCK; break;
    default: return -EINVAL;
    }
    if (getrlimit(which, &present) != 0) return -errno;
    limit.rlim_max = hard < present.rlim_max ? hard : present.rlim_max;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    return setrlimit(which, &limit) == 0 ? 0 : -errno;
}

int clinux_event(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor >= 0 ? descriptor : -errno;
}

void clinux_signal_event(int descriptor) {
    uint64_t one = 1;
    // Fails only when the counter is full: then it is readable already.
    ssize_t written = write(descriptor, &one, sizeof one);
    (void)written;
}
