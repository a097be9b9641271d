/// Ends of TCP connections. Here because the types belong to whichever C module Swift loads first.
#ifndef CLINUX_SOCKETS_H
#define CLINUX_SOCKETS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Has the kernel reset a connection when its socket is closed (SO_LINGER), or end it regularly again.
void clinux_reset_on_close(int socket, bool resets);

/// Resets a connection at once: connect(2) with AF_UNSPEC. Returns 0, or -1 where the kernel refuses it.
int clinux_disconnect(int socket);

#ifdef __cplusplus
}
#endif

#endif
