/// Reads the cover and the title of audio files with TagLib. A C++ target because TagLib's C interface
/// does not support pictures.
#ifndef CTAG_H
#define CTAG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The tags that were found; the caller frees the memory.
struct ctag_facts {
    char *title;      ///< in UTF-8, or NULL
    char *artist;     ///< in UTF-8, or NULL
    uint8_t *cover;   ///< the front cover, else the first picture, or NULL
    size_t size;      ///< of the cover, in bytes
};

/// Reads the tags of an audio file in any format that TagLib recognizes by content. The caller keeps the
/// descriptor, whose position changes. Returns 0, or -1 if TagLib does not recognize the file.
int ctag_read(int descriptor, struct ctag_facts *facts);

#ifdef __cplusplus
}
#endif

#endif
