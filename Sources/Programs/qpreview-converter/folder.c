#define _GNU_SOURCE
#include "converter.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The bytes of all files of the program, as in the sandbox with namespaces.
#define FILES_LIMIT (512ll << 20)
/// The most files and folders: each costs the file system more than its bytes.
#define COUNT_LIMIT 20000
/// The parts of the folder: of the document, the result, and the program's own files.
static const char *const parts[] = {"in", "out", "home"};

static int copy_document(const char *path) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0400);
    if (file < 0) return -1;
    static char buffer[1 << 16];
    ssize_t count;
    while ((count = read(0, buffer, sizeof buffer)) > 0) {
        for (ssize_t done = 0; done < count;) {
            const ssize_t written = write(file, buffer + done, (size_t)(count - done));
            if (written < 0) {
                close(file);
                return -1;
            }
            done += written;
        }
    }
    close(file);
    return count == 0 ? 0 : -1;
}

/// Creates the folders above a path in the folder.
static int make_parents(const struct folder *folder, const char *path) {
    char name[4096];
    if (strlen(path) >= sizeof name) return -1;
    strcpy(name, path);
    for (char *end = strchr(name + strlen(folder->path) + 1, '/'); end != NULL; end = strchr(end + 1, '/')) {
        *end = 0;
        if (mkdir(name, 0700) != 0 && errno != EEXIST) return -1;
        *end = '/';
    }
    return 0;
}

int fill_folder(const struct folder *folder) {
    for (size_t index = 0; index < sizeof parts / sizeof parts[0]; index++) {
        char name[4096];
        const int length = snprintf(name, sizeof name, "%s/%s", folder->path, parts[index]);
        if (length < 0 || (size_t)length >= sizeof name || mkdir(name, 0700) != 0) return -1;
    }
    for (size_t index = 0; index + 1 < folder->link_count; index += 2) {
        if (make_parents(folder, folder->links[index + 1]) != 0) return -1;
        if (symlink(folder->links[index], folder->links[index + 1]) != 0) return -1;
    }
    return copy_document(folder->document);
}

static long long bytes;
static int count;

static int measure(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)path;
    (void)type;
    (void)place;
    bytes += 512ll * status->st_blocks;
    count += 1;
    return bytes > FILES_LIMIT || count > COUNT_LIMIT;
}

int is_full(const struct folder *folder) {
    bytes = 0;
    count = 0;
    // A tree that is too deep for paths is no honest program's; one that changes meanwhile is measured again.
    const int outcome = nftw(folder->path, measure, 16, FTW_PHYS | FTW_MOUNT);
    return outcome > 0 || (outcome < 0 && errno == ENAMETOOLONG);
}

/// Removes everything in an open folder but what it moves to `top`: folders within, under new names, so that no depth
/// needs more than two of them at once.
static void empty(int folder, int top) {
    static unsigned long moved;
    const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = copy < 0 ? NULL : fdopendir(copy);
    if (entries == NULL) {
        if (copy >= 0) close(copy);
        return;
    }
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (unlinkat(folder, entry->d_name, 0) == 0) continue;
        if (unlinkat(folder, entry->d_name, AT_REMOVEDIR) == 0 || folder == top) continue;
        char name[32];
        snprintf(name, sizeof name, "moved-%lu", moved++);
        // Without the right to write it, a folder cannot be moved.
        fchmodat(folder, entry->d_name, 0700, AT_SYMLINK_NOFOLLOW);
        renameat(folder, entry->d_name, top, name);
    }
    closedir(entries);
}

void remove_folder(const struct folder *folder) {
    const int top = open(folder->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat owner;
    if (top < 0) return;
    // What it left may be gone, and its name somebody else's.
    if (fstat(top, &owner) != 0 || owner.st_uid != getuid()) {
        close(top);
        return;
    }
    // The program has ended: nothing takes the place of what is looked at.
    for (int turn = 0, left = 1; left > 0 && turn < COUNT_LIMIT; turn++) {
        left = 0;
        empty(top, top);
        const int copy = openat(top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        DIR *entries = copy < 0 ? NULL : fdopendir(copy);
        if (entries == NULL) break;
        for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
            left += 1;
            struct stat status;
            if (fstatat(top, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(status.st_mode)) continue;
            fchmodat(top, entry->d_name, 0700, AT_SYMLINK_NOFOLLOW);
            const int inner = openat(top, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (inner < 0) continue;
            empty(inner, top);
            close(inner);
        }
        closedir(entries);
    }
    close(top);
    rmdir(folder->path);
}
