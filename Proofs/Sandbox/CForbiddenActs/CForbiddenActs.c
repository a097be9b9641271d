// The acts that the sandbox must refuse, each as a malicious document would make its parser perform
// it.
#define _GNU_SOURCE
#include "CForbiddenActs.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Returns 0 if a call succeeded, else its negative error number.
static int outcome(long result) { return result >= 0 ? 0 : -errno; }

/// As `outcome`, and closes the descriptor.
static int opened(long descriptor) {
    if (descriptor < 0) return -errno;
    close((int)descriptor);
    return 0;
}

static int try_internet(int kind, uint32_t port) {
    int socket_ = socket(AF_INET, kind, 0);
    if (socket_ < 0) return -errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (kind == SOCK_STREAM) return outcome(connect(socket_, (void *)&address, sizeof address));
    return outcome(sendto(socket_, "x", 1, 0, (void *)&address, sizeof address));
}

static int try_local(const char *name, int is_abstract) {
    int socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
    if (socket_ < 0) return -errno;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t start = is_abstract ? 1 : 0;
    strncpy(address.sun_path + start, name, sizeof address.sun_path - start - 1);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + start + strlen(name));
    return outcome(connect(socket_, (void *)&address, length));
}

static int try_reading(const char *name) {
    char byte;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    return file < 0 ? -errno : outcome(read(file, &byte, 1));
}

/// Forks a process that ends at once.
static int try_forking(void) {
    pid_t process = fork();
    if (process < 0) return -errno;
    if (process == 0) _exit(0);
    int status;
    return waitpid(process, &status, 0) == process ? 0 : -errno;
}

static int try_executing(const char *path, const char *option, const char *argument) {
    pid_t process = vfork();
    if (process < 0) return -errno;
    if (process == 0) {
        execl(path, path, option, argument, (char *)NULL);
        _exit(127);
    }
    int status;
    if (waitpid(process, &status, 0) != process) return -errno;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EACCES;
}

static void *nothing(void *context) { return context; }

static int try_thread(void) {
    pthread_t thread;
    int failure = pthread_create(&thread, NULL, nothing, NULL);
    if (failure != 0) return -failure;
    return -pthread_join(thread, NULL);
}

static void *for_ever(void *context) {
    for (;;) poll(NULL, 0, -1);
    return context;
}

/// Starts more threads than any library does, and waits until the zygote kills it.
static int try_threads(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (int count = 0; count < 1000; count++) {
        pthread_t thread;
        int failure = pthread_create(&thread, &small, for_ever, NULL);
        if (failure != 0) return -failure;
    }
    // The zygote counts them within a moment.
    struct timespec moment = {.tv_sec = 3};
    nanosleep(&moment, NULL);
    return 0;
}

static int try_reading_parent(void) {
    // Any mapped address will do: the zygote runs the same program.
    char bytes[8];
    static const char known[8] = "mapped.";
    struct iovec here = {bytes, sizeof bytes};
    struct iovec there = {(void *)known, sizeof known};
    return outcome(process_vm_readv(getppid(), &here, 1, &there, 1, 0));
}

static int try_code_from_data(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return -errno;
    return outcome(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

static int try_writable_code(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? -errno : 0;
}

static int try_bpf(void) {
    union bpf_attr map;
    memset(&map, 0, sizeof map);
    map.map_type = BPF_MAP_TYPE_ARRAY;
    map.key_size = 4;
    map.value_size = 4;
    map.max_entries = 1;
    return opened(syscall(__NR_bpf, BPF_MAP_CREATE, &map, sizeof map));
}

static int try_handle(void) {
    struct {
        struct file_handle handle;
        char bytes[MAX_HANDLE_SZ];
    } file = {.handle = {.handle_bytes = MAX_HANDLE_SZ}};
    int mount_;
    if (name_to_handle_at(AT_FDCWD, "/etc", &file.handle, &mount_, 0) != 0) return -errno;
    int root = open("/etc", O_RDONLY | O_DIRECTORY);
    return root < 0 ? -errno : opened(open_by_handle_at(root, &file.handle, O_RDONLY));
}

static void ignore_forbidden(int signal) { (void)signal; }

static int try_perf(void) {
    struct perf_event_attr event;
    memset(&event, 0, sizeof event);
    event.size = sizeof event;
    event.type = PERF_TYPE_SOFTWARE;
    event.config = PERF_COUNT_SW_CPU_CLOCK;
    return opened(syscall(__NR_perf_event_open, &event, 0, -1, -1, 0));
}

static int try_changing_limit(void) {
    // Any process may lower its limits, so that success depends on the sandbox alone.
    struct rlimit limit;
    if (getrlimit(RLIMIT_NPROC, &limit) != 0) return -errno;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > 100000) limit.rlim_cur = 100000;
    return outcome(setrlimit(RLIMIT_NPROC, &limit));
}

/// Writes more into a memory file than any picture needs.
static int try_filling(void) {
    static char bytes[1 << 20];
    // The picture of a child that draws the payload of its request.
    for (off_t written = 0; written < 64 << 20;) {
        ssize_t count = pwrite(6, bytes, sizeof bytes, written);
        if (count < 0) return -errno;
        written += count;
    }
    return 0;
}

static int try_descriptors(void) {
    for (int count = 0; count < 200; count++) {
        if (dup(3) < 0) return -errno;
    }
    return 0;
}

static int try_other_abi(void) {
#ifdef __x86_64__
    // The x32 form of getpid.
    return outcome(syscall(0x40000000 | __NR_getpid));
#else
    return -ENOSYS;
#endif
}

static int try_network(enum forbidden_act act, uint32_t number, const char *name) {
    switch (act) {
    case FORBIDDEN_TCP_CONNECT: return try_internet(SOCK_STREAM, number);
    case FORBIDDEN_UDP_SEND: return try_internet(SOCK_DGRAM, number);
    case FORBIDDEN_UNIX_CONNECT: return try_local(name, 0);
    default: return try_local(name, 1);
    }
}

static int try_file(enum forbidden_act act, const char *name) {
    char other[128];
    struct stat facts;
    struct statx more;
    snprintf(other, sizeof other, "%s+", name);
    switch (act) {
    case FORBIDDEN_READ_FILE: return try_reading(name);
    case FORBIDDEN_STAT_FILE: return outcome(syscall(__NR_newfstatat, AT_FDCWD, name, &facts, 0));
    case FORBIDDEN_STAT_AS_OPEN:
        return outcome(syscall(__NR_newfstatat, AT_FDCWD, name, &facts, AT_EMPTY_PATH));
    case FORBIDDEN_STATX_FILE:
        return outcome(statx(AT_FDCWD, name, AT_EMPTY_PATH, STATX_BASIC_STATS, &more));
    case FORBIDDEN_ACCESS_FILE: return outcome(faccessat(AT_FDCWD, name, R_OK, 0));
    case FORBIDDEN_PLACE_FILE: return opened(open(name, O_PATH | O_CLOEXEC));
    case FORBIDDEN_LIST_FOLDER: return opened(open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    case FORBIDDEN_CREATE_FILE: return opened(open(name, O_WRONLY | O_CREAT | O_EXCL, 0600));
    case FORBIDDEN_WRITE_FILE: return opened(open(name, O_WRONLY));
    case FORBIDDEN_TRUNCATE_FILE: return outcome(truncate(name, 0));
    case FORBIDDEN_UNLINK_FILE: return outcome(unlink(name));
    default: return outcome(link(name, other));
    }
}

static int try_kernel(enum forbidden_act act) {
    char byte = '\n';
    char parameters[256] = {0};
    switch (act) {
    case FORBIDDEN_USER_NAMESPACE: return outcome(unshare(CLONE_NEWUSER));
    case FORBIDDEN_IO_URING: return opened(syscall(__NR_io_uring_setup, 1, parameters));
    case FORBIDDEN_MOUNT: return outcome(mount("none", "/mnt", "tmpfs", 0, NULL));
    case FORBIDDEN_BPF: return try_bpf();
    case FORBIDDEN_KEYS: return outcome(syscall(__NR_keyctl, 0, -3, 1));
    case FORBIDDEN_TYPE_INTO_TERMINAL: return outcome(ioctl(0, TIOCSTI, &byte));
    case FORBIDDEN_FILE_BY_HANDLE: return try_handle();
    case FORBIDDEN_SIGNAL_BY_FILE: return outcome(fcntl(3, F_SETOWN, getpid()));
    case FORBIDDEN_CATCH_FORBIDDEN: return signal(SIGSYS, ignore_forbidden) == SIG_ERR ? -errno : 0;
    case FORBIDDEN_OTHER_ABI: return try_other_abi();
    case FORBIDDEN_USERFAULTFD: return opened(syscall(__NR_userfaultfd, 1));
    case FORBIDDEN_PERF: return try_perf();
    default: return try_changing_limit();
    }
}

int forbidden_try(enum forbidden_act act, uint32_t number, const char *name) {
    switch (act) {
    case FORBIDDEN_TCP_CONNECT:
    case FORBIDDEN_UDP_SEND:
    case FORBIDDEN_UNIX_CONNECT:
    case FORBIDDEN_ABSTRACT_CONNECT: return try_network(act, number, name);
    case FORBIDDEN_READ_FILE:
    case FORBIDDEN_STAT_FILE:
    case FORBIDDEN_STAT_AS_OPEN:
    case FORBIDDEN_STATX_FILE:
    case FORBIDDEN_ACCESS_FILE:
    case FORBIDDEN_PLACE_FILE:
    case FORBIDDEN_LIST_FOLDER:
    case FORBIDDEN_CREATE_FILE:
    case FORBIDDEN_WRITE_FILE:
    case FORBIDDEN_TRUNCATE_FILE:
    case FORBIDDEN_UNLINK_FILE:
    case FORBIDDEN_LINK_FILE: return try_file(act, name);
    case FORBIDDEN_EXECUTE: return try_executing("/bin/true", NULL, NULL);
    case FORBIDDEN_GAIN_RIGHTS: return try_executing(name, "-O", name);
    case FORBIDDEN_FORK: return try_forking();
    case FORBIDDEN_THREAD: return try_thread();
    case FORBIDDEN_MANY_THREADS: return try_threads();
    case FORBIDDEN_NEW_NAMESPACE_THREAD:
        return outcome(syscall(__NR_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
    case FORBIDDEN_KILL_PARENT: return outcome(kill(getppid(), 0));
    case FORBIDDEN_READ_PARENT: return try_reading_parent();
    case FORBIDDEN_TRACE_PARENT: return outcome(ptrace(PTRACE_SEIZE, getppid(), 0, 0));
    case FORBIDDEN_TRACE_ME: return outcome(ptrace(PTRACE_TRACEME, 0, 0, 0));
    case FORBIDDEN_WRITABLE_CODE: return try_writable_code();
    case FORBIDDEN_CODE_FROM_DATA: return try_code_from_data();
    case FORBIDDEN_FILL_MEMORY_FILE: return try_filling();
    case FORBIDDEN_MANY_DESCRIPTORS: return try_descriptors();
    case FORBIDDEN_MAP_MUCH:
        return mmap(NULL, (size_t)4 << 30, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED
            ? -errno : 0;
    default: return try_kernel(act);
    }
}
