/// What the replacements of system calls share. Nothing of it is visible outside: a preloaded library that exported such
/// names would replace those of the program.
#ifndef RECORDER_H
#define RECORDER_H

#define _GNU_SOURCE
#include "DiskRecorder.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

// The C library's own functions; looked up at the first call, which may come before any constructor.
#define REAL(name) \
    static __typeof__(&name) real_##name; \
    if (!real_##name) real_##name = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

struct node {
    ino_t node;
    /// The size as recorded.
    off_t size;
};

/// Held over each call and its record.
extern pthread_mutex_t lock;
extern bool is_on;
extern int log_file;
/// The files and folders below the recorded folder that this process has made or opened. An inode number that is given
/// again takes the place of its predecessor.
extern struct node nodes[];

void note(uint32_t kind, uint64_t node, uint64_t parent, uint64_t offset, const void *text, size_t length);
/// Returns the index of a file or folder, or -1.
long find(ino_t node);
void track(ino_t node, off_t size);
/// Returns the index among the nodes of the file that a descriptor refers to, or -1 if it is not recorded.
long tracked(int file, struct stat *facts);
/// Splits a path below the recorded folder into its folder and its last component.
bool place(int at, const char *path, ino_t *parent, const char **name);
/// Whether this call is the one that fails; if so, sets `errno`.
bool refused(const char *kind);

#pragma GCC visibility pop

#endif
