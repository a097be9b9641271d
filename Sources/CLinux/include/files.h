/// Files that results are written to: what hides behind _GNU_SOURCE.
#ifndef CLINUX_FILES_H
#define CLINUX_FILES_H

#include <stddef.h>

/// Reserves room for the first bytes of a file without changing it. Returns 0, also where the file system
/// cannot do that, or the negative error number where there is no room.
int clinux_reserve(int file, size_t length);

/// Gives a file another name unless that is taken. Returns 0, or the negative error number: -EEXIST where the
/// name is taken. Where the file system cannot tell, it replaces what has that name.
int clinux_rename_to_free_name(const char *from, const char *to);

#endif
