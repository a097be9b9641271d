#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

int clinux_reserve(int file, size_t length) {
    if (fallocate(file, FALLOC_FL_KEEP_SIZE, 0, length > 0 ? (off_t)length : 1) == 0) return 0;
    return errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? -errno : 0;
}

int clinux_rename_to_free_name(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -errno;
    return rename(from, to) == 0 ? 0 : -errno;
}

int64_t clinux_change_time(int folder, const char *name) {
    struct stat facts;
    if (fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) != 0) return -errno;
    return facts.st_ctim.tv_sec;
}

int clinux_is_encrypted(const char *path) {
    struct statx facts;
    if (statx(AT_FDCWD, path, 0, STATX_TYPE, &facts) != 0) return -errno;
    return (facts.stx_attributes & STATX_ATTR_ENCRYPTED) != 0;
}

unsigned int clinux_major(uint64_t device) { return major(device); }

unsigned int clinux_minor(uint64_t device) { return minor(device); }
