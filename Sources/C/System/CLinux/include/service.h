/// Functions that start the background service, and identify the peer of a socket.
#ifndef CLINUX_SERVICE_H
#define CLINUX_SERVICE_H

#include <stdbool.h>
#include <sys/types.h>

/// Starts a program in a session of its own, with /dev/null as standard input, `output` and `errors` as
/// the other two standard streams, no other descriptor, and default signals. Returns 0, or the negative
/// error number. Here because `posix_spawn_file_actions_addclosefrom_np` needs _GNU_SOURCE.
int clinux_spawn_service(const char *path, char *const arguments[], char *const environment[],
                         int output, int errors, pid_t *process);

/// Resets what a service must not inherit from the program that starts it:
/// the working directory, core dumps, and soft limits of processor time, memory, file sizes, and
/// processes. Bounds the heaps. Returns how many descriptors it may open. Here because Swift imports the resources of `setrlimit` as
/// an enumeration.
unsigned long clinux_settle_service(void);

/// Whether the system allows its users namespaces in which they mount. Here because a process with several threads
/// has to ask in a child, which Swift cannot make.
bool clinux_allows_namespaces(void);

/// Gives up the right to gain privileges by starting a program (PR_SET_NO_NEW_PRIVS). Here because `prctl` is variadic.
void clinux_forbid_new_privileges(void);

/// Creates a close-on-exec, nonblocking SOCK_SEQPACKET socket. Returns the descriptor, or the negative error number.
/// Here because Swift imports the socket types as an enumeration.
int clinux_message_socket(void);

/// Accepts a connection, close-on-exec and nonblocking. Returns the descriptor, or the negative error number.
/// Here because `accept4` needs _GNU_SOURCE.
int clinux_accept(int socket);

/// The user id of the peer of a Unix socket, or a negative error number. Here
/// because `struct ucred` needs _GNU_SOURCE.
long clinux_peer_user(int socket);

/// The process that connected a Unix socket, or 0.
pid_t clinux_peer_process(int socket);

#endif
