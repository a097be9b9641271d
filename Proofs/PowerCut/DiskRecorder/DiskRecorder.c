// Records changes to the disk below one folder in order, or makes them fail.
//
// One lock is held over each call and its record, so that the order of the records is that of the calls.
// Mappings need no record: SQLite maps only its "-shm" file, an index that it never trusts after a crash
// and builds again from the log; and the previews' children write into memory.
//
// This file keeps the records, and what is refused; files.c and names.c replace the calls.
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { node_limit = 8192 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
bool is_on;
int log_file = -1;
static dev_t device;
static char folder[4096];
struct node nodes[node_limit];
static size_t node_count;

static char fail_kind[16];
static unsigned long fail_at;
static bool fails_on;
static int fail_errno;
static unsigned long fail_count;
static char hit_path[4096];

__attribute__((constructor)) static void begin(void);

// MARK: Records

void note(uint32_t kind, uint64_t node, uint64_t parent, uint64_t offset, const void *text, size_t length) {
    if (log_file < 0) return;
    struct diskrecorder_record record = {kind, (uint32_t)length, node, parent, offset};
    const struct iovec parts[2] = {{&record, sizeof record}, {(void *)text, length}};
    REAL(writev);
    // In one piece, because others append to the log too. A record that is missing would make a lie of all
    // that follow.
    if (real_writev(log_file, parts, 2) != (ssize_t)(sizeof record + length)) abort();
}

long find(ino_t node) {
    for (size_t index = 0; index < node_count; index++)
        if (nodes[index].node == node) return (long)index;
    return -1;
}

void track(ino_t node, off_t size) {
    long index = find(node);
    if (index < 0) {
        if (node_count == node_limit) abort();
        index = (long)node_count++;
    }
    nodes[index].node = node;
    nodes[index].size = size;
}

long tracked(int file, struct stat *facts) {
    if (!is_on || fstat(file, facts) != 0 || facts->st_dev != device) return -1;
    return find(facts->st_ino);
}

bool place(int at, const char *path, ino_t *parent, const char **name) {
    if (!is_on || !path) return false;
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    struct stat facts;
    if (!slash) {
        if (at == AT_FDCWD || fstat(at, &facts) != 0) return false;
    } else {
        if (path[0] != '/') return false;
        size_t length = strlen(folder);
        if (strncmp(path, folder, length) != 0 || path[length] != '/') return false;
        char above[4096];
        snprintf(above, sizeof above, "%.*s", (int)(slash - path), path);
        if (stat(above, &facts) != 0) return false;
    }
    if (facts.st_dev != device) return false;
    *parent = facts.st_ino;
    return slash || find(facts.st_ino) >= 0;
}

// MARK: Refusals

bool refused(const char *kind) {
    if (!fail_at || strcmp(kind, fail_kind) != 0) return false;
    fail_count++;
    if (fails_on ? fail_count < fail_at : fail_count != fail_at) return false;
    REAL(open);
    REAL(close);
    int file = real_open(hit_path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) real_close(file);
    errno = fail_errno;
    return true;
}

static void begin(void) {
    const char *path = getenv("DISKRECORDER_FOLDER");
    struct stat facts;
    // Child processes are not recorded.
    unsetenv("LD_PRELOAD");
    if (!path || stat(path, &facts) != 0) return;
    snprintf(folder, sizeof folder, "%s", path);
    device = facts.st_dev;
    track(facts.st_ino, 0);
    const char *log = getenv("DISKRECORDER_LOG");
    REAL(open);
    if (log) {
        log_file = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (log_file < 0) abort();
    }
    const char *fail = getenv("DISKRECORDER_FAIL");
    const char *hit = getenv("DISKRECORDER_HIT");
    if (fail && hit) {
        char on = 0;
        snprintf(hit_path, sizeof hit_path, "%s", hit);
        if (sscanf(fail, "%15[a-z]:%lu:%d", fail_kind, &fail_at, &fail_errno) != 3) {
            if (sscanf(fail, "%15[a-z]:%lu%c:%d", fail_kind, &fail_at, &on, &fail_errno) != 4) abort();
            fails_on = on == '+';
        }
    }
    note(DISKRECORDER_START, facts.st_ino, 0, (uint64_t)getpid(), NULL, 0);
    is_on = true;
}
