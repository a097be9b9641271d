// A filter sees the address of a name, not the name. So it stops every call that queries a file by its name, and
// the handler of SIGSYS queries it in another way: an open file by its descriptor, any
// other by opening it for reading, which Landlock allows for fonts and their like alone. A scratch file that a library
// creates is a memory file that is open already. A process that replaces this code gains nothing: the kernel stops the
// same calls again.
#define _GNU_SOURCE
#include "CSandbox.h"
#include "instead.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
static long argument(const ucontext_t *context, int index) {
    static const int registers[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10};
    return context->uc_mcontext.gregs[registers[index]];
}

static void answer(ucontext_t *context, long result) { context->uc_mcontext.gregs[REG_RAX] = result; }
#elif defined(__aarch64__)
static long argument(const ucontext_t *context, int index) {
    return (long)context->uc_mcontext.regs[index];
}

static void answer(ucontext_t *context, long result) {
    context->uc_mcontext.regs[0] = (unsigned long)result;
}
#endif

/// Opens a file for reading. Returns the descriptor, or the negative error number.
static long open_to_look(int folder, const char *path, int flags) {
    const int no_link = (flags & AT_SYMLINK_NOFOLLOW) != 0 ? O_NOFOLLOW : 0;
    const long file =
        syscall(__NR_openat, folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | no_link);
    return file >= 0 ? file : -errno;
}

static long facts(int folder, const char *path, struct stat *facts, int flags) {
    if ((flags & AT_EMPTY_PATH) != 0 && (path == NULL || *path == '\0')) {
        return syscall(__NR_fstat, folder, facts) == 0 ? 0 : -errno;
    }
    const long file = open_to_look(folder, path, flags);
    if (file < 0) return file;
    const long result = syscall(__NR_fstat, (int)file, facts) == 0 ? 0 : -errno;
    syscall(__NR_close, (int)file);
    return result;
}

static long may_access(int folder, const char *path, int mode, int flags) {
    if ((mode & W_OK) != 0) return -EACCES;
    const long file = open_to_look(folder, path, flags);
    if (file < 0) return file;
    syscall(__NR_close, (int)file);
    return 0;
}

/// The descriptors for scratch files that are left.
static volatile int has_scratch, scratch_next, scratch_left;

void csandbox_scratch(int first, int count) {
    has_scratch = 1;
    scratch_next = first;
    scratch_left = count;
}

/// Hands out an open memory file in place of a new file.
static long new_scratch(int flags) {
    if ((flags & O_CREAT) == 0 || (flags & O_EXCL) == 0 || scratch_left == 0) return -EACCES;
    scratch_left--;
    return scratch_next++;
}

int csandbox_instead(int number, void *context_) {
    ucontext_t *context = context_;
    const int before = errno;
    const int folder = (int)argument(context, 0);
    const char *path = (const char *)argument(context, 1);
    long result;
    switch (number) {
    case __NR_newfstatat:
        result = facts(folder, path, (struct stat *)argument(context, 2), (int)argument(context, 3));
        break;
    case __NR_openat: result = new_scratch((int)argument(context, 2)); break;
    // A library removes its scratch files, which have no names.
    case __NR_unlinkat:
#ifdef __NR_unlink
    case __NR_unlink:
#endif
        if (!has_scratch) return 0;
        result = -EACCES;
        break;
    case __NR_faccessat: result = may_access(folder, path, (int)argument(context, 2), 0); break;
    case __NR_faccessat2:
        result = may_access(folder, path, (int)argument(context, 2), (int)argument(context, 3));
        break;
#ifdef __NR_access
    case __NR_access:
        result = may_access(AT_FDCWD, (const char *)argument(context, 0), (int)argument(context, 1), 0);
        break;
#endif
    default: return 0;
    }
    answer(context, result);
    errno = before;
    return 1;
}
