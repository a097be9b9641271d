#define _GNU_SOURCE
#include "namespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

static int write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return -errno;
    ssize_t written = write(file, text, strlen(text));
    int result = written == (ssize_t)strlen(text) ? 0 : -errno;
    close(file);
    return result;
}

static int start_loopback(void) {
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (any < 0) return -errno;
    struct ifreq request = {.ifr_name = "lo"};
    int result = ioctl(any, SIOCGIFFLAGS, &request);
    request.ifr_flags |= IFF_UP;
    if (result == 0) result = ioctl(any, SIOCSIFFLAGS, &request);
    if (result != 0) result = -errno;
    close(any);
    return result;
}

int clinux_enter_private_network(void) {
    uid_t user = geteuid();
    gid_t group = getegid();
    if (user == 0) {
        if (unshare(CLONE_NEWNET | CLONE_NEWNS) != 0) return -errno;
    } else {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS) != 0) return -errno;
        // The kernel maps a single group only to those who cannot drop groups.
        char text[64];
        int result = write_file("/proc/self/setgroups", "deny");
        snprintf(text, sizeof text, "%u %u 1", user, user);
        if (result == 0) result = write_file("/proc/self/uid_map", text);
        snprintf(text, sizeof text, "%u %u 1", group, group);
        if (result == 0) result = write_file("/proc/self/gid_map", text);
        if (result != 0) return result;
    }
    // Without this, what is mounted here would appear in the rest of the machine.
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return -errno;
    return start_loopback();
}

int clinux_cover_folder(const char *folder) {
    return mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") == 0 ? 0 : -errno;
}

int clinux_cover_file(const char *file, const char *with) {
    return mount(with, file, NULL, MS_BIND, NULL) == 0 ? 0 : -errno;
}

int clinux_uncover(const char *path) {
    if (unshare(CLONE_NEWNS) != 0) return -errno;
    return umount2(path, MNT_DETACH) == 0 ? 0 : -errno;
}
