/// Descriptors and processes: what the preview pool and its zygote need of Linux.
#ifndef CLINUX_DESCRIPTORS_H
#define CLINUX_DESCRIPTORS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most descriptors that one message can carry.
#define CLINUX_DESCRIPTORS_MAX 8

/// Sends one message with descriptors. Here because the control message needs macros.
/// Returns 0, or the negative error number. Never raises SIGPIPE.
int clinux_send_message(int socket, const void *bytes, size_t length,
                        const int *descriptors, size_t count);

/// Receives one message with its descriptors, which are close-on-exec. Here because the control message
/// needs macros. Returns the length, 0 at the end of the stream, or the negative error number. A message
/// longer than `capacity`, or one with more descriptors than `descriptor_capacity`, is -EMSGSIZE; what it
/// brought is closed.
ssize_t clinux_receive_message(int socket, void *bytes, size_t capacity,
                               int *descriptors, size_t descriptor_capacity, size_t *count);

/// A connected pair of close-on-exec SOCK_SEQPACKET sockets. Returns 0, or the negative error number.
/// Here because socket types are an enumeration in Swift's eyes.
int clinux_message_sockets(int pair[2]);

/// An anonymous file in memory that can be sealed. Returns the descriptor, or the negative error number.
/// Here because `memfd_create` hides behind _GNU_SOURCE.
int clinux_memory_file(const char *name);

/// As `clinux_memory_file`, of so many bytes, and sealed against growing beyond them.
int clinux_bounded_memory_file(const char *name, uint64_t size);

/// Seals a memory file against growing, shrinking and writing. Returns 0, or the negative error number.
/// Here because `fcntl` is variadic.
int clinux_seal(int descriptor);

/// The seals of a memory file as F_SEAL_* bits, or the negative error number (no memory file).
int clinux_seals(int descriptor);

/// Whether a memory file can no longer shrink or be written, so that it can be read without surprises.
int clinux_is_sealed(int descriptor);

/// The bytes of a file in memory of this process' own, to be freed by `free`; NULL where there are none, or
/// more than `limit`, or no memory. A mapping would do with less, and end the process where somebody makes the
/// file shorter, or change under who reads it.
void *clinux_contents(int descriptor, size_t limit, size_t *size);

/// Duplicates a descriptor to the lowest free number from `lowest` on, close-on-exec. Returns the new
/// descriptor, or the negative error number. Here because `fcntl` is variadic.
int clinux_duplicate(int descriptor, int lowest);

/// Starts a program with nothing behind its standard streams (/dev/null, if that is what its name says) and `control` as descriptor 3, in
/// a session of its own, with default signals. Here because `posix_spawn_file_actions_addclosefrom_np`
/// hides behind _GNU_SOURCE. Returns 0, or the negative error number.
int clinux_spawn_helper(const char *path, char *const arguments[], char *const environment[],
                        int control, pid_t *process);

/// Blocks SIGCHLD and answers a descriptor that becomes readable when a child ends, or the negative error
/// number.
int clinux_child_signals(void);

/// Empties the descriptor of `clinux_child_signals`.
void clinux_drain_child_signals(int descriptor);

/// Undoes what `clinux_child_signals` blocked; for a forked child.
void clinux_unblock_signals(void);

/// Asks for SIGKILL when the thread that forked this process ends. Right only in the child of a
/// single-threaded process. Returns 0, or the negative error number. Here because `prctl` is variadic.
int clinux_die_with_parent(void);

/// Forbids core dumps, and other processes' looks into this one.
void clinux_forbid_dumps(void);

/// Closes every descriptor from `first` on.
void clinux_close_from(unsigned int first);

/// How a child ended, from `wait4`.
struct clinux_ended {
    pid_t process;
    int signal;            ///< 0 when it exited by itself
    int code;              ///< its exit code when it did
    uint32_t milliseconds; ///< of processor time
    uint32_t mebibytes;    ///< of memory at its peak
};

/// Reaps one child that has ended. Returns 1, or 0 when none has. Here because the status needs macros.
int clinux_reap(struct clinux_ended *ended);

/// A number that changes when the running program or a library that it has loaded is replaced. Here
/// because `dl_iterate_phdr` hides behind _GNU_SOURCE.
uint64_t clinux_edition(void);

/// A resource that can be limited.
enum clinux_resource {
    CLINUX_ADDRESS_SPACE,
    CLINUX_PROCESSOR_SECONDS,
    CLINUX_CORE_DUMP,
    CLINUX_DESCRIPTORS,
    CLINUX_FILE_SIZE,
    CLINUX_LOCKED_MEMORY
};

/// Sets a resource limit, soft and hard; one that is lower already stays. Here because the resources of
/// `setrlimit` are an enumeration that Swift cannot pass. Returns 0, or the negative error number.
int clinux_limit(enum clinux_resource resource, uint64_t soft, uint64_t hard);

/// An eventfd, close-on-exec, or the negative error number.
int clinux_event(void);

/// Makes the descriptor of `clinux_event` readable for good.
void clinux_signal_event(int descriptor);

#ifdef __cplusplus
}
#endif

#endif
