/// Archive listings, Markdown and HTML parsing, and charset detection, by libraries that are loaded at
/// run time: only the text helper needs them, and the others start faster without them.
#ifndef CTEXT_H
#define CTEXT_H

#include <stddef.h>
#include <stdint.h>

/// Opens the libraries. Returns 0, or -1 when one cannot be loaded.
int ctext_start(void);

/// Reads the size of a WebP picture, in pixels. Returns 0, or -1 for another format, or where libwebp is missing.
int ctext_webp_size(const uint8_t *bytes, size_t length, uint32_t *width, uint32_t *height);

/// Decodes a WebP picture of such a width into `size` bytes: RGBA, alpha not premultiplied, rows without padding.
/// Returns 0, or -1 where it cannot be decoded, as an animation cannot.
int ctext_webp_draw(const uint8_t *bytes, size_t length, uint8_t *pixels, size_t size, uint32_t width);

/// Returns the iconv name of the probable encoding of a text, or NULL. Valid until the next call.
const char *ctext_guess_encoding(const uint8_t *bytes, size_t length);

/// A node of a Markdown document.
struct ctext_part {
    const char *type;    ///< as cmark names it: "paragraph", "heading", "table_cell"
    int entering;        ///< whether it begins; what has no contents only begins
    const char *literal; ///< its text, or NULL
    const char *address; ///< of a link or picture, or NULL
    const char *language; ///< of a block of code, or NULL
    int level;           ///< of a heading
    int start;           ///< the first number of an ordered list; -1 of a bullet list
    int checked;         ///< of a list item: -1 has no box, 0 open, 1 ticked
    char alignment;      ///< of a table's cell: 'l', 'c', 'r' or 0
};

/// Reports the nodes of a Markdown document in document order, until the handler returns 0.
/// Returns 0, or -1 when it cannot be parsed.
int ctext_markdown(const char *text, size_t length,
                   int (*handler)(void *context, const struct ctext_part *part), void *context);

/// What a part of a program is.
enum ctext_style {
    CTEXT_NORMAL,
    CTEXT_KEYWORD,
    CTEXT_STRING,
    CTEXT_ESCAPE,    ///< within a string
    CTEXT_COMMENT,
    CTEXT_NUMBER,
    CTEXT_DIRECTIVE, ///< of a preprocessor, or an attribute
    CTEXT_VARIABLE,
    CTEXT_ADDITION,  ///< a line of a patch
    CTEXT_DELETION
};

/// A part of a line, in bytes.
struct ctext_span {
    uint32_t start;
    uint32_t end;
    enum ctext_style style;
};

/// The reader of a program, line by line.
struct ctext_code;

/// Opens the definition of a language: one of libt3highlight's files, such as "java.lang", or, with NULL, a text in the
/// format of these files. Returns NULL where there is none, or no libt3highlight.
struct ctext_code *ctext_code_open(const char *file, const char *definition, size_t length);
void ctext_code_free(struct ctext_code *code);

/// Reads the next line, which is valid UTF-8, and stores at most `capacity` parts that are not normal, in order.
/// Takes time that grows with the square of its length. Returns their number.
size_t ctext_code_line(struct ctext_code *code, const char *line, size_t length, struct ctext_span *spans,
                       size_t capacity);

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

/// A part of a file that is an archive of its own.
struct ctext_file_part {
    int descriptor;
    int64_t start;
    int64_t size;
};

/// As `ctext_list` and `ctext_unpack`, of a part of a file.
int ctext_list_part(const struct ctext_file_part *part, uint64_t limit,
                    int (*handler)(void *context, const struct ctext_entry *entry), void *context);
int ctext_unpack_part(const struct ctext_file_part *part, uint64_t limit, size_t place, uint8_t *bytes, size_t length);

/// What a value of a database is.
enum ctext_value { CTEXT_VALUE_WORDS, CTEXT_VALUE_NUMBER, CTEXT_VALUE_BLOB, CTEXT_VALUE_NULL };

/// A value of a database.
struct ctext_cell {
    const char *text; ///< UTF-8 of words and numbers, or NULL
    size_t length;    ///< in bytes, of a blob too
    enum ctext_value kind;
};

/// A row of a database.
struct ctext_row {
    const struct ctext_cell *cells;
    size_t count;
    int names; ///< whether these are the names of the columns
};

/// A database of SQLite.
struct ctext_database;

/// Opens a database for reading, and nothing beside it; its views, triggers, and functions do not run. Returns NULL where
/// that fails. One can be open at a time.
struct ctext_database *ctext_database_open(int descriptor);
void ctext_database_close(struct ctext_database *database);

/// Reports the names of the columns of a question, then its rows, until the handler returns 0. Returns 0, or -1 where
/// the database is damaged, or the time of the processor is over.
int ctext_database_ask(struct ctext_database *database, const char *question, uint32_t milliseconds,
                       int (*handler)(void *context, const struct ctext_row *row), void *context);

/// The size of a page of a DjVu document.
struct ctext_djvu_size {
    uint32_t width;  ///< in pixels
    uint32_t height; ///< in pixels
    uint32_t dots;   ///< pixels of an inch
};

/// Whether DjVuLibre has been opened.
int ctext_has_djvu(void);

/// Reads a DjVu document, the one of this child. Returns the number of its pages, or -1 where it cannot be read.
int ctext_djvu_open(int descriptor);

/// Decodes a page (0-based). Returns 0, or -1 where it cannot be decoded.
int ctext_djvu_page(int number, struct ctext_djvu_size *size);

/// Draws the page that was decoded last, scaled to a size, into so many pixels of three bytes. Returns 0, or -1.
int ctext_djvu_draw(uint32_t width, uint32_t height, uint8_t *pixels);

/// Documents that become drawings (SVG), by libraries of the Document Liberation Project.
enum ctext_drawing { CTEXT_VISIO, CTEXT_PUBLISHER, CTEXT_COREL };

/// Whether the library for a kind has been opened.
int ctext_has_drawings(enum ctext_drawing kind);

/// Makes the drawings of a document of at most `limit` bytes, the one of this child. Returns the number of its pages, or -1
/// where it cannot be read.
int ctext_drawings_make(int descriptor, enum ctext_drawing kind, size_t limit);

/// The drawing of a page (0-based), one of those that were counted; valid as long as the child.
const char *ctext_drawings_page(unsigned index);

/// Bytes that live as long as their book; NULL where there are none.
struct ctext_bytes {
    const uint8_t *bytes;
    size_t count;
};

/// Whether libmobi has been opened.
int ctext_has_mobi(void);

/// A book of Mobipocket or Kindle.
struct ctext_mobi;

/// Reads a book. Returns NULL where it cannot be read.
struct ctext_mobi *ctext_mobi_open(int descriptor);

/// Frees a book; NULL is none.
void ctext_mobi_close(struct ctext_mobi *book);

/// Whether its text cannot be read without a key.
int ctext_mobi_is_encrypted(const struct ctext_mobi *book);

/// Its title in UTF-8, or NULL; valid as long as the book.
const char *ctext_mobi_title(struct ctext_mobi *book);

/// The file of its cover.
struct ctext_bytes ctext_mobi_cover(const struct ctext_mobi *book);

/// A part of its text (0-based), in HTML and UTF-8; those after the last one have no bytes.
struct ctext_bytes ctext_mobi_part(struct ctext_mobi *book, size_t index);

/// The file of a picture, under the number in its name: 1 of "resource00001.jpg".
struct ctext_bytes ctext_mobi_picture(struct ctext_mobi *book, size_t number);

#endif
