/// What the network of several hosts needs of the kernel.
#ifndef CHOSTNETWORK_H
#define CHOSTNETWORK_H

/// The length of what precedes each frame: how it is checksummed and segmented (`struct virtio_net_hdr`).
#define CHOSTNETWORK_HEADER 10

/// Moves the calling thread into a network of its own, and with it the programs that it starts. Returns 0, or the
/// negative error number. Here because `unshare` needs _GNU_SOURCE.
int chost_enter_network(void);

/// The number of the calling thread. Here because `gettid` needs _GNU_SOURCE.
int chost_thread(void);

/// Makes a cable: an interface in the calling thread's network, whose other end is `eth0` in the network of another
/// thread. Returns 0, or the negative error number. Here because netlink messages need macros.
int chost_make_cable(const char *name, int thread);

/// Gives an interface of the calling thread's network an IPv4 address, of whose network 24 bits are given. Returns 0, or
/// the negative error number. Here because `ioctl` is variadic.
int chost_set_address(const char *interface, const char *address);

/// Takes an interface of the calling thread's network up or down. Returns 0, or the negative error number. Here because
/// `ioctl` is variadic.
int chost_set_interface(const char *interface, int up);

/// Opens the end of a cable: a socket that reads each frame that arrives on an interface of the calling thread's
/// network, and sends frames on it. Returns the descriptor, or the negative error number. Here because the addresses of
/// packet sockets are not in the Glibc module.
int chost_open_port(const char *interface);

#endif
