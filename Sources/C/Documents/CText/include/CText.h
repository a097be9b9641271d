/// Archive listings, Markdown and HTML parsing, and charset detection, by libraries that are loaded at
/// run time: only the text helper needs them, and the others start faster without them.
#ifndef CTEXT_H
#define CTEXT_H

#include <stddef.h>
#include <stdint.h>

/// Opens the libraries. Returns 0, or -1 when one cannot be loaded.
int ctext_start(void);

/// Returns the iconv name of the probable encoding of a text, or NULL. Valid until the next call.
const char *ctext_guess_encoding(const uint8_t *bytes, size_t length);

/// A node of a Markdown document.
struct ctext_part {
    const char *type;    ///< as cmark names it: "paragraph", "heading", "table_cell"
    int entering;        ///< whether it begins; what has no contents only begins
    const char *literal; ///< its text, or NULL
    const char *address; ///< of a link or picture, or NULL
    int level;           ///< of a heading
    int start;           ///< the first number of an ordered list; -1 of a bullet list
    int checked;         ///< of a list item: -1 has no box, 0 open, 1 ticked
    char alignment;      ///< of a table's cell: 'l', 'c', 'r' or 0
};

/// Reports the nodes of a Markdown document in document order, until the handler returns 0.
/// Returns 0, or -1 when it cannot be parsed.
int ctext_markdown(const char *text, size_t length,
                   int (*handler)(void *context, const struct ctext_part *part), void *context);

/// The kinds of HTML parser events.
enum ctext_kind {
    CTEXT_BEGIN, ///< an element begins
    CTEXT_END,   ///< an element ends
    CTEXT_TEXT,  ///< text; scripts and styles are left out
    CTEXT_ATTRIBUTE ///< what the link or picture that has just begun says: its address, words, or size
};

/// An HTML parser event.
struct ctext_markup {
    enum ctext_kind kind;
    const char *bytes; ///< the element's name in lower case, the text, or the attribute's value, in UTF-8
    const char *name;  ///< the attribute's name in lower case, or NULL
    size_t length;     ///< in bytes
    size_t place;      ///< how many bytes of the page have been read
};

/// Reports the events of an HTML page in order, until the handler returns 0 or elements nest more than 2,000
/// levels deep. Repairs broken markup, decodes entities, and loads no external resources.
/// Returns 0; 1 where they do; -1 when out of memory.
int ctext_html(const char *text, size_t length,
               int (*handler)(void *context, const struct ctext_markup *markup), void *context);

/// An entry of an archive.
struct ctext_entry {
    const char *name; ///< bytes of some encoding, mostly UTF-8
    int64_t size;     ///< or -1 where it is not given
    int is_folder;
    int is_encrypted;
    int is_single; ///< whether it was compressed alone, without a name
};

/// How a listing ended.
enum ctext_listing {
    CTEXT_WHOLE = 0,     ///< every entry was reported
    CTEXT_BEGINNING = 1, ///< there are more: the handler or the limit ended it
    CTEXT_DAMAGED = 2,   ///< the archive cannot be read any further
    CTEXT_NO_ARCHIVE = 3, ///< it is no archive that is known
    CTEXT_ENCRYPTED = 4  ///< its names take a password
};

/// Reports the entries of an archive in order, until the handler returns 0 or `limit` bytes of the file
/// have been read. Unpacks data only where needed to find the next entry. Returns `ctext_listing`.
int ctext_list(int descriptor, uint64_t limit,
               int (*handler)(void *context, const struct ctext_entry *entry), void *context);

/// Unpacks the entry at an index (0-based) in the order of `ctext_list`, whose size is `length`, reading at
/// most `limit` bytes of the file. In a solid archive, this also unpacks all preceding entries. Returns 0, or
/// -1 if the entry cannot be unpacked completely.
int ctext_unpack(int descriptor, uint64_t limit, size_t place, uint8_t *bytes, size_t length);

#endif
