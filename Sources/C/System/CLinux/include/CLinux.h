/// Linux functions that Swift cannot call: variadic functions, macros for control messages, and system calls
/// without a wrapper. Each function states its reason.
#ifndef CLINUX_H
#define CLINUX_H

#include "claim.h"
#include "descriptors.h"
#include "end.h"
#include "files.h"
#include "links.h"
#include "namespaces.h"
#include "process.h"
#include "service.h"
#include "sockets.h"
#include "visit.h"

#endif
