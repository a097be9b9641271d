// libvips's headers include GLib's. No target links libvips: CVips loads it at run time.
#include <glib-object.h>
