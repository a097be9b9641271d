// Runs the program of another project that lays a document out, within the namespaces that bubblewrap has made, and copies
// its result to standard output.
//
//     qpreview-converter SECONDS RESULT PROGRAM [ARGUMENT...]
//
// The program is not ours and may be taken over by its document. What it needs least is another process, so it gets none:
// its limits of memory and time, which hold for one process, then hold for all of it. It is in C, because it must start
// within the system's folders alone.
//
// Exit status: 0 after the result was copied; 3 if there is none; 2 for a missing argument or a limit that cannot be set.
// 1 is that of bubblewrap, where the sandbox cannot be made.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "The filter is written for x86-64 and aarch64."
#endif

/// The address space of the program, in bytes. LibreOffice needs 1 GiB for a document of one page.
#define MEMORY_LIMIT (3ull << 30)
/// The longest result, and the longest of the program's own files, in bytes.
#define FILE_LIMIT (256ull << 20)
/// The exit status with which LibreOffice wants to be started again, after it has made its profile.
#define AGAIN 81
/// The exit status that tells the document from the sandbox, for which bubblewrap has 1.
#define NO_RESULT 3

#define REFUSED(error) (SECCOMP_RET_ERRNO | (error))
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, REFUSED(error))
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/// Skips `count` instructions unless the loaded value is `value`.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
/// Skips `count` instructions unless the loaded value has one of `bits`.
#define UNLESS_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, (count))
#define REFUSE(name) UNLESS(__NR_##name, 1), FAIL(EPERM)

/// Lets the program have threads, and no other process; no network, no code that it has written itself, and none of the
/// kernel's parts that only attacks use. Namespaces hide files and processes already.
static int refuse_processes(void) {
    static const struct sock_filter instructions[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
#if defined(__x86_64__)
        // The calls of the x32 ABI.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        REFUSE(fork),
        REFUSE(vfork),
#endif
        // The C library falls back to clone, whose flags the filter sees.
        UNLESS(__NR_clone3, 1),
        FAIL(ENOSYS),
        UNLESS(__NR_clone, 4),
        LOAD(args[0]),
        UNLESS_ANY(CLONE_THREAD, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        FAIL(EAGAIN),
        UNLESS(__NR_socket, 4),
        LOAD(args[0]),
        UNLESS(AF_UNIX, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        FAIL(EAFNOSUPPORT),
        UNLESS(__NR_mmap, 6),
        LOAD(args[2]),
        UNLESS_ANY(PROT_EXEC, 3),
        UNLESS_ANY(PROT_WRITE, 1),
        FAIL(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        UNLESS(__NR_mprotect, 4),
        LOAD(args[2]),
        UNLESS_ANY(PROT_EXEC, 1),
        FAIL(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        REFUSE(pkey_mprotect),
        REFUSE(ptrace),
        REFUSE(process_vm_readv),
        REFUSE(process_vm_writev),
        REFUSE(pidfd_getfd),
        REFUSE(unshare),
        REFUSE(setns),
        REFUSE(mount),
        REFUSE(umount2),
        REFUSE(pivot_root),
        REFUSE(chroot),
        REFUSE(fsopen),
        REFUSE(move_mount),
        REFUSE(open_tree),
        REFUSE(bpf),
        REFUSE(perf_event_open),
        REFUSE(userfaultfd),
        REFUSE(io_uring_setup),
        REFUSE(keyctl),
        REFUSE(add_key),
        REFUSE(request_key),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {
        sizeof instructions / sizeof instructions[0], (struct sock_filter *)instructions};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int limit(int resource, rlim_t value) {
    const struct rlimit both = {value, value};
    return setrlimit(resource, &both);
}

/// Starts the program and waits for it; returns its exit status, or 127 if it was ended by a signal.
static int run(char *const arguments[]) {
    const pid_t process = fork();
    if (process == 0) {
        // The result comes from its file alone.
        if (dup2(2, 1) == 1 && limit(RLIMIT_AS, MEMORY_LIMIT) == 0 && refuse_processes() == 0) {
            execv(arguments[0], arguments);
        }
        _exit(126);
    }
    int status = 0;
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    return process > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

static int copy(const char *result) {
    // The program may have put a pipe or a link in its place.
    const int file = open(result, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return 1;
    static char buffer[1 << 16];
    ssize_t count;
    while ((count = read(file, buffer, sizeof buffer)) > 0) {
        for (ssize_t done = 0; done < count;) {
            const ssize_t written = write(1, buffer + done, (size_t)(count - done));
            if (written < 0) return 1;
            done += written;
        }
    }
    return count == 0 ? 0 : 1;
}

int main(int count, char *arguments[]) {
    if (count < 4) return 2;
    // Beyond the limit, writing fails, rather than end a process.
    signal(SIGXFSZ, SIG_IGN);
    // The program runs as the same user: it must not reach this process through /proc.
    if (prctl(PR_SET_DUMPABLE, 0) != 0 || limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_FSIZE, FILE_LIMIT) != 0
        || limit(RLIMIT_CPU, (rlim_t)strtoul(arguments[1], NULL, 10)) != 0 || limit(RLIMIT_NOFILE, 256) != 0) {
        return 2;
    }
    int status = run(arguments + 3);
    if (status == AGAIN) status = run(arguments + 3);
    return status == 0 && copy(arguments[2]) == 0 ? 0 : NO_RESULT;
}
