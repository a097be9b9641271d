#define _GNU_SOURCE
#include "converter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "The filter is written for x86-64 and aarch64."
#endif

#define REFUSED(error) (SECCOMP_RET_ERRNO | (error))
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, REFUSED(error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/// Skips `count` instructions unless the loaded value is `value`.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
/// Skips `count` instructions unless the loaded value has one of `bits`.
#define UNLESS_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, (count))
#define REFUSE(name) UNLESS(__NR_##name, 1), FAIL(EPERM)
/// Allows a call that makes sockets only those that carry streams between processes; the other bits of the type are flags.
#define ONLY_STREAMS(name) \
    UNLESS(__NR_##name, 7), LOAD(args[0]), UNLESS(AF_UNIX, 4), LOAD(args[1]), \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xf), UNLESS(SOCK_STREAM, 1), ALLOW, FAIL(EAFNOSUPPORT)

static const struct sock_filter beginning[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#if defined(__x86_64__)
    // The calls of the x32 ABI.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
};

/// What would reach processes, sockets, and files of the user where no namespace hides them. Landlock decides on opening,
/// creating, and removing files; in Debian 12's kernel, it does not on what stands here.
static const struct sock_filter among_others[] = {
    // Without connections, streams are of no use; LibreOffice gives up if it has none. A datagram needs no connection: it
    // goes to any socket of the user, also from a pair.
    ONLY_STREAMS(socket),
    ONLY_STREAMS(socketpair),
    REFUSE(connect),
    // LibreOffice listens for its own second start at a place in /tmp, and gives up if it cannot. These do nothing, and say
    // that they have done it.
    UNLESS(__NR_bind, 1),
    FAIL(0),
    UNLESS(__NR_listen, 1),
    FAIL(0),
    // The group of processes is ended as a whole.
    REFUSE(setsid),
    REFUSE(setpgid),
    REFUSE(kill),
    REFUSE(tkill),
    REFUSE(rt_sigqueueinfo),
    REFUSE(rt_tgsigqueueinfo),
    REFUSE(pidfd_open),
    REFUSE(pidfd_send_signal),
    // Limits of its own threads only: the first argument is a process.
    UNLESS(__NR_prlimit64, 4),
    LOAD(args[0]),
    UNLESS(0, 1),
    ALLOW,
    FAIL(EPERM),
    REFUSE(setpriority),
    REFUSE(ioprio_set),
    REFUSE(sched_setaffinity),
    REFUSE(sched_setscheduler),
    REFUSE(sched_setparam),
    REFUSE(sched_setattr),
    REFUSE(process_madvise),
    REFUSE(migrate_pages),
    REFUSE(move_pages),
    REFUSE(kcmp),
    REFUSE(shmget),
    REFUSE(shmat),
    REFUSE(msgget),
    REFUSE(semget),
    REFUSE(mq_open),
    REFUSE(mq_unlink),
    REFUSE(truncate),
    REFUSE(fchmod),
    REFUSE(fchmodat),
    UNLESS(452, 1), // fchmodat2 (Linux 6.6)
    FAIL(EPERM),
    REFUSE(fchown),
    REFUSE(fchownat),
    REFUSE(utimensat),
    REFUSE(setxattr),
    REFUSE(lsetxattr),
    REFUSE(fsetxattr),
    REFUSE(removexattr),
    REFUSE(lremovexattr),
    REFUSE(fremovexattr),
    REFUSE(inotify_add_watch),
    REFUSE(fanotify_init),
    REFUSE(name_to_handle_at),
    REFUSE(open_by_handle_at),
    REFUSE(personality),
#if defined(__x86_64__)
    REFUSE(chmod),
    REFUSE(chown),
    REFUSE(lchown),
    REFUSE(utime),
    REFUSE(utimes),
    REFUSE(futimesat),
    REFUSE(modify_ldt),
#endif
};

static const struct sock_filter always[] = {
#if defined(__x86_64__)
    REFUSE(fork),
    REFUSE(vfork),
#endif
    // The C library falls back to clone, whose flags the filter sees.
    UNLESS(__NR_clone3, 1),
    FAIL(ENOSYS),
    UNLESS(__NR_clone, 4),
    LOAD(args[0]),
    UNLESS_ANY(CLONE_THREAD, 1),
    ALLOW,
    FAIL(EAGAIN),
    UNLESS(__NR_socket, 4),
    LOAD(args[0]),
    UNLESS(AF_UNIX, 1),
    ALLOW,
    FAIL(EAFNOSUPPORT),
    UNLESS(__NR_mmap, 6),
    LOAD(args[2]),
    UNLESS_ANY(PROT_EXEC, 3),
    UNLESS_ANY(PROT_WRITE, 1),
    FAIL(EPERM),
    ALLOW,
    ALLOW,
    UNLESS(__NR_mprotect, 4),
    LOAD(args[2]),
    UNLESS_ANY(PROT_EXEC, 1),
    FAIL(EPERM),
    ALLOW,
    REFUSE(pkey_mprotect),
    // Files in memory beside those that are counted.
    REFUSE(memfd_create),
    UNLESS(447, 1), // memfd_secret
    FAIL(EPERM),
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
};

/// A program that is put together.
struct instructions {
    struct sock_filter all[sizeof beginning / sizeof *beginning + sizeof among_others / sizeof *among_others
                           + sizeof always / sizeof *always + 8];
    unsigned short count;
};

static void add(struct instructions *program, const struct sock_filter *part, size_t size) {
    memcpy(program->all + program->count, part, size);
    program->count += (unsigned short)(size / sizeof *part);
}

int refuse_calls(int is_alone) {
    // A thread of its own gets the signal of abort(); the number of the process stays when it starts its program.
    const struct sock_filter own_signals[] = {
        UNLESS(__NR_tgkill, 4), LOAD(args[0]), UNLESS((unsigned int)getpid(), 1), ALLOW, FAIL(EPERM),
    };
    const struct sock_filter end[] = {ALLOW};
    struct instructions program = {.count = 0};
    add(&program, beginning, sizeof beginning);
    if (!is_alone) {
        add(&program, own_signals, sizeof own_signals);
        add(&program, among_others, sizeof among_others);
    }
    add(&program, always, sizeof always);
    add(&program, end, sizeof end);
    const struct sock_fprog filter = {program.count, program.all};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
