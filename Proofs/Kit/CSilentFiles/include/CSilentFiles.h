/// A file system whose server answers, or does not: what a share on a computer that is gone looks like.
#ifndef CSILENTFILES_H
#define CSILENTFILES_H

#include <stddef.h>

/// What the server leaves unanswered.
enum silence {
    SILENCE_NONE,
    /// The contents of files: their names, facts, and descriptors are to be had.
    SILENCE_READING,
    /// Everything.
    SILENCE_ALL
};

/// A mounted file system.
struct silent_files;

/// Mounts a file system in a folder, of the type `fuse.sshfs`. Each name in it is a file with these contents, which are
/// copied. Needs root and `/dev/fuse`. Returns NULL, and the negative error number, where that is not possible.
struct silent_files *silent_files_mount(const char *folder, const void *contents, size_t size, int *failure);

/// Answers from now on only what is wanted, and with that all that waits for it.
void silent_files_set(struct silent_files *files, enum silence silence);

/// Returns how many requests have waited at the same time for an answer, and do.
int silent_files_waiting(struct silent_files *files);

/// Unmounts it: all that still waits gets an error.
void silent_files_unmount(struct silent_files *files);

#endif
