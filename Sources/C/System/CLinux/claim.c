#define _GNU_SOURCE
#include "claim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/pidfd.h>
#include <unistd.h>

int clinux_claim(int file)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_SETLK, &whole) < 0 ? -errno : 0;
}

int clinux_claimant(int file)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(file, F_GETLK, &whole) < 0 || whole.l_type == F_UNLCK || whole.l_pid < 0)
        return 0;
    return whole.l_pid;
}

int clinux_open_claimant(int file, int process)
{
    const int claimant = pidfd_open(process, 0);
    if (claimant < 0)
        return -errno;
    if (clinux_claimant(file) == process)
        return claimant;
    close(claimant);
    return -ESRCH;
}

/// Whether a process runs as root. Its files in /proc would say so of each process that forbids dumps.
static int is_of_root(int process)
{
    char line[256];
    snprintf(line, sizeof line, "/proc/%d/status", process);
    FILE *status = fopen(line, "re");
    if (!status)
        return 0;
    unsigned int real = 1, effective = 1;
    while (fgets(line, sizeof line, status))
        if (sscanf(line, "Uid: %u %u", &real, &effective) == 2)
            break;
    fclose(status);
    return real == 0 && effective == 0;
}

int clinux_kill_claimant(int file, int process, int claimant)
{
    // As long as it claims the file, and the pidfd is its own, the number is that of no other.
    if (clinux_claimant(file) != process)
        return -ESRCH;
    // The kernel keeps everybody else from processes of others.
    if (geteuid() == 0 && !is_of_root(process))
        return -EPERM;
    return pidfd_send_signal(claimant, SIGKILL, NULL, 0) < 0 ? -errno : 0;
}
