/// What Swift cannot call on Linux: variadic functions, macros over control messages, and system calls
/// without a wrapper. Each function says which of these it is here for.
#ifndef CLINUX_H
#define CLINUX_H

#include "descriptors.h"
#include "files.h"
#include "process.h"
#include "service.h"

#endif
