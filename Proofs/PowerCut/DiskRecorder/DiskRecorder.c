// Records changes to the disk below one folder in order, or makes them fail.
//
// One lock is held over each call and its record, so that the order of the records is that of the calls.
// Mappings need no record: SQLite maps only its "-shm" file, an index that it never trusts after a crash
// and builds again from the log; and the previews' children write into memory.
#define _GNU_SOURCE
#include "DiskRecorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { node_limit = 8192 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_on;
static int log_file = -1;
static dev_t device;
static char folder[4096];
// The files and folders below the folder that this process has made or opened, and their sizes as
// recorded. An inode number that is given again takes the place of its predecessor.
static struct { ino_t node; off_t size; } nodes[node_limit];
static size_t node_count;

static char fail_kind[16];
static unsigned long fail_at;
static bool fails_on;
static int fail_errno;
static unsigned long fail_count;
static char hit_path[4096];

// The C library's own functions; looked up at the first call, which may come before any constructor.
#define REAL(name) \
    static __typeof__(&name) real_##name; \
    if (!real_##name) real_##name = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void);

// MARK: Records

static void note(uint32_t kind, uint64_t node, uint64_t parent, uint64_t offset, const void *text, size_t length) {
    if (log_file < 0) return;
    struct diskrecorder_record record = {kind, (uint32_t)length, node, parent, offset};
    const struct iovec parts[2] = {{&record, sizeof record}, {(void *)text, length}};
    REAL(writev);
    // In one piece, because others append to the log too. A record that is missing would make a lie of all
    // that follow.
    if (real_writev(log_file, parts, 2) != (ssize_t)(sizeof record + length)) abort();
}

static long find(ino_t node) {
    for (size_t index = 0; index < node_count; index++)
        if (nodes[index].node == node) return (long)index;
    return -1;
}

static void track(ino_t node, off_t size) {
    long index = find(node);
    if (index < 0) {
        if (node_count == node_limit) abort();
        index = (long)node_count++;
    }
    nodes[index].node = node;
    nodes[index].size = size;
}

/// Returns the index among the nodes of the file that a descriptor refers to, or -1 if it is not recorded.
static long tracked(int file, struct stat *facts) {
    if (!is_on || fstat(file, facts) != 0 || facts->st_dev != device) return -1;
    return find(facts->st_ino);
}

/// Splits a path below the recorded folder into its folder and its last component.
static bool place(int at, const char *path, ino_t *parent, const char **name) {
    if (!is_on || !path) return false;
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    struct stat facts;
    if (!slash) {
        if (at == AT_FDCWD || fstat(at, &facts) != 0) return false;
    } else {
        if (path[0] != '/') return false;
        size_t length = strlen(folder);
        if (strncmp(path, folder, length) != 0 || path[length] != '/') return false;
        char above[4096];
        snprintf(above, sizeof above, "%.*s", (int)(slash - path), path);
        if (stat(above, &facts) != 0) return false;
    }
    if (facts.st_dev != device) return false;
    *parent = facts.st_ino;
    return slash || find(facts.st_ino) >= 0;
}

// MARK: Refusals

/// Whether this call is the one that fails; if so, sets `errno`.
static bool refused(const char *kind) {
    if (!fail_at || strcmp(kind, fail_kind) != 0) return false;
    fail_count++;
    if (fails_on ? fail_count < fail_at : fail_count != fail_at) return false;
    REAL(open);
    REAL(close);
    int file = real_open(hit_path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) real_close(file);
    errno = fail_errno;
    return true;
}

static void begin(void) {
    const char *path = getenv("DISKRECORDER_FOLDER");
    struct stat facts;
    // Child processes are not recorded.
    unsetenv("LD_PRELOAD");
    if (!path || stat(path, &facts) != 0) return;
    snprintf(folder, sizeof folder, "%s", path);
    device = facts.st_dev;
    track(facts.st_ino, 0);
    const char *log = getenv("DISKRECORDER_LOG");
    REAL(open);
    if (log) {
        log_file = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (log_file < 0) abort();
    }
    const char *fail = getenv("DISKRECORDER_FAIL");
    const char *hit = getenv("DISKRECORDER_HIT");
    if (fail && hit) {
        char on = 0;
        snprintf(hit_path, sizeof hit_path, "%s", hit);
        if (sscanf(fail, "%15[a-z]:%lu:%d", fail_kind, &fail_at, &fail_errno) != 3) {
            if (sscanf(fail, "%15[a-z]:%lu%c:%d", fail_kind, &fail_at, &on, &fail_errno) != 4) abort();
            fails_on = on == '+';
        }
    }
    note(DISKRECORDER_START, facts.st_ino, 0, (uint64_t)getpid(), NULL, 0);
    is_on = true;
}

// MARK: Files

typedef int (*open_at)(int, const char *, int, ...);

static int open_below(open_at real, int at, const char *path, int flags, mode_t mode) {
    ino_t parent;
    const char *name;
    pthread_mutex_lock(&lock);
    if (!place(at, path, &parent, &name)) {
        pthread_mutex_unlock(&lock);
        return real(at, path, flags, mode);
    }
    int result = -1;
    if (!refused("open")) {
        struct stat facts;
        bool was_there = fstatat(at, path, &facts, AT_SYMLINK_NOFOLLOW) == 0;
        result = real(at, path, flags, mode);
        if (result >= 0 && fstat(result, &facts) == 0) {
            bool is_new = !was_there && (flags & O_CREAT);
            if (is_new) note(DISKRECORDER_CREATE, facts.st_ino, parent, 0, name, strlen(name));
            if (was_there && (flags & O_TRUNC)) note(DISKRECORDER_TRUNCATE, facts.st_ino, 0, 0, NULL, 0);
            if (is_new || find(facts.st_ino) < 0 || (flags & O_TRUNC)) track(facts.st_ino, facts.st_size);
        }
    }
    int number = errno;
    pthread_mutex_unlock(&lock);
    errno = number;
    return result;
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name, real_name) \
    int name(const char *path, int flags, ...) { \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_of(flags, arguments); \
        va_end(arguments); \
        REAL(real_name); \
        return open_below(real_##real_name, AT_FDCWD, path, flags, mode); \
    }
#define OPENAT(name) \
    int name(int at, const char *path, int flags, ...) { \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_of(flags, arguments); \
        va_end(arguments); \
        REAL(name); \
        return open_below(real_##name, at, path, flags, mode); \
    }
OPENAT(openat)
OPENAT(openat64)
OPEN(open, openat)
OPEN(open64, openat64)

int creat(const char *path, mode_t mode) {
    return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/// Records the bytes that a call has written; `at` is negative where the file position applies.
static void wrote(int file, long index, const struct iovec *parts, int count, ssize_t done, off_t at) {
    if (done <= 0) return;
    off_t offset = at >= 0 ? at : lseek(file, 0, SEEK_CUR) - done;
    size_t left = (size_t)done;
    for (int part = 0; part < count && left > 0; part++) {
        size_t length = parts[part].iov_len < left ? parts[part].iov_len : left;
        note(DISKRECORDER_WRITE, nodes[index].node, 0, (uint64_t)offset, parts[part].iov_base, length);
        offset += (off_t)length;
        left -= length;
    }
    if (offset > nodes[index].size) nodes[index].size = offset;
}

static void sent(int file, const struct stat *facts, const struct iovec *parts, size_t count, ssize_t done) {
    if (done <= 0 || !S_ISSOCK(facts->st_mode)) return;
    size_t left = (size_t)done;
    for (size_t part = 0; part < count && left > 0; part++) {
        size_t length = parts[part].iov_len < left ? parts[part].iov_len : left;
        note(DISKRECORDER_SOCKET, (uint64_t)facts->st_ino, 0, 0, parts[part].iov_base, length);
        left -= length;
    }
    (void)file;
}

/// Writes by `call`, and records or refuses it.
#define WRITING(file, parts, count, at, call) \
    struct stat facts; \
    if (!is_on || fstat(file, &facts) != 0) return call; \
    if (!S_ISREG(facts.st_mode) && !(S_ISSOCK(facts.st_mode) && log_file >= 0)) return call; \
    pthread_mutex_lock(&lock); \
    long index = S_ISREG(facts.st_mode) ? tracked(file, &facts) : -1; \
    ssize_t result = -1; \
    if (index < 0 || !refused("write")) { \
        result = call; \
        int number = errno; \
        if (index >= 0) wrote(file, index, parts, count, result, at); \
        else sent(file, &facts, parts, (size_t)(count), result); \
        errno = number; \
    } \
    pthread_mutex_unlock(&lock); \
    return result

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(write);
    const struct iovec part = {(void *)bytes, count};
    WRITING(file, &part, 1, -1, real_write(file, bytes, count));
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(writev);
    WRITING(file, parts, count, -1, real_writev(file, parts, count));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    const struct iovec part = {(void *)bytes, count};
    WRITING(file, &part, 1, offset, real_pwrite(file, bytes, count, offset));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    REAL(pwrite64);
    const struct iovec part = {(void *)bytes, count};
    WRITING(file, &part, 1, offset, real_pwrite64(file, bytes, count, offset));
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    REAL(pwritev);
    WRITING(file, parts, count, offset, real_pwritev(file, parts, count, offset));
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    REAL(sendmsg);
    WRITING(file, message->msg_iov, (int)message->msg_iovlen, -1, real_sendmsg(file, message, flags));
}

static int truncate_by(int (*real)(int, off_t), int file, off_t size) {
    struct stat facts;
    pthread_mutex_lock(&lock);
    long index = tracked(file, &facts);
    int result = -1;
    if (index < 0 || !refused("ftruncate")) {
        result = real(file, size);
        if (result == 0 && index >= 0) {
            note(DISKRECORDER_TRUNCATE, nodes[index].node, 0, (uint64_t)size, NULL, 0);
            nodes[index].size = size;
        }
    }
    int number = errno;
    pthread_mutex_unlock(&lock);
    errno = number;
    return result;
}

int ftruncate(int file, off_t size) {
    REAL(ftruncate);
    return truncate_by(real_ftruncate, file, size);
}

int ftruncate64(int file, off64_t size) {
    REAL(ftruncate64);
    return truncate_by(real_ftruncate64, file, size);
}

/// Records the whole contents of a file that another process has written, such as a child with its descriptor.
static void catch_up(int file, long index, const struct stat *facts) {
    if (log_file < 0 || !S_ISREG(facts->st_mode) || facts->st_size == nodes[index].size) return;
    REAL(openat);
    char path[64], chunk[65536];
    // The descriptor may be write-only.
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int reader = real_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (reader < 0) abort();
    off_t offset = 0;
    for (ssize_t count; (count = pread(reader, chunk, sizeof chunk, offset)) > 0; offset += count)
        note(DISKRECORDER_WRITE, nodes[index].node, 0, (uint64_t)offset, chunk, (size_t)count);
    REAL(close);
    real_close(reader);
    nodes[index].size = offset;
}

static int sync_by(int (*real)(int), int file) {
    struct stat facts;
    pthread_mutex_lock(&lock);
    long index = tracked(file, &facts);
    int result = -1;
    if (index >= 0) catch_up(file, index, &facts);
    if (index < 0 || !refused("fsync")) {
        result = real(file);
        if (result == 0 && index >= 0) note(DISKRECORDER_SYNC, nodes[index].node, 0, 0, NULL, 0);
    }
    int number = errno;
    pthread_mutex_unlock(&lock);
    errno = number;
    return result;
}

int fsync(int file) {
    REAL(fsync);
    return sync_by(real_fsync, file);
}

int fdatasync(int file) {
    REAL(fdatasync);
    return sync_by(real_fdatasync, file);
}

// MARK: Names

static int rename_by(int from_at, const char *from, int to_at, const char *to, unsigned flags) {
    REAL(renameat2);
    ino_t old_parent, new_parent;
    const char *old_name, *new_name;
    pthread_mutex_lock(&lock);
    if (!place(from_at, from, &old_parent, &old_name) || !place(to_at, to, &new_parent, &new_name)) {
        pthread_mutex_unlock(&lock);
        return real_renameat2(from_at, from, to_at, to, flags);
    }
    struct stat facts;
    int result = -1;
    bool is_there = fstatat(from_at, from, &facts, AT_SYMLINK_NOFOLLOW) == 0;
    if (!refused("rename")) {
        result = real_renameat2(from_at, from, to_at, to, flags);
        if (result == 0 && is_there) {
            char names[1024];
            int length = snprintf(names, sizeof names, "%s%c%s", old_name, 0, new_name);
            note(DISKRECORDER_RENAME, facts.st_ino, old_parent, new_parent, names, (size_t)length);
        }
    }
    int number = errno;
    pthread_mutex_unlock(&lock);
    errno = number;
    return result;
}

int rename(const char *from, const char *to) {
    return rename_by(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat(int from_at, const char *from, int to_at, const char *to) {
    return rename_by(from_at, from, to_at, to, 0);
}

int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags) {
    return rename_by(from_at, from, to_at, to, flags);
}

int unlinkat(int at, const char *path, int flags) {
    REAL(unlinkat);
    ino_t parent;
    const char *name;
    pthread_mutex_lock(&lock);
    bool is_ours = place(at, path, &parent, &name);
    int result = -1;
    if (!is_ours || !refused("unlink")) {
        result = real_unlinkat(at, path, flags);
        if (result == 0 && is_ours) note(DISKRECORDER_UNLINK, 0, parent, 0, name, strlen(name));
    }
    int number = errno;
    pthread_mutex_unlock(&lock);
    errno = number;
    return result;
}

int unlink(const char *path) {
    return unlinkat(AT_FDCWD, path, 0);
}

int rmdir(const char *path) {
    return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}

int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
    REAL(linkat);
    ino_t parent;
    const char *name;
    struct stat facts;
    pthread_mutex_lock(&lock);
    int result = real_linkat(from_at, from, to_at, to, flags);
    int number = errno;
    if (result == 0 && place(to_at, to, &parent, &name) && fstatat(to_at, to, &facts, AT_SYMLINK_NOFOLLOW) == 0)
        note(DISKRECORDER_LINK, facts.st_ino, parent, 0, name, strlen(name));
    pthread_mutex_unlock(&lock);
    errno = number;
    return result;
}

int link(const char *from, const char *to) {
    return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int mkdirat(int at, const char *path, mode_t mode) {
    REAL(mkdirat);
    ino_t parent;
    const char *name;
    struct stat facts;
    pthread_mutex_lock(&lock);
    bool is_ours = place(at, path, &parent, &name);
    int result = -1;
    if (!is_ours || !refused("mkdir")) {
        result = real_mkdirat(at, path, mode);
        if (result == 0 && is_ours && fstatat(at, path, &facts, AT_SYMLINK_NOFOLLOW) == 0) {
            note(DISKRECORDER_FOLDER, facts.st_ino, parent, 0, name, strlen(name));
            track(facts.st_ino, 0);
        }
    }
    int number = errno;
    pthread_mutex_unlock(&lock);
    errno = number;
    return result;
}

int mkdir(const char *path, mode_t mode) {
    return mkdirat(AT_FDCWD, path, mode);
}
