/// Functions that start processes and report their end.
#ifndef CLINUX_PROCESS_H
#define CLINUX_PROCESS_H

#include <sys/types.h>

/// Starts a program and returns its process id, or the negative error number where it could
/// not be started.
///
/// Here because `posix_spawn` cannot have the kernel end the child with its parent
/// (`PR_SET_PDEATHSIG`), and because nothing but async-signal-safe C may run between `fork` and
/// `execve`.
///
/// - `descriptors` become 0, 1, and 2 of the child; all others are closed.
/// - `own_group` puts the child into a process group of its own, apart from a terminal's Ctrl-C.
/// - `death_signal`, unless 0, is sent to the child when the calling thread ends.
/// - `file_mask`, unless negative, is the child's umask.
pid_t clinux_spawn(const char *path, char *const argv[], char *const envp[],
                   const int descriptors[3], int own_group, int death_signal, int file_mask);

/// Makes this process the new parent of orphaned descendants (`PR_SET_CHILD_SUBREAPER`).
/// Returns 0, or a negative errno value. Here because `prctl` is variadic.
int clinux_adopt_orphans(void);

/// Blocks signals and returns a nonblocking descriptor that reads them, or a negative errno
/// value. Here because Swift imports `sigset_t` and `struct signalfd_siginfo` badly.
int clinux_signal_descriptor(const int *signals, int count);

/// Reads a signal from such a descriptor: its number, or 0 for none. `from_process` is
/// whether another process sent it, not the kernel (a terminal's Ctrl-C, the end of a child).
int clinux_read_signal(int descriptor, int *from_process);

/// Creates a close-on-exec pipe. Returns 0, or a negative errno value. Here
/// because the Glibc module lacks `pipe2`, and `pipe` leaves a moment in which a child could inherit it.
int clinux_pipe(int ends[2]);

/// Has the allocator keep freed memory, and take large blocks from its heap, too: in a process that lives for one
/// document, returning pages and getting others is most of the cost of memory. Children inherit it.
void clinux_keep_memory(void);

/// Gives memory that is free back to the system.
void clinux_release_memory(void);

#endif
