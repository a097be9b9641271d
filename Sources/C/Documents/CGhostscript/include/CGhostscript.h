/// Runs PostScript programs with Ghostscript. Only the PostScript helper loads the library, at run time; its
/// headers are not needed, since all of its objects are opaque pointers.
#ifndef CGHOSTSCRIPT_H
#define CGHOSTSCRIPT_H

#include <stddef.h>
#include <stdint.h>

/// Loads Ghostscript, runs its initialization files, and then runs `warmth`, a trusted program. Starts no
/// thread and writes no file. Returns 0, or -1 when the library cannot be loaded or does not start.
int cghostscript_start(const char *warmth);

/// The requested page, and the setup program that runs before the document.
struct cghostscript_wish {
    const char *setup;     ///< a program of ours, which is run first
    unsigned int page;     ///< from 1
    uint32_t edge;         ///< the longest edge of the picture; what is drawn larger is made smaller
    uint64_t pixel_limit;  ///< the most pixels of a page while it is drawn
    int shows_unfinished;  ///< whether what stands on the page at the end of the program is one, unless one was shown
};

/// The result of running a program.
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

/// Runs the program in `count` bytes of a file, starting at `offset`, until it has drawn the requested page.
///
/// Call it once per process: it leaves the interpreter in an undefined state. Free the result with
/// `cghostscript_free`.
void cghostscript_draw(int descriptor, uint64_t offset, uint64_t count, const struct cghostscript_wish *wish,
                       struct cghostscript_page *page);

/// Runs `setup`, a program of ours that selects the device that writes pages to "%stdout", then all of the program in
/// `count` bytes of a file, and closes the device: its pages are in `output`. `page` gets the errors and the number of pages that
/// were shown. Returns whether the program ran to its end, and the output is complete.
///
/// Call it once per process, in place of `cghostscript_draw`: it ends the interpreter, and replaces the standard
/// output.
int cghostscript_write(int descriptor, uint64_t offset, uint64_t count, const char *setup, int output,
                       struct cghostscript_page *page);

/// Frees the result of `cghostscript_draw`.
void cghostscript_free(struct cghostscript_page *page);

#endif
