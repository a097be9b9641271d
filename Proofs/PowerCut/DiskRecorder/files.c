// The calls that open, write, truncate, and sync files.
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

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
