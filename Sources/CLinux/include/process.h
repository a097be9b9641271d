/// Starting processes and hearing of their end, where Swift has no way of its own.
#ifndef CLINUX_PROCESS_H
#define CLINUX_PROCESS_H

#include <sys/types.h>

/// Starts a program and returns its process id, or the negative errno value that says why it could
/// not be started.
///
/// Here because `posix_spawn` cannot ask the kernel to end the child with its parent
/// (`PR_SET_PDEATHSIG`), and because nothing but async-signal-safe C may run between `fork` and
/// `execve`.
///
/// - `descriptors` become the child's 0, 1 and 2; all others are closed.
/// - `own_group` puts the child into a process group of its own, out of a terminal's Ctrl-C.
/// - `death_signal`, unless 0, is what the child gets when the calling thread ends.
/// - `file_mask`, unless negative, is the child's umask.
pid_t clinux_spawn(const char *path, char *const argv[], char *const envp[],
                   const int descriptors[3], int own_group, int death_signal, int file_mask);

/// Makes this process the new parent of orphaned descendants (`PR_SET_CHILD_SUBREAPER`).
/// Returns 0, or a negative errno value. Here because `prctl` is variadic.
int clinux_adopt_orphans(void);

/// Blocks the signals and returns a non-blocking descriptor that reads them, or a negative errno
/// value. Here because `sigset_t` and `struct signalfd_siginfo` import badly.
int clinux_signal_descriptor(const int *signals, int count);

/// Reads one signal from such a descriptor: its number, or 0 where none waits. `from_process` says
/// whether another process sent it, rather than the kernel (a terminal's Ctrl-C, the end of a child).
int clinux_read_signal(int descriptor, int *from_process);

/// A pipe whose ends no program started later inherits. Returns 0, or a negative errno value. Here
/// because the Glibc module lacks `pipe2`, and `pipe` leaves a moment in which they are inherited.
int clinux_pipe(int ends[2]);

/// Has the allocator keep what is freed, and take large pieces from its heap too: in a process that lives for one
/// document, to give pages back and to be given others again is most of what memory costs. Its children inherit it.
void clinux_keep_memory(void);

#endif
