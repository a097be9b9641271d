/// The table of mounts, and the paths that stay on this computer.
#ifndef CLINUX_MOUNTS_H
#define CLINUX_MOUNTS_H

#include <stdint.h>

/// Where a path leads.
enum place {
    /// A file system of this computer.
    PLACE_HERE,
    /// A file system that may not answer.
    PLACE_DISTANT,
    /// A name of the kernel, such as `/proc/self/fd/3`, which is no path.
    PLACE_KERNEL
};

/// Returns the text of `/proc/self/mountinfo`, to be freed; NULL where it cannot be read.
char *mounts_read(void);

/// Where a path leads, without a call that another computer would have to answer.
///
/// Sets the number of the mount for `PLACE_DISTANT`. Returns the place, or the negative error number of a path that cannot be
/// followed.
int mounts_follow(const char *mounts, const char *path, uint64_t *mount);

/// Where an open file lies, without asking its file system.
enum place mounts_of_file(int file, uint64_t *mount);

#endif
