// The headers of libvips stand on GLib's. No target links libvips: CVips opens it when it is needed.
#include <glib-object.h>
