#include "parts.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COMMANDS "qpreview-commands"

/// Becomes the program with all commands, which is beside this one, or below the same prefix.
static int become_commands(char **arguments) {
    char own[PATH_MAX], other[PATH_MAX + 64];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length > 0) {
        own[length] = 0;
        char *slash = strrchr(own, '/');
        if (slash) *slash = 0;
        const char *places[] = {"/" COMMANDS, "/../libexec/printcenter/" COMMANDS};
        for (size_t index = 0; index < sizeof places / sizeof *places; index++) {
            snprintf(other, sizeof other, "%s%s", own, places[index]);
            execv(other, arguments);
            if (errno != ENOENT) break;
        }
    }
    fprintf(stderr, "error: %s cannot be started: %s. Install qpreview again.\n", COMMANDS, strerror(errno));
    return 71;
}

int main(int count, char **arguments) {
    if (draw_thumbnail(count, arguments)) return 0;
    return become_commands(arguments);
}
