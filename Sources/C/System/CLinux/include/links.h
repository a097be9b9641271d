/// The networks that this machine is connected to.
#ifndef CLINUX_LINKS_H
#define CLINUX_LINKS_H

/// An address of this machine, and how many of its first bits are those of its network.
struct clinux_link {
    unsigned char address[16];
    /// The size of the address in bytes: 4 or 16.
    int size;
    int prefix;
};

/// Lists the addresses of the interfaces that are up. Returns their number, at most `capacity`, or the negative error
/// number. Here because Swift reads no socket addresses without casts.
int clinux_links(struct clinux_link *links, int capacity);

#endif
