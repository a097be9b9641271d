// Runs the program of another project that lays a document out, and copies its result to standard output.
//
//     qpreview-converter SECONDS RESULT [--file PATH TEXT]... PROGRAM [ARGUMENT...]
//     qpreview-converter --folder FOLDER --document PATH [--read PATH]... [--link TARGET PATH]... -- SECONDS RESULT ...
//     qpreview-converter --remove FOLDER
//
// The first form runs within the namespaces that bubblewrap has made; the second one where the system allows none: Landlock
// and the filter of system calls take their place, and the program has a folder of its own, which is removed afterwards.
// The third form removes the folder that the second one has left, because it was killed.
//
// Each --file is written before the program starts, and within its sandbox: a first start may have left links there.
//
// The program is not ours and may be taken over by its document. What it needs least is another process, so it gets none:
// its limits of memory and time, which hold for one process, then hold for all of it. It is in C, because it must start
// within the system's folders alone.
//
// Exit status: 0 after the result was copied; 3 if there is none; 4 if the program has crashed, or taken too long; 2 for a
// missing argument, or a limit or a folder that cannot be made; 126 for a sandbox that cannot be made. 1 is that of
// bubblewrap, where the sandbox cannot be made. The exit status of the program is none of these: it chooses no sandbox.
#define _GNU_SOURCE
#include "converter.h"

#include <CSandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// The address space of the program, in bytes. LibreOffice needs 1 GiB for a document of one page.
#define MEMORY_LIMIT (3ull << 30)
/// The longest result, and the longest of the program's own files, in bytes.
#define FILE_LIMIT (256ull << 20)
/// The time between two looks at a folder, in milliseconds.
#define WATCH_INTERVAL 100
/// The exit status with which LibreOffice wants to be started again, after it has made its profile.
#define AGAIN 81
/// The exit status that tells the document from the sandbox, for which bubblewrap has 1.
#define NO_RESULT 3
/// The exit status after a signal that the program has caused itself.
#define CRASHED 4
/// The exit status of a sandbox that could not be made.
#define NO_SANDBOX 126

static int limit(int resource, rlim_t value) {
    const struct rlimit both = {value, value};
    return setrlimit(resource, &both);
}

/// The soft limit is a second lower, so that SIGXCPU tells the reason.
static int limit_time(rlim_t seconds) {
    const struct rlimit both = {seconds, seconds + 1};
    return setrlimit(RLIMIT_CPU, &both);
}

static int restrict_files(const struct folder *folder) {
    if (folder->path == NULL) return 0;
    if (csandbox_no_new_privileges() != 0 || csandbox_drop_capabilities() != 0) return -1;
    return csandbox_restrict_program(folder->readable, folder->readable_count, folder->path);
}

static volatile sig_atomic_t is_stopped;

static void stop(int number) {
    (void)number;
    is_stopped = 1;
}

/// Waits for a process; ends it where its files are too many, or nobody wants its result. Returns what waitpid stores.
static int wait_for(pid_t process, const struct folder *folder) {
    int status = 0;
    if (folder->path != NULL) {
        const int ended = (int)syscall(SYS_pidfd_open, process, 0);
        struct pollfd waits = {.fd = ended, .events = POLLIN};
        while (ended >= 0 && poll(&waits, 1, WATCH_INTERVAL) <= 0) {
            if (is_stopped || is_full(folder)) kill(process, SIGKILL);
        }
        if (ended >= 0) close(ended);
    }
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

/// How the program has ended.
struct end {
    int is_started; ///< whether its sandbox was made
    int status;     ///< its exit status, or the negative number of the signal that has ended it
};

/// Writes a file and the folders above it. Returns 0, or -1.
static int write_file(char *path, const char *text) {
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        // Most of them exist; opening the file tells whether all do.
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return -1;
    const size_t length = strlen(text);
    const ssize_t written = write(file, text, length);
    return close(file) == 0 && written == (ssize_t)length ? 0 : -1;
}

/// Writes the files that precede the program; returns its arguments, or NULL.
static char *const *write_files(char *const arguments[]) {
    while (arguments[0] != NULL && strcmp(arguments[0], "--file") == 0) {
        if (arguments[1] == NULL || arguments[2] == NULL || write_file(arguments[1], arguments[2]) != 0) return NULL;
        arguments += 3;
    }
    return arguments[0] != NULL ? arguments : NULL;
}

/// Makes the sandbox and becomes the program; returns only if there is no program, or no sandbox, which it says to `report`.
static void become(char *const arguments[], const struct folder *folder, int report) {
    // The result comes from its file alone. If this process is killed, nobody would end the program.
    if (dup2(2, 1) == 1 && (folder->path == NULL || chdir(folder->path) == 0)
        && (folder->path == NULL || prctl(PR_SET_PDEATHSIG, SIGKILL) == 0) && limit(RLIMIT_AS, MEMORY_LIMIT) == 0
        && restrict_files(folder) == 0 && refuse_calls(folder->path == NULL) == 0) {
        char *const *program = write_files(arguments);
        if (program == NULL) _exit(NO_RESULT);
        execv(program[0], program);
        return;
    }
    const ssize_t written = write(report, "", 1);
    (void)written;
}

/// Starts the program and waits for it. That its sandbox could not be made comes through a pipe that the program does not
/// have: an exit status could be the program's own.
static struct end run(char *const arguments[], const struct folder *folder) {
    struct end end = {.is_started = 0, .status = 0};
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) return end;
    const pid_t process = fork();
    if (process == 0) {
        become(arguments, folder, report[1]);
        _exit(NO_RESULT);
    }
    close(report[1]);
    if (process > 0) {
        char failure;
        ssize_t count;
        do count = read(report[0], &failure, 1);
        while (count < 0 && errno == EINTR);
        end.is_started = count == 0;
        const int status = wait_for(process, folder);
        end.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    close(report[0]);
    return end;
}

static int copy(const char *result) {
    // The program may have put a pipe or a link in its place.
    const int file = open(result, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return 1;
    static char buffer[1 << 16];
    ssize_t count;
    while ((count = read(file, buffer, sizeof buffer)) > 0) {
        for (ssize_t done = 0; done < count;) {
            const ssize_t written = write(1, buffer + done, (size_t)(count - done));
            if (written < 0) return 1;
            done += written;
        }
    }
    return count == 0 ? 0 : 1;
}

/// Reads the options of the second form; returns the arguments behind them, or NULL.
static char **read_options(int count, char *arguments[], struct folder *folder) {
    int index = 1;
    while (index + 1 < count && strcmp(arguments[index], "--") != 0) {
        const char *name = arguments[index];
        if (strcmp(name, "--folder") == 0) {
            folder->path = arguments[index + 1];
        } else if (strcmp(name, "--document") == 0) {
            folder->document = arguments[index + 1];
        } else if (strcmp(name, "--read") == 0
                   && folder->readable_count < sizeof folder->readable / sizeof *folder->readable) {
            folder->readable[folder->readable_count++] = arguments[index + 1];
        } else if (strcmp(name, "--link") == 0 && index + 2 < count
                   && folder->link_count + 1 < sizeof folder->links / sizeof *folder->links) {
            folder->links[folder->link_count++] = arguments[index + 1];
            folder->links[folder->link_count++] = arguments[++index + 1];
        } else {
            return NULL;
        }
        index += 2;
    }
    // SECONDS RESULT PROGRAM
    if (index + 3 >= count || folder->path == NULL || folder->document == NULL) return NULL;
    return arguments + index + 1;
}

/// Sets the limits that also hold for this process.
static int set_limits(const char *seconds) {
    // Beyond the limit, writing fails, rather than end a process.
    signal(SIGXFSZ, SIG_IGN);
    // The program runs as the same user: it must not reach this process through /proc.
    return prctl(PR_SET_DUMPABLE, 0) != 0 || limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_FSIZE, FILE_LIMIT) != 0
           || limit_time((rlim_t)strtoul(seconds, NULL, 10)) != 0 || limit(RLIMIT_NOFILE, 256) != 0;
}

/// Runs the program in the sandbox; returns the exit status of this one.
static int convert(char *arguments[], const struct folder *folder) {
    struct end end = run(arguments + 2, folder);
    // Only the first time: the program may have changed the limits of this process since.
    if (!end.is_started) return NO_SANDBOX;
    if (end.status == AGAIN && !is_stopped) end = run(arguments + 2, folder);
    // Something else has killed it: a user, or a system without memory.
    if (end.status < 0) return end.status == -SIGKILL ? NO_RESULT : CRASHED;
    return end.is_started && end.status == 0 && !is_stopped && copy(arguments[1]) == 0 ? 0 : NO_RESULT;
}

int main(int count, char *arguments[]) {
    struct folder folder = {.path = NULL};
    if (count == 3 && strcmp(arguments[1], "--remove") == 0) {
        folder.path = arguments[2];
        remove_folder(&folder);
        return 0;
    }
    if (count < 4) return 2;
    if (arguments[1][0] != '-') {
        if (set_limits(arguments[1]) != 0) return 2;
        return convert(arguments + 1, &folder);
    }
    char **rest = read_options(count, arguments, &folder);
    if (rest == NULL || set_limits(rest[0]) != 0) return 2;
    // The folder is removed whatever happens to the process that has asked.
    const struct sigaction stopping = {.sa_handler = stop};
    if (sigaction(SIGTERM, &stopping, NULL) != 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) return 2;
    // What is there already is somebody else's: it is neither used nor removed.
    if (mkdir(folder.path, 0700) != 0) return 2;
    const int status = fill_folder(&folder) == 0 ? convert(rest, &folder) : 2;
    remove_folder(&folder);
    return status;
}
