/// Files that a path of the user names, on file systems that may never answer.
///
/// A call that waits for a dead share cannot be ended, and neither can its process. So whatever may lie on another computer is
/// opened and read by a process of its own.
#ifndef CLINUX_VISIT_H
#define CLINUX_VISIT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The longest time without an answer, in milliseconds.
#define CLINUX_VISIT_PATIENCE 10000
/// The most processes that wait for one file system.
#define CLINUX_VISITS_MAX 4

/// What is wanted of a file.
enum clinux_visit_wish {
    /// Its facts.
    CLINUX_LOOK,
    /// To read it: a file of another computer is copied into memory as long as it is small, so that no other process waits for
    /// that computer.
    CLINUX_READ,
    /// An open descriptor, with flags of the caller's.
    CLINUX_OPEN
};

/// A file, as it was found.
struct clinux_visit {
    /// The open file, which is the caller's; -1 where only facts were wanted.
    int file;
    /// Whether the file is a sealed copy in memory.
    int is_copy;
    /// Whether it lies on a file system that may not answer.
    int is_distant;
    /// Whether fscrypt encrypts it.
    int is_encrypted;
    /// As in `struct stat`.
    uint32_t mode;
    uint64_t device, number;
    int64_t size, modified, nanoseconds;
};

/// Whether a path leads to a file system that may not answer, as the table of mounts says. Waits for no other computer.
int clinux_is_distant(const char *path);

/// Looks at a file, or opens it, and waits no longer than `CLINUX_VISIT_PATIENCE` for an answer of its file system.
///
/// - `flags`: those of `open`, for `CLINUX_READ` and `CLINUX_OPEN`.
/// - `interrupt`: a descriptor that is readable once the visit is not wanted any more; -1 for none.
/// - `real`: room for `PATH_MAX` bytes of the path without links, empty where it is unknown; NULL where it is not wanted.
///
/// Returns 0, or the negative error number: -ETIMEDOUT where the file system does not answer, -ECANCELED after an interrupt.
int clinux_visit(const char *path, enum clinux_visit_wish wish, int flags, int interrupt, struct clinux_visit *visit,
                 char *real);

/// Does as `clinux_visit` with an open descriptor, which stays the caller's: `CLINUX_READ` returns another one.
int clinux_visit_open(int file, int interrupt, struct clinux_visit *visit);

/// Whether an open file lies on a file system that may not answer.
int clinux_is_open_distant(int file);

#ifdef __cplusplus
}
#endif

#endif
