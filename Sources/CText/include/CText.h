/// Listings of archives, the parts of Markdown, and guesses of encodings, by libraries that are opened at run
/// time: only the zygote that draws text needs them, and the others start faster without.
#ifndef CTEXT_H
#define CTEXT_H

#include <stddef.h>
#include <stdint.h>

/// Opens the libraries. Returns 0, or -1 when one cannot be loaded.
int ctext_start(void);

/// The name of the encoding in which a text is probably written, for iconv; or NULL. Lives until the next call.
const char *ctext_guess_encoding(const uint8_t *bytes, size_t length);

/// A part of a Markdown document.
struct ctext_part {
    const char *type;    ///< as cmark names it: "paragraph", "heading", "table_cell"
    int entering;        ///< whether it begins; what has no contents only begins
    const char *literal; ///< its text, or NULL
    int level;           ///< of a heading
    int start;           ///< the first number of an ordered list; -1 of a bullet list
    int checked;         ///< of a list item: -1 has no box, 0 open, 1 ticked
    char alignment;      ///< of a table's cell: 'l', 'c', 'r' or 0
};

/// Tells the parts of a Markdown document in their order, until the handler answers 0.
/// Returns 0, or -1 when it cannot be parsed.
int ctext_markdown(const char *text, size_t length,
                   int (*handler)(void *context, const struct ctext_part *part), void *context);

/// An entry of an archive.
struct ctext_entry {
    const char *name; ///< bytes of some encoding, mostly UTF-8
    int64_t size;     ///< or -1 where it is not told
    int is_folder;
    int is_encrypted;
    int is_single; ///< whether it was compressed alone, without a name
};

/// How a listing ended.
enum ctext_listing {
    CTEXT_WHOLE = 0,     ///< every entry was told
    CTEXT_BEGINNING = 1, ///< there are more: the handler or the limit ended it
    CTEXT_DAMAGED = 2,   ///< the archive cannot be read any further
    CTEXT_NO_ARCHIVE = 3, ///< it is no archive that is known
    CTEXT_ENCRYPTED = 4  ///< its names take a password
};

/// Tells the entries of an archive in their order, until the handler answers 0 or `limit` bytes of the file
/// have been read. Nothing is unpacked, except what has to be to find the next entry. Returns `ctext_listing`.
int ctext_list(int descriptor, uint64_t limit,
               int (*handler)(void *context, const struct ctext_entry *entry), void *context);

/// Unpacks the entry at a place (from 0) in the order of `ctext_list`, whose size is `length`, while at most
/// `limit` bytes of the file are read. In a solid archive all that stands before it is unpacked, too. Returns 0,
/// or -1 where it cannot be had whole.
int ctext_unpack(int descriptor, uint64_t limit, size_t place, uint8_t *bytes, size_t length);

#endif
