#define _GNU_SOURCE
#include "CSandbox.h"
#include "instead.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock according to Documentation/userspace-api/landlock.rst. Written out, because
// the headers of an older system lack what a newer kernel supports.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION_FLAG = 1, RULE_PATH_BENEATH = 1 };
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIRECTORY = 1 << 3,
    ALL_OF_VERSION_1 = (1 << 13) - 1,
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    DEVICE_CONTROL = 1 << 15
};
enum { TCP_BIND = 1, TCP_CONNECT = 2 };
enum { ABSTRACT_SOCKETS = 1, SIGNALS = 2 };

struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scoped;
};

struct path_beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int csandbox_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
    return version > 0 ? (int)version : 0;
}

static int allow(int ruleset, const char *path, int flags, uint64_t allowed) {
    struct path_beneath rule = {.allowed = allowed};
    rule.parent = open(path, O_PATH | O_CLOEXEC | flags);
    if (rule.parent < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -errno;
    long outcome = syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
    int failure = outcome == 0 ? 0 : -errno;
    close(rule.parent);
    return failure;
}

static int allow_reading(int ruleset, const char *folder) {
    return allow(ruleset, folder, O_DIRECTORY, READ_FILE | READ_DIRECTORY);
}

/// Creates a set of rules that allow nothing yet. Stores what it restricts of files.
static int new_ruleset(uint64_t *files) {
    int version = csandbox_landlock_version();
    if (version < 1) return -ENOSYS;
    struct ruleset wanted = {.files = ALL_OF_VERSION_1};
    if (version >= 2) wanted.files |= REFER;
    if (version >= 3) wanted.files |= TRUNCATE;
    if (version >= 4) wanted.network = TCP_BIND | TCP_CONNECT;
    if (version >= 5) wanted.files |= DEVICE_CONTROL;
    if (version >= 6) wanted.scoped = ABSTRACT_SOCKETS | SIGNALS;
    // A kernel without the last members accepts them where they are zero.
    *files = wanted.files;
    int ruleset = (int)syscall(CREATE_RULESET, &wanted, sizeof wanted, 0);
    return ruleset < 0 ? -errno : ruleset;
}

/// Restricts this process to the rules, if all of them were made.
static int restrict_to(int ruleset, int failure) {
    if (failure == 0 && syscall(RESTRICT_SELF, ruleset, 0) != 0) failure = -errno;
    close(ruleset);
    return failure;
}

int csandbox_restrict_files(const char *const folders[], size_t count) {
    uint64_t files = 0;
    int ruleset = new_ruleset(&files);
    if (ruleset < 0) return ruleset;
    int failure = 0;
    for (size_t index = 0; index < count && failure == 0; index++) {
        failure = allow_reading(ruleset, folders[index]);
    }
    return restrict_to(ruleset, failure);
}

int csandbox_restrict_program(const char *const readable[], size_t count, const char *writable) {
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"};
    uint64_t files = 0;
    int ruleset = new_ruleset(&files);
    if (ruleset < 0) return ruleset;
    int failure = allow(ruleset, writable, O_DIRECTORY, files & ~(uint64_t)(EXECUTE | DEVICE_CONTROL));
    for (size_t index = 0; index < count && failure == 0; index++) {
        failure = allow(ruleset, readable[index], O_DIRECTORY, EXECUTE | READ_FILE | READ_DIRECTORY);
        // Not every one is a folder; a file has no right to list.
        if (failure == 0) failure = allow(ruleset, readable[index], 0, EXECUTE | READ_FILE);
    }
    for (size_t index = 0; index < sizeof devices / sizeof devices[0] && failure == 0; index++) {
        failure = allow(ruleset, devices[index], 0, READ_FILE | WRITE_FILE);
    }
    return restrict_to(ruleset, failure);
}

int csandbox_no_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : -errno;
}

int csandbox_drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    return syscall(__NR_capset, &header, none) == 0 ? 0 : -errno;
}

int csandbox_refuse_writable_code(void) {
    enum { SET_MDWE = 65, REFUSE_EXEC_GAIN = 1 };
    return prctl(SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) == 0 ? 0 : -errno;
}

struct csandbox_report *csandbox_report_page(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return NULL;
    struct csandbox_report *report = page;
    report->call = -1;
    return report;
}

void csandbox_hide_page(struct csandbox_report *page) { madvise(page, 4096, MADV_DONTFORK); }

void csandbox_release_page(struct csandbox_report *page) { munmap(page, 4096); }

struct csandbox_report csandbox_read_report(const struct csandbox_report *page) {
    return *(const volatile struct csandbox_report *)page;
}

static volatile struct csandbox_report *report;

/// Ends the process by the signal that arrived.
static void end(int signal_) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    // If the signal is SIGSYS, the filter ends the process here, with that signal.
    sigaction(signal_, &usual, NULL);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal_);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    raise(signal_);
    _exit(signal_);
}

/// Handles SIGSYS, in place of the forbidden call.
static void tell_call(int signal_, siginfo_t *information, void *context) {
    // A call with a harmless equivalent does not end the process.
    if (information->si_code == 1 && csandbox_instead(information->si_syscall, context)) return;
    // Only the filter sends SIGSYS with this code; from other senders it carries no information.
    if (report != NULL && information->si_code == 1) report->call = information->si_syscall;
    end(signal_);
}

/// Handles the signals with which a library gives up.
static void tell_memory(int signal_) {
    // The C library leaves this number where the system refused memory, and no code clears it.
    if (report != NULL && errno == ENOMEM) report->out_of_memory = 1;
    end(signal_);
}

void csandbox_report_to(struct csandbox_report *page) { report = page; }

void csandbox_report_stage(int32_t stage) {
    if (report == NULL) return;
    report->failure = errno;
    report->stage = stage;
}

int csandbox_watch_ends(void) {
    struct sigaction call = {.sa_sigaction = tell_call, .sa_flags = SA_SIGINFO};
    struct sigaction memory = {.sa_handler = tell_memory};
    // GLib ends by a trap where others abort; code that ignores a failed allocation, by a segmentation fault.
    return sigaction(SIGSYS, &call, NULL) == 0 && sigaction(SIGABRT, &memory, NULL) == 0
            && sigaction(SIGTRAP, &memory, NULL) == 0 && sigaction(SIGSEGV, &memory, NULL) == 0
        ? 0 : -errno;
}

void csandbox_ignore_limits(void) {
    struct sigaction nothing = {.sa_handler = SIG_IGN};
    sigaction(SIGXFSZ, &nothing, NULL);
    sigaction(SIGPIPE, &nothing, NULL);
}

int32_t csandbox_clone_number(void) { return __NR_clone; }

const char *csandbox_call_name(int32_t number) {
    switch (number) {
#define NAME(name) case __NR_##name: return #name;
    NAME(accept) NAME(accept4) NAME(add_key) NAME(bind) NAME(bpf) NAME(capset) NAME(chdir) NAME(chroot)
    NAME(clone) NAME(clone3) NAME(connect) NAME(copy_file_range) NAME(dup3) NAME(epoll_create1)
    NAME(eventfd2) NAME(execve) NAME(execveat) NAME(fallocate) NAME(fchmod) NAME(fchmodat) NAME(fchown)
    NAME(fchownat) NAME(fdatasync) NAME(flock) NAME(fsync) NAME(ftruncate) NAME(futex) NAME(getppid)
    NAME(getsockname) NAME(getsockopt) NAME(inotify_init1) NAME(io_uring_setup) NAME(kcmp) NAME(keyctl)
    NAME(kill) NAME(linkat) NAME(listen) NAME(memfd_create) NAME(mkdirat) NAME(mlockall) NAME(mmap)
    NAME(mount) NAME(mprotect) NAME(msync) NAME(name_to_handle_at) NAME(open_by_handle_at) NAME(openat2)
    NAME(perf_event_open) NAME(personality) NAME(pidfd_open) NAME(pidfd_getfd) NAME(pidfd_send_signal)
    NAME(pipe2) NAME(pivot_root) NAME(pkey_mprotect) NAME(process_vm_readv) NAME(process_vm_writev)
    NAME(ptrace) NAME(recvfrom) NAME(recvmsg) NAME(renameat2) NAME(request_key) NAME(rt_sigqueueinfo)
    NAME(rt_tgsigqueueinfo) NAME(seccomp) NAME(sendto) NAME(sendmmsg) NAME(setns) NAME(setsockopt)
    NAME(shmat) NAME(shmget) NAME(shutdown) NAME(signalfd4) NAME(socket) NAME(socketpair) NAME(splice)
    NAME(symlinkat) NAME(tgkill) NAME(timerfd_create) NAME(tkill) NAME(truncate) NAME(umount2)
    NAME(unlinkat) NAME(unshare) NAME(userfaultfd) NAME(utimensat) NAME(vmsplice) NAME(wait4)
    NAME(waitid)
#ifdef __NR_fork
    NAME(fork) NAME(vfork) NAME(rename) NAME(mkdir) NAME(rmdir) NAME(creat) NAME(link) NAME(unlink)
    NAME(symlink) NAME(pipe) NAME(dup2) NAME(select) NAME(stat) NAME(lstat) NAME(alarm) NAME(pause)
#endif
#undef NAME
    default: return NULL;
    }
}
