// A server of the kernel's FUSE protocol in a thread of this process. It needs no library, and can leave a request unanswered,
// which a library hardly can.
#define _GNU_SOURCE
#include "CSilentFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NAMES_LIMIT = 256, HELD_LIMIT = 256, MESSAGE_LIMIT = 1 << 17 };

/// A request that has no answer yet.
struct held {
    char *message;
};

struct silent_files {
    int device;
    pthread_t thread;
    char folder[4096];
    char *contents;
    size_t size;
    pthread_mutex_t lock;
    enum silence silence;
    struct held held[HELD_LIMIT];
    int held_count;
    char names[NAMES_LIMIT][256];
    int name_count;
};

// MARK: Answers

static void reply(struct silent_files *files, uint64_t unique, int error, const void *bytes, size_t length) {
    struct fuse_out_header header = {.len = (uint32_t)(sizeof header + length), .error = error, .unique = unique};
    struct iovec parts[] = {{&header, sizeof header}, {(void *)bytes, length}};
    // The program that asked may be gone.
    if (writev(files->device, parts, 2) < 0) return;
}

static struct fuse_attr facts(const struct silent_files *files, uint64_t node) {
    const bool is_folder = node == FUSE_ROOT_ID;
    return (struct fuse_attr){.ino = node, .size = is_folder ? 0 : files->size, .mtime = 1700000000, .nlink = 1,
                              .mode = is_folder ? S_IFDIR | 0755 : S_IFREG | 0644, .blksize = 4096};
}

static uint64_t node_of(struct silent_files *files, const char *name) {
    for (int index = 0; index < files->name_count; index++) {
        if (strcmp(files->names[index], name) == 0) return (uint64_t)index + 2;
    }
    if (files->name_count == NAMES_LIMIT || strlen(name) > 255) return 0;
    strcpy(files->names[files->name_count++], name);
    return (uint64_t)files->name_count + 1;
}

static void reply_name(struct silent_files *files, const struct fuse_in_header *request, const char *name) {
    // Repositories of thumbnails, and what shells look for, are not there.
    const uint64_t node = *name == '.' ? 0 : node_of(files, name);
    if (node == 0) return reply(files, request->unique, -ENOENT, NULL, 0);
    const struct fuse_entry_out entry = {.nodeid = node, .attr = facts(files, node)};
    reply(files, request->unique, 0, &entry, sizeof entry);
}

static void reply_bytes(struct silent_files *files, const struct fuse_in_header *request) {
    const struct fuse_read_in *wish = (const void *)(request + 1);
    const size_t start = wish->offset < files->size ? (size_t)wish->offset : files->size;
    const size_t left = files->size - start;
    reply(files, request->unique, 0, files->contents + start, left < wish->size ? left : wish->size);
}

static void answer(struct silent_files *files, const char *message) {
    const struct fuse_in_header *request = (const void *)message;
    switch (request->opcode) {
    case FUSE_INIT: {
        const struct fuse_init_out out = {.major = FUSE_KERNEL_VERSION, .minor = 31, .max_readahead = 1 << 16,
                                          .max_write = 1 << 16, .max_background = 64, .congestion_threshold = 48};
        return reply(files, request->unique, 0, &out, sizeof out);
    }
    case FUSE_LOOKUP: return reply_name(files, request, message + sizeof *request);
    case FUSE_GETATTR: {
        const struct fuse_attr_out out = {.attr = facts(files, request->nodeid)};
        return reply(files, request->unique, 0, &out, sizeof out);
    }
    case FUSE_OPEN:
    case FUSE_OPENDIR: {
        const struct fuse_open_out out = {.fh = request->nodeid};
        return reply(files, request->unique, 0, &out, sizeof out);
    }
    case FUSE_READ: return reply_bytes(files, request);
    case FUSE_READDIR:
    case FUSE_FLUSH:
    case FUSE_RELEASE:
    case FUSE_RELEASEDIR: return reply(files, request->unique, 0, NULL, 0);
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
    case FUSE_INTERRUPT: return;
    default: reply(files, request->unique, -ENOSYS, NULL, 0);
    }
}

// MARK: Silence

static bool is_left_unanswered(const struct silent_files *files, const struct fuse_in_header *request) {
    switch (request->opcode) {
    case FUSE_INIT:
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
    case FUSE_INTERRUPT: return false;
    default: break;
    }
    const bool reads = request->opcode == FUSE_READ || request->opcode == FUSE_FLUSH;
    return files->silence == SILENCE_ALL || (files->silence == SILENCE_READING && reads);
}

static void *serve(void *context) {
    struct silent_files *files = context;
    char *message = malloc(MESSAGE_LIMIT);
    while (message) {
        const ssize_t length = read(files->device, message, MESSAGE_LIMIT);
        if (length < 0 && (errno == EINTR || errno == ENOENT || errno == EAGAIN)) continue;
        // It has been unmounted.
        if (length < (ssize_t)sizeof(struct fuse_in_header)) break;
        pthread_mutex_lock(&files->lock);
        if (is_left_unanswered(files, (const void *)message) && files->held_count < HELD_LIMIT) {
            char *copy = malloc((size_t)length);
            if (copy) {
                memcpy(copy, message, (size_t)length);
                files->held[files->held_count++].message = copy;
            }
        } else {
            answer(files, message);
        }
        pthread_mutex_unlock(&files->lock);
    }
    free(message);
    return NULL;
}

void silent_files_set(struct silent_files *files, enum silence silence) {
    pthread_mutex_lock(&files->lock);
    files->silence = silence;
    int kept = 0;
    for (int index = 0; index < files->held_count; index++) {
        char *message = files->held[index].message;
        if (is_left_unanswered(files, (const void *)message)) {
            files->held[kept++].message = message;
            continue;
        }
        answer(files, message);
        free(message);
    }
    files->held_count = kept;
    pthread_mutex_unlock(&files->lock);
}

int silent_files_waiting(struct silent_files *files) {
    pthread_mutex_lock(&files->lock);
    const int count = files->held_count;
    pthread_mutex_unlock(&files->lock);
    return count;
}

// MARK: Life

struct silent_files *silent_files_mount(const char *folder, const void *contents, size_t size, int *failure) {
    struct silent_files *files = calloc(1, sizeof *files);
    char options[128];
    files->device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    files->contents = malloc(size);
    files->size = size;
    memcpy(files->contents, contents, size);
    snprintf(files->folder, sizeof files->folder, "%s", folder);
    pthread_mutex_init(&files->lock, NULL);
    snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=%u,group_id=%u,allow_other", files->device, getuid(),
             getgid());
    *failure = 0;
    if (files->device < 0 || mount("silent", folder, "fuse.sshfs", MS_NOSUID | MS_NODEV, options) != 0
        || pthread_create(&files->thread, NULL, serve, files) != 0) {
        *failure = -errno;
        if (files->device >= 0) close(files->device);
        free(files->contents);
        free(files);
        return NULL;
    }
    return files;
}

void silent_files_unmount(struct silent_files *files) {
    umount2(files->folder, MNT_FORCE | MNT_DETACH);
    silent_files_set(files, SILENCE_NONE);
    pthread_join(files->thread, NULL);
    close(files->device);
    for (int index = 0; index < files->held_count; index++) free(files->held[index].message);
    free(files->contents);
    free(files);
}
