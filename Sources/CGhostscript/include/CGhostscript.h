/// PostScript, run by Ghostscript. Opened at run time, by the helper of this language alone; its own headers are
/// not needed, since nothing of it is seen but opaque pointers.
#ifndef CGHOSTSCRIPT_H
#define CGHOSTSCRIPT_H

#include <stddef.h>
#include <stdint.h>

/// Opens Ghostscript, has it read its own programs, and has it run `warmth`, a program of ours. Starts no thread,
/// and writes nothing. Returns 0, or -1 when the library cannot be loaded or does not start.
int cghostscript_start(const char *warmth);

/// Which page is wanted, and what of the program comes before the document's own.
struct cghostscript_wish {
    const char *setup;     ///< a program of ours, which is run first
    unsigned int page;     ///< from 1
    uint32_t edge;         ///< the longest edge of the picture; what is drawn larger is made smaller
    uint64_t pixel_limit;  ///< the most pixels of a page while it is drawn
    int shows_unfinished;  ///< whether what stands on the page at the end of the program is one, unless one was shown
};

/// What came of a program.
struct cghostscript_page {
    uint32_t width;        ///< in pixels
    uint32_t height;       ///< in pixels
    uint8_t *pixels;       ///< red, green, blue and 255, rows without padding; NULL where the page did not come
    unsigned int pages;    ///< how many pages came, this one included
    int is_unfinished;     ///< whether no page came, and this is what stood there in the end
    int is_too_large;      ///< whether a page had more pixels than the limit
    int is_out_of_memory;  ///< whether Ghostscript was refused memory
    char error[32];        ///< the name of the PostScript error that ended the program, or empty
};

/// Runs the program that stands in `count` bytes of a file from `offset` on, until the page has come.
///
/// Once in the life of a process: the interpreter is left as it is then. What it fills is given back by
/// `cghostscript_free`.
void cghostscript_draw(int descriptor, uint64_t offset, uint64_t count, const struct cghostscript_wish *wish,
                       struct cghostscript_page *page);

/// Gives back what `cghostscript_draw` filled.
void cghostscript_free(struct cghostscript_page *page);

#endif
