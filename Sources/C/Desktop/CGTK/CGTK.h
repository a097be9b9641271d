// GTK 4 for qpreview-window, which is in C: the package's way to the flags of its pkg-config file.
#include <gtk/gtk.h>
