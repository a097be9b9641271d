// The calls that make, rename, and remove names.
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
