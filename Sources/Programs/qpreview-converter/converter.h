/// What the files of qpreview-converter share.
#ifndef CONVERTER_H
#define CONVERTER_H

#include <stddef.h>

/// Filters the system calls of this process and of the program that it starts: no other process, no network, no code that
/// it has written itself, and none of the kernel's parts that only attacks use. Where `is_alone` is 0, there are no
/// namespaces that hide the other processes and sockets of the user, and the filter refuses what would reach them.
/// Returns 0, or -1.
int refuse_calls(int is_alone);

/// A folder of its own in place of namespaces.
struct folder {
    const char *path;           ///< the folder, which does not exist yet; NULL with namespaces
    const char *document;       ///< the path of the document in it
    const char *readable[64];   ///< the files and folders of the system that the program may read
    size_t readable_count;
    const char *links[16];      ///< pairs: what a link leads to, and its path in the folder
    size_t link_count;
};

/// Creates the folder with the document, which is standard input. Returns 0, or -1.
int fill_folder(const struct folder *folder);

/// Whether the files in the folder are more than the program may have.
int is_full(const struct folder *folder);

/// Removes the folder with all that the program has left in it, however deep.
void remove_folder(const struct folder *folder);

#endif
