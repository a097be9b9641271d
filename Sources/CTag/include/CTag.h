/// The cover and the title of sound files, by TagLib. Here because TagLib is C++, and its own C interface
/// knows no pictures.
#ifndef CTAG_H
#define CTAG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What was found; the memory is the caller's to free.
struct ctag_facts {
    char *title;      ///< in UTF-8, or NULL
    char *artist;     ///< in UTF-8, or NULL
    uint8_t *cover;   ///< the front cover, else the first picture, or NULL
    size_t size;      ///< of the cover, in bytes
};

/// Reads the tags of a sound file of any format that TagLib tells by its contents. The descriptor stays the
/// caller's and its position moves. Returns 0, or -1 where it is no such file.
int ctag_read(int descriptor, struct ctag_facts *facts);

#ifdef __cplusplus
}
#endif

#endif
