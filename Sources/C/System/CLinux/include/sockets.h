/// Ends of TCP connections. Here because the types belong to whichever C module Swift loads first.
#ifndef CLINUX_SOCKETS_H
#define CLINUX_SOCKETS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Has the kernel reset a connection when its socket is closed (SO_LINGER), or end it regularly again.
void clinux_reset_on_close(int socket, bool resets);

/// Resets a connection at once: connect(2) with AF_UNSPEC. Returns 0, or -1 where the kernel refuses it.
int clinux_disconnect(int socket);

/// The user who holds the IPv4 socket at an address and port that is connected to another address and port, all in the
/// byte order of the network, by sock_diag(7): the kernel looks up that one socket, however many there are. Returns 0, or
/// the negative error number; -ENOENT where no process holds such a socket, or the connection is being made or ended.
int clinux_connection_owner(uint32_t address, uint16_t port, uint32_t peer_address, uint16_t peer_port, uint32_t *user);

#ifdef __cplusplus
}
#endif

#endif
