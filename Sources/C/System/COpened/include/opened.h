/// Libraries that are opened at run time: the helpers that do not need them start faster, and those that lack them
/// still start.
///
/// A file lists the functions that it uses as `#define FUNCTIONS(F) F(one) F(two)`. `FUNCTIONS(OPENED_DECLARE)` makes
/// a pointer of each, with an underscore after its name; `OPENED_LIBRARY` looks all of them up. A list of functions
/// that no header declares has their types, too: `F(int, one, (void))`.
#ifndef OPENED_H
#define OPENED_H

#include <dlfcn.h>
#include <string.h>

/// A pointer to a function that a header declares.
#define OPENED_DECLARE(name) static __typeof__(name) *name##_;
/// A pointer to a function that no header declares.
#define OPENED_DECLARE_AS(result, name, arguments) static result(*name##_) arguments;

/// Looks a function up in `opened`; the surrounding function returns -1 where it is missing.
/// POSIX lets a pointer to an object be one to a function.
#define OPENED_LOOK_UP(name)                                                                      \
    {                                                                                             \
        void *found = dlsym(opened, #name);                                                       \
        if (found == NULL) return -1;                                                             \
        memcpy(&name##_, &found, sizeof found);                                                   \
    }
#define OPENED_LOOK_UP_AS(result, name, arguments) OPENED_LOOK_UP(name)

/// Opens a library under its version and looks functions up; the surrounding function returns -1 where something is
/// missing. `flags` are those of `dlopen`, `look_up` is one of the above.
#define OPENED_LIBRARY(file, flags, functions, look_up)                                           \
    {                                                                                             \
        void *opened = dlopen(file, (flags) | RTLD_LOCAL);                                        \
        if (opened == NULL) return -1;                                                            \
        functions(look_up)                                                                        \
    }

#endif
