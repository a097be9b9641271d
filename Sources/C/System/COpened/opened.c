#include "opened.h"
