#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

// The files of the page for the browser, Sources/Printing/Page, as parts of the program.

// The name of a file, such as "index.html"; NULL beyond the last one.
const char *cpage_name(size_t index);

// The bytes of a file.
const unsigned char *cpage_bytes(size_t index);

// The number of bytes.
size_t cpage_size(size_t index);

#endif
