/// Functions for output files that need _GNU_SOURCE.
#ifndef CLINUX_FILES_H
#define CLINUX_FILES_H

#include <stddef.h>
#include <stdint.h>

/// Reserves disk space for the first bytes of a file without changing it. Returns 0, even if the
/// file system does not support that, or the negative error number if the disk is full.
int clinux_reserve(int file, size_t length);

/// Renames a file unless the new name exists. Returns 0, or the negative error number: -EEXIST if
/// it exists. On a file system without that check, it replaces the other file.
int clinux_rename_to_free_name(const char *from, const char *to);

/// Returns when a file in an open folder was last changed or renamed, in seconds since 1970, or the
/// negative error number. A symbolic link is not followed.
int64_t clinux_change_time(int folder, const char *name);

/// Whether fscrypt encrypts a file or folder: 1, 0, or the negative error number.
int clinux_is_encrypted(const char *path);

/// The two parts of the number of a device, as `/proc/self/mountinfo` writes them.
unsigned int clinux_major(uint64_t device);
unsigned int clinux_minor(uint64_t device);

#endif
