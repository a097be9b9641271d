// The acts that the sandbox must refuse.
#ifndef CFORBIDDENACTS_H
#define CFORBIDDENACTS_H

#include <stdint.h>

/// An act that a malicious document might make its parser perform.
enum forbidden_act {
    FORBIDDEN_TCP_CONNECT = 1, ///< `number` is a port on loopback with a listener
    FORBIDDEN_UDP_SEND,        ///< `number` is a port on loopback with a receiver
    FORBIDDEN_UNIX_CONNECT,    ///< `name` is the path of a listening socket
    FORBIDDEN_ABSTRACT_CONNECT, ///< `name` is the name of a listening abstract socket
    FORBIDDEN_READ_FILE,       ///< `name` is a path
    FORBIDDEN_STAT_FILE,       ///< `name` is a path
    FORBIDDEN_STAT_AS_OPEN,    ///< `name` is a path, and the flags claim that it is empty
    FORBIDDEN_STATX_FILE,      ///< `name` is a path
    FORBIDDEN_ACCESS_FILE,     ///< `name` is a path
    FORBIDDEN_PLACE_FILE,      ///< `name` is a path, opened with O_PATH
    FORBIDDEN_LIST_FOLDER,     ///< `name` is a path
    FORBIDDEN_CREATE_FILE,     ///< `name` is a path
    FORBIDDEN_WRITE_FILE,      ///< `name` is a path
    FORBIDDEN_TRUNCATE_FILE,   ///< `name` is a path
    FORBIDDEN_UNLINK_FILE,     ///< `name` is a path
    FORBIDDEN_LINK_FILE,       ///< `name` is a path; the link is created beside it
    FORBIDDEN_EXECUTE,
    FORBIDDEN_FORK,
    FORBIDDEN_THREAD,
    FORBIDDEN_NEW_NAMESPACE_THREAD,
    FORBIDDEN_KILL_PARENT,     ///< with signal 0
    FORBIDDEN_READ_PARENT,
    FORBIDDEN_TRACE_PARENT,
    FORBIDDEN_TRACE_ME,
    FORBIDDEN_WRITABLE_CODE,
    FORBIDDEN_CODE_FROM_DATA,
    FORBIDDEN_USER_NAMESPACE,
    FORBIDDEN_IO_URING,
    FORBIDDEN_MOUNT,
    FORBIDDEN_BPF,
    FORBIDDEN_KEYS,
    FORBIDDEN_TYPE_INTO_TERMINAL,
    FORBIDDEN_FILE_BY_HANDLE,
    FORBIDDEN_SIGNAL_BY_FILE,
    FORBIDDEN_CATCH_FORBIDDEN,
    FORBIDDEN_OTHER_ABI,
    FORBIDDEN_USERFAULTFD,
    FORBIDDEN_PERF,
    FORBIDDEN_CHANGE_LIMIT,
    FORBIDDEN_FILL_MEMORY_FILE, ///< more than the picture of the request needs
    FORBIDDEN_MANY_DESCRIPTORS,
    FORBIDDEN_MAP_MUCH,
    FORBIDDEN_MANY_THREADS,    ///< more than any library starts
    FORBIDDEN_GAIN_RIGHTS,     ///< `name` is a set-user-id copy of `test`
    FORBIDDEN_COUNT
};

/// Tries an act. Returns 0 where it succeeded, or the negative error number.
int forbidden_try(enum forbidden_act act, uint32_t number, const char *name);

#endif
