// The filter of system calls, a program for the packet filter machine of the kernel (seccomp(2)). It is
// assembled here from a table of names: because a child starts for each document, the time that libseccomp
// takes for it (0.7 ms instead of 0.02 ms) would be noticeable.
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "The table of system calls is written for x86-64 and aarch64."
#endif

/// The action of the filter for a call.
enum answer {
    FORBID,       ///< ends the process
    ALLOW,
    REFUSE,       ///< fails with EACCES: libraries try it and go on without
    ABSENT,       ///< fails with ENOSYS: the C library falls back to an older call, whose arguments the filter can check
    NO_CODE,      ///< allows memory that is not executable
    READ_ONLY,    ///< allows opening files for reading
    READ_OR_SCRATCH, ///< as above; the handler of SIGSYS gives out a memory file for a new one
    DESCRIPTORS,  ///< allows what `fcntl` does to a descriptor alone
    PLAIN_FUTEX,  ///< allows futexes without priority inheritance, the part that had the vulnerabilities
    INSTEAD,      ///< never reaches the kernel: the handler of SIGSYS does a harmless equivalent
    THREAD,       ///< allows a thread, but no namespace
    THREAD_OR_FORK,
    NAMING,       ///< allows naming a thread
    RAISING,      ///< allows what the sandbox of a child needs
    OWN_PROCESS,  ///< allows a signal to this process, as `abort` sends it
    NOT_SIGSYS,   ///< allows any signal but SIGSYS
    ASKING,       ///< allows reading limits, not setting them
    OWN_LIMITS    ///< allows limits of this process
};

/// A row of the table: the action for a process with one of `rights`, and for others.
struct rule {
    int number;
    unsigned int rights;
    enum answer granted;
    enum answer otherwise;
};

#define EVERYONE 0x80000000u
#define FILES CSANDBOX_FILES
#define THREADS CSANDBOX_THREADS
#define FORKING CSANDBOX_FORKING
#define SCRATCH CSANDBOX_SCRATCH

#define ALWAYS(name) {__NR_##name, EVERYONE, ALLOW, FORBID}
#define QUIETLY(name) {__NR_##name, 0, ALLOW, REFUSE}
#define WITH(rights, name) {__NR_##name, rights, ALLOW, FORBID}

// Calls with checked arguments come first: the kernel caches the verdict for the others, without running the filter.
static const struct rule rules[] = {
    {__NR_mmap, EVERYONE, NO_CODE, FORBID},
    {__NR_mprotect, EVERYONE, NO_CODE, FORBID},
    {__NR_futex, EVERYONE, PLAIN_FUTEX, FORBID},
    {__NR_fcntl, EVERYONE, DESCRIPTORS, FORBID},
    // The filter cannot see the name, which may be any path, whatever the flags say.
    {__NR_newfstatat, FORKING, ALLOW, INSTEAD},
    {__NR_openat, SCRATCH, READ_OR_SCRATCH, FORBID},
    {__NR_openat, FILES | FORKING, READ_ONLY, REFUSE},
    {__NR_rt_sigaction, EVERYONE, NOT_SIGSYS, FORBID},
    {__NR_prlimit64, FORKING, OWN_LIMITS, ASKING},
    {__NR_prctl, FORKING, RAISING, NAMING},
    // A forked child signals itself, too, and its number is not known yet.
    {__NR_tgkill, FORKING, ALLOW, OWN_PROCESS},
    {__NR_clone, FORKING, THREAD_OR_FORK, FORBID},
    {__NR_clone, THREADS, THREAD, FORBID},
    {__NR_clone3, EVERYONE, ABSENT, FORBID},

    ALWAYS(read),
    ALWAYS(readv),
    ALWAYS(pread64),
    ALWAYS(write),
    ALWAYS(writev),
    ALWAYS(pwrite64),
    ALWAYS(lseek),
    ALWAYS(close),
    ALWAYS(dup),
    ALWAYS(fstat),
    ALWAYS(fstatfs),
    ALWAYS(fadvise64),
    ALWAYS(brk),
    ALWAYS(munmap),
    ALWAYS(mremap),
    ALWAYS(madvise),
    ALWAYS(sendmsg),
#ifdef __NR_poll
    ALWAYS(poll),
#endif
    ALWAYS(ppoll),
    ALWAYS(exit),
    ALWAYS(exit_group),
    ALWAYS(rt_sigprocmask),
    ALWAYS(rt_sigreturn),
    ALWAYS(sigaltstack),
    ALWAYS(restart_syscall),
    ALWAYS(clock_gettime),
    ALWAYS(clock_getres),
    ALWAYS(clock_nanosleep),
    ALWAYS(nanosleep),
    ALWAYS(gettimeofday),
    ALWAYS(getpid),
    ALWAYS(gettid),
    ALWAYS(getuid),
    ALWAYS(geteuid),
    ALWAYS(getgid),
    ALWAYS(getegid),
    ALWAYS(getrandom),
    ALWAYS(getrusage),
    ALWAYS(sched_yield),
    ALWAYS(sched_getaffinity),
    ALWAYS(sysinfo),
    ALWAYS(times),
    ALWAYS(uname),

    {__NR_getdents64, FILES | FORKING, ALLOW, REFUSE},
    {__NR_faccessat, FORKING, ALLOW, INSTEAD},
    {__NR_faccessat2, FORKING, ALLOW, INSTEAD},
#ifdef __NR_access
    {__NR_access, FORKING, ALLOW, INSTEAD},
#endif

    WITH(THREADS | FORKING, rseq),
    WITH(THREADS | FORKING, set_robust_list),
    WITH(THREADS | FORKING, set_tid_address),

    WITH(FORKING, recvmsg),
    WITH(FORKING, socketpair),
    WITH(FORKING, wait4),
    WITH(FORKING, kill),
    WITH(FORKING, getppid),
    WITH(FORKING, dup3),
#ifdef __NR_dup2
    WITH(FORKING, dup2),
#endif
    WITH(FORKING, close_range),
    WITH(FORKING, memfd_create),
    WITH(FORKING, ftruncate),
    WITH(FORKING, seccomp),
    {444, FORKING, ALLOW, FORBID}, // landlock_create_ruleset
    {445, FORKING, ALLOW, FORBID}, // landlock_add_rule
    {446, FORKING, ALLOW, FORBID}, // landlock_restrict_self

    // Libraries try them and work without: fontconfig tries to write its cache.
    QUIETLY(mkdirat),
    QUIETLY(fchmodat),
#ifdef __NR_mkdir
    QUIETLY(mkdir),
    QUIETLY(chmod),
#endif
    QUIETLY(readlinkat),
#ifdef __NR_readlink
    QUIETLY(readlink),
#endif
#ifdef __NR_open
    QUIETLY(open),
#endif
    QUIETLY(statx),
    QUIETLY(statfs),
    QUIETLY(ioctl),
    QUIETLY(getpeername),
    QUIETLY(getcwd),
    QUIETLY(sched_setscheduler),
    QUIETLY(sched_getscheduler),
    QUIETLY(sched_getparam),
    QUIETLY(sched_setaffinity),
    QUIETLY(setpriority),
    QUIETLY(get_mempolicy),
    QUIETLY(mlock),
    QUIETLY(membarrier),
};

/// A program under construction.
struct program {
    struct sock_filter instructions[512];
    size_t count;
};

static void add(struct program *program, struct sock_filter instruction) {
    if (program->count < sizeof program->instructions / sizeof *program->instructions) {
        program->instructions[program->count] = instruction;
    }
    // An overflow is detected when the program is used.
    program->count++;
}

static struct sock_filter statement(uint16_t code, uint32_t value) {
    return (struct sock_filter)BPF_STMT(code, value);
}

static struct sock_filter jump(uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
    return (struct sock_filter)BPF_JUMP(code, value, yes, no);
}

static uint32_t action(enum answer answer) {
    switch (answer) {
    case ALLOW: return SECCOMP_RET_ALLOW;
    case REFUSE: return SECCOMP_RET_ERRNO | EACCES;
    case ABSENT: return SECCOMP_RET_ERRNO | ENOSYS;
    // Not "kill": the handler of SIGSYS reports which call it was. It cannot be replaced, and the
    // kernel ends a process that blocks it.
    default: return SECCOMP_RET_TRAP;
    }
}

static void finish(struct program *program, enum answer answer) {
    add(program, statement(BPF_RET | BPF_K, action(answer)));
}

/// Loads the lower or upper half of an argument; both architectures are little-endian.
static void load(struct program *program, int argument, int upper) {
    size_t place = offsetof(struct seccomp_data, args) + 8 * (size_t)argument + (upper ? 4 : 0);
    add(program, statement(BPF_LD | BPF_W | BPF_ABS, (uint32_t)place));
}

/// Allows a call whose argument has none of the bits; `answer` is for others.
static void without_bits(struct program *program, int argument, uint32_t bits, enum answer answer) {
    load(program, argument, 0);
    add(program, jump(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    finish(program, answer);
    finish(program, ALLOW);
}

/// Allows a call where the loaded value is one of these; `answer` is for others.
static void one_of(struct program *program, const uint32_t values[], size_t count, enum answer answer) {
    for (size_t index = 0; index < count; index++) {
        add(program, jump(BPF_JMP | BPF_JEQ | BPF_K, values[index], (uint8_t)(count - index), 0));
    }
    finish(program, answer);
    finish(program, ALLOW);
}

#define ONE_OF(program, answer, ...)                                                              \
    do {                                                                                          \
        const uint32_t values[] = {__VA_ARGS__};                                                  \
        one_of(program, values, sizeof values / sizeof *values, answer);                          \
    } while (0)

// The exact flags of `pthread_create` and `fork` in the C library.
#define THREAD_FLAGS                                                                              \
    (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM             \
     | CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)
#define FORK_FLAGS (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD)

/// Writes the checks for a call whose number is known; all paths end in an action.
static void decide(struct program *program, enum answer answer) {
    switch (answer) {
    case NO_CODE: without_bits(program, 2, PROT_EXEC, FORBID); break;
    case READ_ONLY:
    case READ_OR_SCRATCH:
        // Landlock does not restrict O_PATH.
        without_bits(program, 2,
                     O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | O_PATH | (O_TMPFILE & ~O_DIRECTORY),
                     answer == READ_ONLY ? REFUSE : INSTEAD);
        break;
    case DESCRIPTORS:
        load(program, 1, 0);
        ONE_OF(program, REFUSE, F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC, F_ADD_SEALS,
               F_GET_SEALS);
        break;
    case PLAIN_FUTEX:
        load(program, 1, 0);
        add(program, statement(BPF_ALU | BPF_AND | BPF_K,
                               (uint32_t)~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)));
        ONE_OF(program, FORBID, FUTEX_WAIT, FUTEX_WAKE, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_WAKE_OP,
               FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET);
        break;
    case THREAD:
    case THREAD_OR_FORK:
        load(program, 0, 1);
        add(program, jump(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
        finish(program, FORBID);
        load(program, 0, 0);
        if (answer == THREAD) {
            ONE_OF(program, FORBID, THREAD_FLAGS);
        } else {
            ONE_OF(program, FORBID, THREAD_FLAGS, FORK_FLAGS);
        }
        break;
    case NAMING:
        load(program, 0, 0);
        ONE_OF(program, REFUSE, PR_SET_NAME);
        break;
    case RAISING:
        load(program, 0, 0);
        ONE_OF(program, REFUSE, PR_SET_NAME, PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS);
        break;
    case OWN_PROCESS:
        load(program, 0, 0);
        ONE_OF(program, FORBID, (uint32_t)getpid());
        break;
    case NOT_SIGSYS:
        load(program, 0, 0);
        add(program, jump(BPF_JMP | BPF_JEQ | BPF_K, SIGSYS, 0, 1));
        add(program, statement(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
        finish(program, ALLOW);
        break;
    case ASKING:
        load(program, 2, 0);
        add(program, jump(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
        finish(program, REFUSE);
        load(program, 2, 1);
        ONE_OF(program, REFUSE, 0);
        break;
    case OWN_LIMITS:
        load(program, 0, 0);
        ONE_OF(program, REFUSE, 0);
        break;
    default: finish(program, answer); break;
    }
}

static void assemble(struct program *program, unsigned int rights) {
    program->count = 0;
    add(program, statement(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
    add(program, jump(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0));
    add(program, statement(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    add(program, statement(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
#ifdef __x86_64__
    // Calls of the x32 ABI have numbers from 0x40000000 on, and the same architecture.
    add(program, jump(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
    add(program, statement(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
#endif
    for (size_t index = 0; index < sizeof rules / sizeof *rules; index++) {
        const struct rule *rule = &rules[index];
        int is_granted = (rule->rights & (rights | EVERYONE)) != 0;
        enum answer answer = is_granted ? rule->granted : rule->otherwise;
        // Forbidden calls share one action at the end; a later row may grant more.
        if (answer == FORBID || answer == INSTEAD) continue;
        size_t test = program->count;
        add(program, statement(0, 0));
        decide(program, answer);
        size_t length = program->count - test - 1;
        if (test < sizeof program->instructions / sizeof *program->instructions) {
            program->instructions[test] =
                jump(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)rule->number, 0, (uint8_t)length);
        }
    }
    finish(program, FORBID);
}

size_t csandbox_filter_program(unsigned int rights, uint64_t *instructions, size_t capacity) {
    struct program program;
    assemble(&program, rights);
    for (size_t index = 0; index < program.count && index < capacity; index++) {
        struct sock_filter *one = &program.instructions[index];
        instructions[index] = (uint64_t)one->k << 32 | (uint64_t)one->jf << 24
            | (uint64_t)one->jt << 16 | one->code;
    }
    return program.count;
}

int csandbox_filter(unsigned int rights) {
    struct program program;
    assemble(&program, rights);
    if (program.count > sizeof program.instructions / sizeof *program.instructions) return -E2BIG;
    struct sock_fprog all = {.len = (unsigned short)program.count, .filter = program.instructions};
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all) == 0 ? 0 : -errno;
}

int csandbox_has_filters(void) {
    uint32_t wanted[] = {SECCOMP_RET_TRAP, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_ERRNO};
    for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
        if (syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &wanted[index]) != 0) return 0;
    }
    return 1;
}
