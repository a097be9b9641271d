#define _GNU_SOURCE
#include "parts.h"

#include <CLinux.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int file, const uint8_t *bytes, size_t length) {
    while (length > 0) {
        const ssize_t count = write(file, bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

static bool write_in_place(const char *path, const uint8_t *bytes, size_t length) {
    // O_CREAT because the system then refuses files that other users put into a shared folder.
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    if (file < 0) return false;
    struct stat status;
    bool done = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && clinux_reserve(file, length) == 0;
    if (done) {
        done = ftruncate(file, 0) == 0 && write_all(file, bytes, length);
        // A partial result would look like a damaged one.
        if (!done && ftruncate(file, 0) != 0) done = false;
    }
    return close(file) == 0 && done;
}

static bool write_aside(const char *path, const uint8_t *bytes, size_t length) {
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number) return false;
    const char *slash = strrchr(path, '/');
    char other[PATH_MAX];
    const int needed = snprintf(other, sizeof other, "%.*s.output.%llx", slash ? (int)(slash + 1 - path) : 0, path,
                                (unsigned long long)number);
    if (needed < 0 || (size_t)needed >= sizeof other) return false;
    const int file = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return false;
    bool done = write_all(file, bytes, length);
    done = close(file) == 0 && done && clinux_rename_to_free_name(other, path) == 0;
    if (!done) unlink(other);
    return done;
}

bool write_output(const char *path, const uint8_t *bytes, size_t length) {
    struct stat status;
    if (stat(path, &status) == 0) return S_ISREG(status.st_mode) && write_in_place(path, bytes, length);
    // A link that leads nowhere is left alone.
    return errno == ENOENT && lstat(path, &status) != 0 && errno == ENOENT && write_aside(path, bytes, length);
}
