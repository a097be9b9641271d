/// Starting the background service, and knowing who is at the other end of a socket.
#ifndef CLINUX_SERVICE_H
#define CLINUX_SERVICE_H

#include <sys/types.h>

/// Starts a program in a session of its own, with /dev/null as standard input, `output` and `errors` as
/// the other two standard streams, no other descriptor, and default signals. Returns 0, or the negative
/// error number. Here because `posix_spawn_file_actions_addclosefrom_np` hides behind _GNU_SOURCE.
int clinux_spawn_service(const char *path, char *const arguments[], char *const environment[],
                         int output, int errors, pid_t *process);

/// Frees the calling process of what it inherited from whoever started it and a service must not
/// have: the working directory, core dumps, and soft limits of processor time, memory, file sizes and
/// processes. Returns how many descriptors it may open. Here because the resources of `setrlimit` are
/// an enumeration that Swift cannot pass.
unsigned long clinux_settle_service(void);

/// The user id of the process at the other end of a Unix socket, or a negative error number. Here
/// because `struct ucred` hides behind _GNU_SOURCE.
long clinux_peer_user(int socket);

#endif
