#include "window.h"

/// How long the desktop may take to say which style it has, in milliseconds.
#define STYLE_LIMIT 2000
/// The number of the dark style in the setting "color-scheme" of the desktop portal.
#define STYLE_DARK 1

static void set_style(GVariant *value) {
    // The portal wraps it twice.
    GVariant *inner = g_variant_ref(value);
    while (g_variant_is_of_type(inner, G_VARIANT_TYPE_VARIANT)) {
        GVariant *next = g_variant_get_variant(inner);
        g_variant_unref(inner);
        inner = next;
    }
    GtkSettings *settings = gtk_settings_get_default();
    if (settings && g_variant_is_of_type(inner, G_VARIANT_TYPE_UINT32)) {
        g_object_set(settings, "gtk-application-prefer-dark-theme", g_variant_get_uint32(inner) == STYLE_DARK, NULL);
    }
    g_variant_unref(inner);
}

static void on_reply(GObject *bus, GAsyncResult *result, gpointer data) {
    (void)data;
    GVariant *reply = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
    if (!reply) return;
    GVariant *value = g_variant_get_child_value(reply, 0);
    set_style(value);
    g_variant_unref(value);
    g_variant_unref(reply);
}

static void on_changed(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                       const char *signal, GVariant *arguments, gpointer data) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)signal, (void)data;
    const char *space, *name;
    GVariant *value;
    g_variant_get(arguments, "(&s&sv)", &space, &name, &value);
    if (g_str_equal(space, "org.freedesktop.appearance") && g_str_equal(name, "color-scheme")) set_style(value);
    g_variant_unref(value);
}

static void on_bus(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source, (void)data;
    // It is shared, and stays as long as the program.
    GDBusConnection *bus = g_bus_get_finish(result, NULL);
    if (!bus) return;
    const char *name = "org.freedesktop.portal.Desktop", *path = "/org/freedesktop/portal/desktop",
               *interface = "org.freedesktop.portal.Settings";
    g_dbus_connection_signal_subscribe(bus, name, interface, "SettingChanged", path, "org.freedesktop.appearance",
                                       G_DBUS_SIGNAL_FLAGS_NONE, on_changed, NULL, NULL);
    g_dbus_connection_call(bus, name, path, interface, "Read",
                           g_variant_new("(ss)", "org.freedesktop.appearance", "color-scheme"), G_VARIANT_TYPE("(v)"),
                           G_DBUS_CALL_FLAGS_NONE, STYLE_LIMIT, NULL, on_reply, NULL);
}

void style_follow(void) {
    g_bus_get(G_BUS_TYPE_SESSION, NULL, on_bus, NULL);
}
