/// Functions that separate this process from the network and the mounts of the machine.
#ifndef CLINUX_NAMESPACES_H
#define CLINUX_NAMESPACES_H

/// Moves this process, which must have one thread only, into a network of its own, which has
/// nothing but a loopback interface, and into a mount table of its own. An ordinary user gets a
/// user namespace for that, in which the user keeps their number. Programs that it starts stay in
/// there. Returns 0, or the negative error number. Here because `unshare` needs _GNU_SOURCE, and `ioctl` is
/// variadic.
int clinux_enter_private_network(void);

/// Puts an empty folder over another one, in the mount table of this process. Returns 0, or the
/// negative error number. Here because Swift imports no `mount`.
int clinux_cover_folder(const char *folder);

/// Puts a file over another one, in the mount table of this process. Returns 0, or the negative
/// error number.
int clinux_cover_file(const char *file, const char *with);

/// Gives this process another mount table, so that it no longer shares one with the processes that
/// it has started, and takes away what covers a path in it. Returns 0, or the negative error number.
int clinux_uncover(const char *path);

#endif
