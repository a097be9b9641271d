// A window with a preview of a file: for the space bar in Nautilus, over the session bus, and for `qpreview window`.
//
//     qpreview-window FILE...
//     qpreview-window --service [--idle SECONDS]
//
// It reads no file itself: libqpreview sends the open file to the preview helper, which reads it in a sandbox.
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// How long the program stays after its window was closed, in seconds.
#define IDLE_SECONDS 10

/// The files of the command line.
typedef struct {
    qpreview *previews;
    window *window;
    GFile **files;
    int count, shown;
} files;

static void on_move(GtkDirectionType direction, gpointer data) {
    files *files = data;
    const int step = direction == GTK_DIR_LEFT || direction == GTK_DIR_UP ? -1 : 1;
    const int next = CLAMP(files->shown + step, 0, files->count - 1);
    if (next == files->shown) return;
    files->shown = next;
    window_show(files->window, files->files[next]);
}

static void on_closed(gpointer data) {
    ((files *)data)->window = NULL;
}

static void on_activate(GtkApplication *application, gpointer data) {
    files *files = data;
    if (files->window) return;
    files->window = window_new(application, files->previews, on_move, on_closed, files);
    window_show(files->window, files->files[0]);
}

static int show_files(qpreview *previews, int count, char **arguments) {
    files files = {previews, NULL, g_new0(GFile *, count), count, 0};
    for (int index = 0; index < count; index++) files.files[index] = g_file_new_for_commandline_arg(arguments[index]);
    GtkApplication *application = gtk_application_new("org.printcenter.QuickPreview", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(on_activate), &files);
    const int code = g_application_run(G_APPLICATION(application), 0, NULL);
    g_object_unref(application);
    for (int index = 0; index < count; index++) g_object_unref(files.files[index]);
    g_free(files.files);
    return code;
}

static int serve(qpreview *previews, unsigned idle) {
    GtkApplication *application = bus_application(previews, idle);
    const int code = g_application_run(G_APPLICATION(application), 0, NULL);
    g_object_unref(application);
    return code;
}

/// Opens the way to the helper that is installed beside this program.
static qpreview *open_previews(void) {
    qpreview_open_options options = QPREVIEW_OPEN_OPTIONS;
    char *program = g_file_read_link("/proc/self/exe", NULL);
    char *folder = program ? g_path_get_dirname(program) : NULL;
    char *helper = folder ? g_build_filename(folder, "qpreviewd", NULL) : NULL;
    const char *given = g_getenv("QPREVIEWD");
    if (!(given && *given) && helper && access(helper, X_OK) == 0) options.helper = helper;
    qpreview *previews = qpreview_open(&options);
    g_free(helper);
    g_free(folder);
    g_free(program);
    return previews;
}

int main(int count, char **arguments) {
    const bool serves = count > 1 && strcmp(arguments[1], "--service") == 0;
    unsigned idle = IDLE_SECONDS;
    if (serves && count == 4 && strcmp(arguments[2], "--idle") == 0) {
        idle = (unsigned)strtoul(arguments[3], NULL, 10);
    } else if (serves ? count != 2 : count < 2 || (arguments[1][0] == '-' && strcmp(arguments[1], "--") != 0)) {
        fputs(say(WORD_USAGE), stderr);
        return 64;
    }
    const int first = !serves && strcmp(arguments[1], "--") == 0 ? 2 : 1;
    if (first == count) {
        fputs(say(WORD_USAGE), stderr);
        return 64;
    }
    if (!gtk_init_check()) {
        fputs(say(WORD_NO_SCREEN), stderr);
        return 1;
    }
    qpreview *previews = open_previews();
    if (!previews) return 1;
    style_follow();
    const int code = serves ? serve(previews, idle) : show_files(previews, count - first, arguments + first);
    qpreview_close(previews);
    return code;
}
