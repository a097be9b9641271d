// Fontconfig: which folders have fonts. Only the zygotes link it.
#include <fontconfig/fontconfig.h>
