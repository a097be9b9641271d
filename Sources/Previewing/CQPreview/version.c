#include "qpreview.h"

const char *qpreview_version(void) { return QPREVIEW_VERSION; }
