/// The sandbox of a process that reads untrusted documents: Landlock, a filter of system calls, and
/// smaller layers. Here because none of it has a wrapper in the C library, and because the filter is a
/// program for a virtual machine of the kernel. Links no library.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>
#include <stdint.h>

/// The version of Landlock's interface in this kernel; 0 where it is missing or disabled.
int csandbox_landlock_version(void);

/// Whether this kernel filters system calls, and reports to the filtered process which one it was.
int csandbox_has_filters(void);

/// Forbids this process and its children to gain privileges by starting a program. The kernel requires it
/// before all other layers. Returns 0, or the negative error number.
int csandbox_no_new_privileges(void);

/// Drops all capabilities of root. Returns 0, or the negative error number.
int csandbox_drop_capabilities(void);

/// Keeps memory that was ever writable from becoming executable (Linux 6.3). Returns 0, or the negative
/// error number.
int csandbox_refuse_writable_code(void);

/// Restricts this process to reading files below `folders`; where there are none, to files that
/// are open already. Missing folders are skipped. Where the kernel supports it, it also
/// forbids TCP, abstract sockets, and signals to processes outside. Returns 0, or the
/// negative error number.
int csandbox_restrict_files(const char *const folders[], size_t count);

/// Restricts this process, and the program that it starts, to reading and executing files below `readable`, to all that
/// is possible with files below the folder `writable` but executing them, and to the devices for nothing and for
/// random numbers; apart from that like `csandbox_restrict_files`.
int csandbox_restrict_program(const char *const readable[], size_t count, const char *writable);

/// The permissions that a filter grants besides computing, memory, and open descriptors.
enum csandbox_rights {
    CSANDBOX_FILES = 1,   ///< opening files for reading, where Landlock allows it
    CSANDBOX_THREADS = 2, ///< starting threads
    CSANDBOX_FORKING = 4, ///< a zygote's work: forking, reaping, and setting up the sandbox of its children
    CSANDBOX_SCRATCH = 8  ///< creating scratch files: each is a memory file of `csandbox_scratch`, and none is a file of the system
};

/// Gives out `count` descriptors from `first` on, one for each new file that this process creates
/// (`CSANDBOX_SCRATCH`), whatever its name. What is created beyond them is refused.
void csandbox_scratch(int first, int count);

/// Filters the system calls of this process and its children from now on. A call outside the table
/// ends the process by SIGSYS. Returns 0, or the negative error number.
int csandbox_filter(unsigned int rights);

/// The instructions of the filter, for tests: writes at most `capacity`, each as 8 bytes. Returns
/// their number.
size_t csandbox_filter_program(unsigned int rights, uint64_t *instructions, size_t capacity);

/// The report of a child about its end, which is untrusted.
struct csandbox_report {
    int32_t call;          ///< the number of the forbidden system call, or -1
    int32_t out_of_memory; ///< whether a library gave up when the system refused memory
    int32_t stage;         ///< the stage that it reached, as a number of the caller
    int32_t failure;       ///< the error number at that stage
};

/// Allocates a page of memory that this process shares with the children it forks from now on; NULL where
/// memory is short.
struct csandbox_report *csandbox_report_page(void);

/// Hides the page from later children: it belongs to the one that was forked last.
void csandbox_hide_page(struct csandbox_report *page);

/// Frees the page.
void csandbox_release_page(struct csandbox_report *page);

/// The report of the child.
struct csandbox_report csandbox_read_report(const struct csandbox_report *page);

/// Lets this process and its children report why they end. Before the first filter, which forbids
/// replacing the handler of SIGSYS. Returns 0, or the negative error number.
int csandbox_watch_ends(void);

/// Sets the page for the report of this process.
void csandbox_report_to(struct csandbox_report *page);

/// Reports the stage that this process has reached, and `errno`.
void csandbox_report_stage(int32_t stage);

/// Turns the signals for a file that may not grow, and for a stream without a reader, into write errors for this
/// process and its children: a library that prints a warning on standard error does not die of it.
void csandbox_ignore_limits(void);

/// The number of the system call that starts a thread.
int32_t csandbox_clone_number(void);

/// The name of a system call of this machine; NULL where the table lacks it.
const char *csandbox_call_name(int32_t number);

#endif
