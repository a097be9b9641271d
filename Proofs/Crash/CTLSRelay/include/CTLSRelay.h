/// TLS in front of a printer that speaks none, so that the ends of its connections stay what they are.
#ifndef CTLSRELAY_H
#define CTLSRELAY_H

#include <stdint.h>

/// Listens on a port of loopback, with a key and a certificate of its own, and passes on what comes to another port of
/// loopback. A connection that the client ends with a reset is reset there, too; every other end is a regular one, with
/// or without that of TLS. Returns the port, or the negative error number. The relay ends with the process. In C because
/// GnuTLS has macros, and each connection a thread that only blocks.
int32_t ctls_relay(uint16_t port);

/// Has a relay take another key for new connections, as a printer that was replaced. Returns 0, or the negative error
/// number.
///
/// @param own_port The port that `ctls_relay` has returned.
int32_t ctls_relay_change_key(uint16_t own_port);

#endif
