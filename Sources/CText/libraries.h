#ifndef CTEXT_LIBRARIES_H
#define CTEXT_LIBRARIES_H

#include <dlfcn.h>
#include <string.h>

// POSIX lets a pointer to an object be one to a function.
#define CTEXT_DECLARE(name) static __typeof__(name) *name##_;
#define CTEXT_LOOK_UP(name)                                                                       \
    {                                                                                             \
        void *found = dlsym(library, #name);                                                      \
        if (found == NULL) return -1;                                                             \
        memcpy(&name##_, &found, sizeof found);                                                   \
    }
#define CTEXT_OPEN(file, FUNCTIONS)                                                               \
    {                                                                                             \
        void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);                                      \
        if (library == NULL) return -1;                                                           \
        FUNCTIONS(CTEXT_LOOK_UP)                                                                  \
    }

int ctext_open_archive(void);
int ctext_open_markdown(void);

#endif
