// What GNOME's Nautilus calls when the user presses the space bar: the interface of Sushi, org.gnome.NautilusPreviewer2.
#include "window.h"

#include <string.h>

#define BUS_NAME "org.gnome.NautilusPreviewer"
#define BUS_PATH "/org/gnome/NautilusPreviewer"
#define BUS_INTERFACE "org.gnome.NautilusPreviewer2"

static const char *const description =
    "<node><interface name='" BUS_INTERFACE "'>"
    "<method name='ShowFile'><arg name='uri' type='s' direction='in'/>"
    "<arg name='windowHandle' type='s' direction='in'/>"
    "<arg name='closeIfAlreadyShown' type='b' direction='in'/></method>"
    "<method name='Close'/>"
    "<property name='ParentHandle' type='s' access='read'/>"
    "<property name='Visible' type='b' access='read'/>"
    "<signal name='SelectionEvent'><arg name='direction' type='u'/></signal>"
    "</interface></node>";

#define QPREVIEW_TYPE_SERVICE (service_get_type())
G_DECLARE_FINAL_TYPE(Service, service, QPREVIEW, SERVICE, GtkApplication)

struct _Service {
    GtkApplication parent;
    qpreview *previews;
    GDBusConnection *bus;
    guint registration;
    /// NULL while none is open.
    window *window;
    char *parent_handle;
};

G_DEFINE_FINAL_TYPE(Service, service, GTK_TYPE_APPLICATION)

// MARK: Properties

static GVariant *property(const Service *service, const char *name) {
    if (strcmp(name, "Visible") == 0) return g_variant_new_boolean(service->window != NULL);
    return g_variant_new_string(service->parent_handle ? service->parent_handle : "");
}

static GVariant *on_get_property(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                                 const char *name, GError **error, gpointer data) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)error;
    return property(data, name);
}

/// Tells that a property has changed.
static void emit_changed(Service *service, const char *name) {
    GVariantBuilder changed;
    g_variant_builder_init(&changed, G_VARIANT_TYPE("a{sv}"));
    g_variant_builder_add(&changed, "{sv}", name, property(service, name));
    if (!service->bus) return g_variant_builder_clear(&changed);
    g_dbus_connection_emit_signal(service->bus, NULL, BUS_PATH, "org.freedesktop.DBus.Properties",
                                  "PropertiesChanged", g_variant_new("(sa{sv}as)", BUS_INTERFACE, &changed, NULL),
                                  NULL);
}

// MARK: The window

/// The file manager selects the next file in this direction, and shows it.
static void on_move(GtkDirectionType direction, gpointer data) {
    const Service *service = data;
    if (!service->bus) return;
    g_dbus_connection_emit_signal(service->bus, NULL, BUS_PATH, BUS_INTERFACE, "SelectionEvent",
                                  g_variant_new("(u)", (guint32)direction), NULL);
}

static void on_closed(gpointer data) {
    Service *service = data;
    service->window = NULL;
    emit_changed(service, "Visible");
}

static void show_file(Service *service, const char *uri, const char *handle, bool closes) {
    GFile *file = g_file_new_for_uri(uri);
    if (service->window && closes && window_shows(service->window, file)) {
        window_close(service->window);
        g_object_unref(file);
        return;
    }
    const bool is_new = !service->window;
    if (is_new) {
        service->window = window_new(GTK_APPLICATION(service), service->previews, on_move, on_closed, service);
    }
    window_show(service->window, file);
    g_object_unref(file);
    if (is_new) emit_changed(service, "Visible");
    if (g_strcmp0(service->parent_handle, handle) != 0) {
        g_free(service->parent_handle);
        service->parent_handle = g_strdup(handle);
        emit_changed(service, "ParentHandle");
    }
    window_set_parent(service->window, handle);
}

// MARK: Calls

static void on_call(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                    const char *method, GVariant *arguments, GDBusMethodInvocation *call, gpointer data) {
    (void)bus, (void)sender, (void)path, (void)interface;
    Service *service = data;
    if (strcmp(method, "ShowFile") == 0) {
        const char *uri, *handle;
        gboolean closes;
        g_variant_get(arguments, "(&s&sb)", &uri, &handle, &closes);
        show_file(service, uri, handle, closes);
    } else if (service->window) {
        window_close(service->window);
    }
    g_dbus_method_invocation_return_value(call, NULL);
}

static gboolean service_register(GApplication *application, GDBusConnection *bus, const char *path, GError **error) {
    static const GDBusInterfaceVTable calls = {on_call, on_get_property, NULL, {NULL}};
    if (!G_APPLICATION_CLASS(service_parent_class)->dbus_register(application, bus, path, error)) return FALSE;
    Service *service = QPREVIEW_SERVICE(application);
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(description, error);
    if (!node) return FALSE;
    service->registration =
        g_dbus_connection_register_object(bus, BUS_PATH, node->interfaces[0], &calls, service, NULL, error);
    g_dbus_node_info_unref(node);
    if (service->registration == 0) return FALSE;
    service->bus = g_object_ref(bus);
    return TRUE;
}

static void service_unregister(GApplication *application, GDBusConnection *bus, const char *path) {
    Service *service = QPREVIEW_SERVICE(application);
    if (service->registration) g_dbus_connection_unregister_object(bus, service->registration);
    service->registration = 0;
    g_clear_object(&service->bus);
    G_APPLICATION_CLASS(service_parent_class)->dbus_unregister(application, bus, path);
}

/// Started without a call, which is to come.
static void service_activate(GApplication *application) {
    (void)application;
}

static void service_finalize(GObject *object) {
    g_free(QPREVIEW_SERVICE(object)->parent_handle);
    G_OBJECT_CLASS(service_parent_class)->finalize(object);
}

static void service_init(Service *service) {
    (void)service;
}

static void service_class_init(ServiceClass *class) {
    GApplicationClass *application = G_APPLICATION_CLASS(class);
    application->dbus_register = service_register;
    application->dbus_unregister = service_unregister;
    application->activate = service_activate;
    G_OBJECT_CLASS(class)->finalize = service_finalize;
}

GtkApplication *bus_application(qpreview *previews, unsigned idle_seconds) {
    Service *service = g_object_new(QPREVIEW_TYPE_SERVICE, "application-id", BUS_NAME, "flags",
                                    G_APPLICATION_IS_SERVICE, "inactivity-timeout", idle_seconds * 1000, NULL);
    service->previews = previews;
    return GTK_APPLICATION(service);
}
