#include "window.h"

#include <gdk/wayland/gdkwayland.h>
#include <gdk/x11/gdkx.h>

#include <stdlib.h>

void window_set_parent(window *window, const char *handle) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window_gtk(window)));
    if (!surface) return;
    if (GDK_IS_X11_SURFACE(surface) && g_str_has_prefix(handle, "x11:")) {
        const Window parent = strtoul(handle + 4, NULL, 16);
        GdkDisplay *display = gdk_surface_get_display(surface);
        // A window that is gone is an error of X, which would end the program.
        gdk_x11_display_error_trap_push(display);
        if (parent) {
            XSetTransientForHint(gdk_x11_display_get_xdisplay(display), gdk_x11_surface_get_xid(surface), parent);
        }
        gdk_x11_display_error_trap_pop_ignored(display);
    } else if (GDK_IS_WAYLAND_TOPLEVEL(surface) && g_str_has_prefix(handle, "wayland:")) {
        gdk_wayland_toplevel_set_transient_for_exported(GDK_TOPLEVEL(surface), (char *)handle + 8);
    }
}
