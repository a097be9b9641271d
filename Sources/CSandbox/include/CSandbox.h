/// The walls around a process that reads documents nobody trusts: Landlock, a filter of system calls, and
/// the smaller ones. Here because none of it has a wrapper in the C library, and because the filter is a
/// program for the kernel's own small machine. Nothing is linked for it.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>
#include <stdint.h>

/// The version of Landlock's interface in this kernel; 0 where there is none, or where it is switched off.
int csandbox_landlock_version(void);

/// Whether this kernel filters system calls, and can tell the filtered process which one it was.
int csandbox_has_filters(void);

/// Forbids this process and its children to gain rights by starting a program. The kernel asks for it
/// before anything else here. Returns 0, or the negative error number.
int csandbox_no_new_privileges(void);

/// Gives up what distinguishes root from others. Returns 0, or the negative error number.
int csandbox_drop_capabilities(void);

/// Makes memory that has ever been writable unable to hold code (Linux 6.3). Returns 0, or the negative
/// error number.
int csandbox_refuse_writable_code(void);

/// Lets this process see no files but those below `folders`, and those to read only; no files that it
/// has not open, when there are none. Folders that are not there are passed over. Where the kernel can, it
/// forbids TCP, sockets without a name, and signals to processes outside as well. Returns 0, or the
/// negative error number.
int csandbox_restrict_files(const char *const folders[], size_t count);

/// What a filter lets pass beside computing, memory, and descriptors that are open already.
enum csandbox_rights {
    CSANDBOX_FILES = 1,   ///< opening files to read: Landlock says which
    CSANDBOX_THREADS = 2, ///< starting threads
    CSANDBOX_FORKING = 4  ///< what a zygote does: forking, reaping, raising walls around its children
};

/// Filters the system calls of this process and its children from now on. A call that is not on the list
/// ends the process by SIGSYS. Returns 0, or the negative error number.
int csandbox_filter(unsigned int rights);

/// The instructions of the filter, for tests: at most `capacity` are written, each as 8 bytes. Returns
/// how many there are.
size_t csandbox_filter_program(unsigned int rights, uint64_t *instructions, size_t capacity);

/// What a child tells of its end. It may lie.
struct csandbox_report {
    int32_t call;          ///< the number of the forbidden system call, or -1
    int32_t out_of_memory; ///< whether a library gave up when the system refused memory
    int32_t stage;         ///< how far it came, in the numbers of whoever reports
    int32_t failure;       ///< the error number when it came there
};

/// A page of memory that this process shares with the children it forks from now on; NULL when there is
/// none to be had.
struct csandbox_report *csandbox_report_page(void);

/// Keeps later children from seeing the page: it belongs to the one that has just been forked.
void csandbox_hide_page(struct csandbox_report *page);

/// Gives the page back.
void csandbox_release_page(struct csandbox_report *page);

/// What the child has told.
struct csandbox_report csandbox_read_report(const struct csandbox_report *page);

/// Lets this process and its children tell why they end. Goes before the first filter, which lets nobody
/// touch the handler of SIGSYS. Returns 0, or the negative error number.
int csandbox_watch_ends(void);

/// Says where this process tells it.
void csandbox_report_to(struct csandbox_report *page);

/// Says how far this process has come, and what `errno` is.
void csandbox_report_stage(int32_t stage);

/// Makes a file that may not grow, and a stream that nobody reads, an error of writing instead of the end
/// of this process and its children: a library that warns on its standard error does not die of that.
void csandbox_ignore_limits(void);

/// The number of the system call that starts a thread.
int32_t csandbox_clone_number(void);

/// The name of a system call of this machine, or NULL for one that is not in the table.
const char *csandbox_call_name(int32_t number);

/// What a hostile document might have its reader do; for tests only.
enum csandbox_act {
    CSANDBOX_ACT_TCP_CONNECT = 1, ///< `number` is a port on loopback where somebody listens
    CSANDBOX_ACT_UDP_SEND,        ///< `number` is a port on loopback where somebody listens
    CSANDBOX_ACT_UNIX_CONNECT,    ///< `name` is that of a listening socket
    CSANDBOX_ACT_ABSTRACT_CONNECT, ///< `name` is that of a listening socket without a file
    CSANDBOX_ACT_READ_FILE,       ///< `name` is a path
    CSANDBOX_ACT_STAT_FILE,       ///< `name` is a path
    CSANDBOX_ACT_STAT_AS_OPEN,    ///< `name` is a path, and the flags say that it is empty
    CSANDBOX_ACT_STATX_FILE,      ///< `name` is a path
    CSANDBOX_ACT_ACCESS_FILE,     ///< `name` is a path
    CSANDBOX_ACT_PLACE_FILE,      ///< `name` is a path, opened as a place only
    CSANDBOX_ACT_LIST_FOLDER,     ///< `name` is a path
    CSANDBOX_ACT_CREATE_FILE,     ///< `name` is a path
    CSANDBOX_ACT_WRITE_FILE,      ///< `name` is a path
    CSANDBOX_ACT_TRUNCATE_FILE,   ///< `name` is a path
    CSANDBOX_ACT_UNLINK_FILE,     ///< `name` is a path
    CSANDBOX_ACT_LINK_FILE,       ///< `name` is a path; a link is made beside it
    CSANDBOX_ACT_EXECUTE,
    CSANDBOX_ACT_FORK,
    CSANDBOX_ACT_THREAD,
    CSANDBOX_ACT_NEW_NAMESPACE_THREAD,
    CSANDBOX_ACT_KILL_PARENT,     ///< with signal 0
    CSANDBOX_ACT_READ_PARENT,
    CSANDBOX_ACT_TRACE_PARENT,
    CSANDBOX_ACT_TRACE_ME,
    CSANDBOX_ACT_WRITABLE_CODE,
    CSANDBOX_ACT_CODE_FROM_DATA,
    CSANDBOX_ACT_USER_NAMESPACE,
    CSANDBOX_ACT_IO_URING,
    CSANDBOX_ACT_MOUNT,
    CSANDBOX_ACT_BPF,
    CSANDBOX_ACT_KEYS,
    CSANDBOX_ACT_TYPE_INTO_TERMINAL,
    CSANDBOX_ACT_FILE_BY_HANDLE,
    CSANDBOX_ACT_SIGNAL_BY_FILE,
    CSANDBOX_ACT_CATCH_FORBIDDEN,
    CSANDBOX_ACT_OTHER_ABI,
    CSANDBOX_ACT_USERFAULTFD,
    CSANDBOX_ACT_PERF,
    CSANDBOX_ACT_CHANGE_LIMIT,
    CSANDBOX_ACT_FILL_MEMORY_FILE, ///< more than its own picture needs
    CSANDBOX_ACT_MANY_DESCRIPTORS,
    CSANDBOX_ACT_MAP_MUCH,
    CSANDBOX_ACT_MANY_THREADS,    ///< more than any reader has
    CSANDBOX_ACT_GAIN_RIGHTS,     ///< `name` is a copy of `test` that makes its caller its owner
    CSANDBOX_ACT_COUNT
};

/// Tries an act. Returns 0 when it succeeded, or the negative error number. Only debug builds have it.
int csandbox_try(enum csandbox_act act, uint32_t number, const char *name);

#endif
