#define _GNU_SOURCE
#include "mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The largest table that is read, in bytes.
#define TABLE_LIMIT (8 << 20)
/// The most links on a path, as in the kernel.
#define LINKS_LIMIT 40

// MARK: The table

char *mounts_read(void) {
    const int file = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    size_t capacity = 1 << 14, length = 0;
    char *text = malloc(capacity + 1);
    while (text) {
        const ssize_t count = read(file, text + length, capacity - length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        length += (size_t)count;
        if (length < capacity) continue;
        if (capacity >= TABLE_LIMIT) break;
        capacity *= 2;
        char *larger = realloc(text, capacity + 1);
        if (!larger) break;
        text = larger;
    }
    close(file);
    if (text) text[length] = 0;
    return text;
}

/// Whether the kernel answers for a file system without another computer or another program.
static bool is_of_this_computer(const char *type, size_t length) {
    static const char *const types[] = {
        "ext2", "ext3", "ext4", "xfs", "btrfs", "bcachefs", "f2fs", "zfs", "jfs", "nilfs2", "reiserfs", "tmpfs", "ramfs",
        "devtmpfs", "rootfs", "overlay", "aufs", "squashfs", "erofs", "vfat", "msdos", "exfat", "ntfs", "ntfs3", "hfs",
        "hfsplus", "iso9660", "udf", "ecryptfs", "proc", "sysfs", "devpts", "mqueue", "hugetlbfs", "cgroup", "cgroup2",
    };
    for (size_t index = 0; index < sizeof types / sizeof *types; index++) {
        if (strlen(types[index]) == length && memcmp(types[index], type, length) == 0) return true;
    }
    return false;
}

/// A line of the table.
struct mount {
    uint64_t number;
    /// The path, in which `\040` stands for a space.
    const char *path, *path_end;
    const char *type;
    size_t type_length;
};

/// Reads the next line, and moves on; false at the end.
static bool next_mount(const char **text, struct mount *mount) {
    while (**text) {
        const char *line = *text, *end = strchrnul(line, '\n');
        *text = *end ? end + 1 : end;
        // 36 35 98:0 /root /mount/point options optional... - type source options
        const char *word = line;
        mount->number = strtoull(line, NULL, 10);
        for (int index = 0; index < 4 && word; index++) {
            word = memchr(word, ' ', (size_t)(end - word));
            if (word) word++;
        }
        const char *dash = memmem(line, (size_t)(end - line), " - ", 3);
        if (!word || !dash) continue;
        mount->path = word;
        mount->path_end = memchr(word, ' ', (size_t)(end - word));
        mount->type = dash + 3;
        const char *type_end = memchr(mount->type, ' ', (size_t)(end - mount->type));
        mount->type_length = (size_t)((type_end ? type_end : end) - mount->type);
        if (mount->path_end) return true;
    }
    return false;
}

static int octal(const char *digits) {
    return (digits[0] - '0') * 64 + (digits[1] - '0') * 8 + (digits[2] - '0');
}

/// The length of a mount's path, where a path is the same or lies below; else 0.
static size_t length_above(const struct mount *mount, const char *path) {
    size_t length = 0;
    for (const char *byte = mount->path; byte < mount->path_end; byte++, length++) {
        int value = (unsigned char)*byte;
        if (value == '\\' && mount->path_end - byte > 3) {
            value = octal(byte + 1);
            byte += 3;
        }
        if ((unsigned char)path[length] != value) return 0;
    }
    if (length == 1) return 1;
    return path[length] == 0 || path[length] == '/' ? length : 0;
}

/// Where a path without links leads: distant where any file system on its way is.
static enum place place_of(const char *mounts, const char *path, uint64_t *mount) {
    enum place place = PLACE_HERE;
    size_t longest = 0;
    struct mount next;
    while (next_mount(&mounts, &next)) {
        const size_t length = length_above(&next, path);
        // All would wait for the root's computer, whatever this program does.
        if (length == 0 || length < longest || (length == 1 && next.path_end - next.path == 1)) continue;
        if (is_of_this_computer(next.type, next.type_length)) {
            if (place != PLACE_DISTANT) {
                longest = length;
                place = next.type_length == 4 && memcmp(next.type, "proc", 4) == 0 ? PLACE_KERNEL : PLACE_HERE;
            }
            continue;
        }
        longest = length;
        place = PLACE_DISTANT;
        *mount = next.number;
    }
    return place;
}

// MARK: Paths

/// What is left of a path, and what has been followed.
struct walk {
    char real[PATH_MAX];
    char rest[2 * PATH_MAX];
    int links;
};

/// Takes the first part off the rest; false where nothing is left.
static bool take_part(struct walk *walk, char part[NAME_MAX + 1], int *failure) {
    const char *start = walk->rest + strspn(walk->rest, "/");
    const size_t length = strcspn(start, "/");
    if (length > NAME_MAX) {
        *failure = -ENAMETOOLONG;
        return false;
    }
    memcpy(part, start, length);
    part[length] = 0;
    memmove(walk->rest, start + length, strlen(start + length) + 1);
    return length > 0;
}

/// Replaces a link by what it names.
static int follow_link(struct walk *walk, const char *target, size_t above) {
    if (++walk->links > LINKS_LIMIT) return -ELOOP;
    char rest[2 * PATH_MAX];
    const int length = snprintf(rest, sizeof rest, "%s%s", target, walk->rest);
    if (length < 0 || (size_t)length >= sizeof rest) return -ENAMETOOLONG;
    memcpy(walk->rest, rest, (size_t)length + 1);
    walk->real[*target == '/' ? 0 : above] = 0;
    return 0;
}

/// Goes one part further. Returns 1 where there is more, 0 at the end, or the negative error number.
static int step(struct walk *walk, const char *mounts, uint64_t *mount, enum place *place) {
    char part[NAME_MAX + 1], target[PATH_MAX];
    int failure = 0;
    if (!take_part(walk, part, &failure)) return failure;
    if (strcmp(part, ".") == 0) return 1;
    const size_t above = strlen(walk->real);
    if (strcmp(part, "..") == 0) {
        char *slash = strrchr(walk->real, '/');
        if (slash) *slash = 0;
        return 1;
    }
    if (above + strlen(part) + 2 > sizeof walk->real) return -ENAMETOOLONG;
    walk->real[above] = '/';
    memcpy(walk->real + above + 1, part, strlen(part) + 1);
    *place = place_of(mounts, walk->real, mount);
    if (*place != PLACE_HERE) return 0;
    const ssize_t length = readlink(walk->real, target, sizeof target - 1);
    // Whether there is such a file is for the caller to see.
    if (length < 0) return errno == EINVAL ? 1 : errno == ENOENT || errno == ENOTDIR || errno == EACCES ? -errno : 1;
    target[length] = 0;
    failure = follow_link(walk, target, above);
    return failure < 0 ? failure : 1;
}

int mounts_follow(const char *mounts, const char *path, uint64_t *mount) {
    struct walk walk = {.links = 0};
    if (*path != '/') {
        // The kernel knows it, without its file system.
        char here[PATH_MAX];
        if (!getcwd(here, sizeof here)) return -errno;
        if (snprintf(walk.rest, sizeof walk.rest, "%s/%s", here, path) >= (int)sizeof walk.rest) return -ENAMETOOLONG;
    } else if (snprintf(walk.rest, sizeof walk.rest, "%s", path) >= (int)sizeof walk.rest) {
        return -ENAMETOOLONG;
    }
    enum place place = PLACE_HERE;
    int more;
    while ((more = step(&walk, mounts, mount, &place)) > 0) {}
    return more < 0 ? more : (int)place;
}

enum place mounts_of_file(int file, uint64_t *mount) {
    char name[64], text[512];
    snprintf(name, sizeof name, "/proc/self/fdinfo/%d", file);
    const int facts = open(name, O_RDONLY | O_CLOEXEC);
    const ssize_t length = facts < 0 ? 0 : read(facts, text, sizeof text - 1);
    if (facts >= 0) close(facts);
    text[length > 0 ? length : 0] = 0;
    const char *found = strstr(text, "mnt_id:");
    char *mounts = found ? mounts_read() : NULL;
    if (!mounts) return PLACE_HERE;
    *mount = strtoull(found + 7, NULL, 10);
    enum place place = PLACE_HERE;
    const char *rest = mounts;
    struct mount next;
    while (next_mount(&rest, &next)) {
        if (next.number != *mount) continue;
        const bool is_root = next.path_end - next.path == 1;
        place = is_root || is_of_this_computer(next.type, next.type_length) ? PLACE_HERE : PLACE_DISTANT;
    }
    free(mounts);
    return place;
}
