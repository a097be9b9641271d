/// The text of PDF pages, as pdftotext has it, by poppler's interface in C++: that for GLib only has the text that a user
/// could select, which leaves out much.
#ifndef CPDFTEXT_H
#define CPDFTEXT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cpdftext_document cpdftext_document;

/// A word, and its box in points from the top left of the page as displayed.
typedef struct {
    /// Where the word begins in the bytes of all words, and its length.
    size_t start;
    size_t length;
    double left;
    double top;
    double right;
    double bottom;
} cpdftext_word;

/// The text of a page, in UTF-8.
typedef struct {
    char *text;
    size_t length;
    /// The words, and their bytes; none where they were not asked for.
    cpdftext_word *words;
    size_t count;
    char *letters;
} cpdftext_page;

/// Opens a document, a whole file that stays as it is meanwhile; `NULL` on failure. The caller keeps the descriptor.
cpdftext_document *cpdftext_open(int descriptor);
void cpdftext_close(cpdftext_document *document);

/// Reads the text of a page (0-based), and at most `limit` words. Returns 0, and a page to be freed, or -1.
int cpdftext_read(cpdftext_document *document, uint32_t number, size_t limit, cpdftext_page *page);
void cpdftext_free(cpdftext_page *page);

#ifdef __cplusplus
}
#endif

#endif
