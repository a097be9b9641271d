// sd-bus, the D-Bus library of systemd: messages to and from the programs of a desktop.
#include <systemd/sd-bus.h>
