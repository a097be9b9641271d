// Shows a picture of a file in a GTK 4 window, without GdkPixbuf: first its icon, then what exists, then the best.
//
//   cc picture-gtk4.c $(pkg-config --cflags --libs qpreview gtk4) -o picture
//   ./picture report.pdf
#include <fcntl.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <unistd.h>

#include <qpreview.h>

static qpreview *previews;
static qpreview_request *request;
static GtkWidget *picture_widget;

/// Returns the pixels as a texture, which keeps the answer until it is gone.
static GdkTexture *texture(qpreview_answer *answer, const qpreview_picture *picture) {
    GBytes *bytes = g_bytes_new_with_free_func(picture->pixels, (gsize)picture->stride * (gsize)picture->height,
                                               (GDestroyNotify)qpreview_answer_free, answer);
    GdkTexture *made = gdk_memory_texture_new(picture->width, picture->height, GDK_MEMORY_R8G8B8A8, bytes,
                                              (gsize)picture->stride);
    g_bytes_unref(bytes);
    return made;
}

/// Shows each answer as it comes.
static gboolean on_answer(gint descriptor, GIOCondition condition, gpointer window) {
    (void)descriptor, (void)condition;
    qpreview_answer *answer;
    while ((answer = qpreview_request_next(request))) {
        const qpreview_picture *picture = qpreview_answer_picture(answer);
        if (!picture) {
            g_printerr("%s\n", qpreview_answer_message(answer));
            qpreview_answer_free(answer);
            continue;
        }
        g_print("quality %d: %d x %d\n", picture->quality, picture->width, picture->height);
        GdkTexture *made = texture(answer, picture);
        gtk_picture_set_paintable(GTK_PICTURE(picture_widget), GDK_PAINTABLE(made));
        g_object_unref(made);
    }
    if (!qpreview_request_is_done(request)) return G_SOURCE_CONTINUE;
    qpreview_request_free(request);
    request = NULL;
    // For tests: a window that closes itself.
    if (g_getenv("PICTURE_CLOSES")) gtk_window_close(GTK_WINDOW(window));
    return G_SOURCE_REMOVE;
}

static void on_open(GApplication *application, GFile **files, gint count, const gchar *hint, gpointer data) {
    (void)count, (void)hint, (void)data;
    GtkWidget *window = gtk_application_window_new(GTK_APPLICATION(application));
    char *path = g_file_get_path(files[0]);
    picture_widget = gtk_picture_new();
    gtk_window_set_title(GTK_WINDOW(window), path);
    gtk_window_set_default_size(GTK_WINDOW(window), 512, 512);
    gtk_window_set_child(GTK_WINDOW(window), picture_widget);
    gtk_window_present(GTK_WINDOW(window));

    qpreview_picture_options options = QPREVIEW_PICTURE_OPTIONS;
    options.size = 512;
    options.scale = gtk_widget_get_scale_factor(window);
    options.card = 1;
    options.three_answers = 1;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    request = qpreview_request_thumbnail(previews, file, path, &options);
    if (file >= 0) close(file);
    g_unix_fd_add(qpreview_request_fd(request), G_IO_IN, on_answer, window);
    g_free(path);
}

int main(int count, char **arguments) {
    previews = qpreview_open(NULL);
    GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "open", G_CALLBACK(on_open), NULL);
    const int code = g_application_run(G_APPLICATION(application), count, arguments);
    g_object_unref(application);
    qpreview_request_free(request);
    qpreview_close(previews);
    return code;
}
