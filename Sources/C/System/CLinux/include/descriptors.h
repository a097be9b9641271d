/// Descriptors and processes for the preview pool and its zygotes.
#ifndef CLINUX_DESCRIPTORS_H
#define CLINUX_DESCRIPTORS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most descriptors in one message.
#define CLINUX_DESCRIPTORS_MAX 8

/// Sends a message with descriptors. Here because control messages need macros.
/// Returns 0, or the negative error number. Never raises SIGPIPE.
int clinux_send_message(int socket, const void *bytes, size_t length,
                        const int *descriptors, size_t count);

/// Receives a message with its descriptors, which are close-on-exec. Here because control messages
/// need macros. Returns the length, 0 at the end of the stream, or the negative error number. A message
/// longer than `capacity`, or with more descriptors than `descriptor_capacity`, is -EMSGSIZE; its
/// descriptors are closed.
ssize_t clinux_receive_message(int socket, void *bytes, size_t capacity,
                               int *descriptors, size_t descriptor_capacity, size_t *count);

/// Creates connected close-on-exec SOCK_SEQPACKET sockets. Returns 0, or the negative error number.
/// Here because Swift imports the socket types as an enumeration.
int clinux_message_sockets(int pair[2]);

/// Creates a memory file that can be sealed. Returns the descriptor, or the negative error number.
/// Here because `memfd_create` needs _GNU_SOURCE.
int clinux_memory_file(const char *name);

/// As `clinux_memory_file`, with a size beyond which it cannot grow.
int clinux_bounded_memory_file(const char *name, uint64_t size);

/// Makes the seals of a memory file final, so that none can be added. Returns 0, or the negative error number.
/// Here because `fcntl` is variadic.
int clinux_end_sealing(int descriptor);

/// Frees the pages of a part of a memory file, which then reads as zeros. Returns 0, or the negative error number.
/// Here because `fallocate` and its flags need _GNU_SOURCE.
int clinux_free_pages(int descriptor, uint64_t start, uint64_t length);

/// Seals a memory file against growing, shrinking and writing. Returns 0, or the negative error number.
/// Here because `fcntl` is variadic.
int clinux_seal(int descriptor);

/// The seals of a memory file as F_SEAL_* bits, or the negative error number for another file.
int clinux_seals(int descriptor);

/// Whether a memory file can no longer shrink or be written.
int clinux_is_sealed(int descriptor);

/// Whether a descriptor only stands for a path (O_PATH), and gives no right to read. Here because O_PATH needs _GNU_SOURCE.
int clinux_is_open_for_nothing(int descriptor);

/// Copies a file into memory, to be freed by `free`; NULL where it is empty, larger than `limit`, or memory
/// is short. A mapping would need less memory, but would crash this process when the file becomes shorter, and
/// change with the file.
void *clinux_contents(int descriptor, size_t limit, size_t *size);

/// Duplicates a descriptor to the lowest free number from `lowest` on, close-on-exec. Returns the new
/// descriptor, or the negative error number. Here because `fcntl` is variadic.
int clinux_duplicate(int descriptor, int lowest);

/// Starts a program in a session of its own, with null devices as standard streams, `control` as descriptor 3, no
/// other descriptor, and default signals. Here because `posix_spawn_file_actions_addclosefrom_np`
/// needs _GNU_SOURCE. Returns 0, or the negative error number.
int clinux_spawn_helper(const char *path, char *const arguments[], char *const environment[],
                        int control, pid_t *process);

/// Starts a program in a session of its own, which reads `input` and writes `output`, with a null device for errors, no
/// other descriptor, and default signals. Returns 0, or the negative error number.
int clinux_spawn_filter(const char *path, char *const arguments[], char *const environment[],
                        int input, int output, pid_t *process);

/// Returns a descriptor that becomes readable when the process ends, or the negative error number.
int clinux_process_descriptor(pid_t process);

/// Blocks SIGCHLD and returns a descriptor that becomes readable when a child ends, or the negative error
/// number.
int clinux_child_signals(void);

/// Empties the descriptor of `clinux_child_signals`.
void clinux_drain_child_signals(int descriptor);

/// Unblocks what `clinux_child_signals` blocked; for a forked child.
void clinux_unblock_signals(void);

/// Has the kernel send SIGKILL when the thread that forked this process ends. Only for the child of a
/// single-threaded process. Returns 0, or the negative error number. Here because `prctl` is variadic.
int clinux_die_with_parent(void);

/// Forbids core dumps, and access of other processes to the memory of this one.
void clinux_forbid_dumps(void);

/// Closes every descriptor from `first` on.
void clinux_close_from(unsigned int first);

/// The end of a child, from `wait4`.
struct clinux_ended {
    pid_t process;
    int signal;            ///< 0 where it exited
    int code;              ///< the exit code where it exited
    uint32_t milliseconds; ///< processor time
    uint32_t mebibytes;    ///< peak memory
};

/// Reaps a child that has ended. Returns 1, or 0 where there is none. Here because the status needs macros.
int clinux_reap(struct clinux_ended *ended);

/// A number that changes when the running program or one of its loaded libraries is replaced. Here
/// because `dl_iterate_phdr` needs _GNU_SOURCE.
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

/// Sets a soft and a hard resource limit; one that is already lower stays. Here because Swift imports the
/// resources as an enumeration. Returns 0, or the negative error number.
int clinux_limit(enum clinux_resource resource, uint64_t soft, uint64_t hard);

/// Creates a close-on-exec eventfd. Returns the descriptor, or the negative error number.
int clinux_event(void);

/// Makes an eventfd permanently readable.
void clinux_signal_event(int descriptor);

#ifdef __cplusplus
}
#endif

#endif
