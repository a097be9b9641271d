/// Writes print-ready PDFs with libqpdf: selects, places, and rotates pages, turns pictures into pages, and
/// removes encryption. A C++ target because libqpdf reports errors by exceptions, and its C interface copies
/// neither forms nor annotations. The caller computes the layout; this only executes it.
#ifndef CQPDF_H
#define CQPDF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cqpdf_outcome {
    CQPDF_OK = 0,
    CQPDF_DAMAGED = 1,
    CQPDF_ENCRYPTED = 2,
    CQPDF_OUTPUT_FAILED = 3,
    CQPDF_OUT_OF_MEMORY = 4
};

/// The source of pages: a PDF, or pictures.
struct cqpdf_source;

/// Opens a PDF with a password in UTF-8, empty if it has none. Duplicates the descriptor, which the caller
/// keeps.
enum cqpdf_outcome cqpdf_open(int input, const uint8_t *password, size_t length,
                              struct cqpdf_source **source);

/// Creates an empty source of pictures. Returns NULL when out of memory.
struct cqpdf_source *cqpdf_pictures(void);

/// A picture to add as a page.
struct cqpdf_picture {
    uint32_t width;        ///< in pixels, as stored
    uint32_t height;       ///< in pixels, as stored
    uint32_t components;   ///< 1, 3 or 4 to a pixel, 8 bits each
    uint32_t orientation;  ///< 1 to 8, as EXIF counts
    double page_width;     ///< of the page as displayed, in points
    double page_height;    ///< of the page as displayed, in points
    const uint8_t *data;   ///< a whole JPEG file, or the pixels
    size_t length;
    int is_jpeg;           ///< whether `data` is a JPEG file, which is kept as it is
    int is_inverted;       ///< whether 0 means full ink, as Adobe writes CMYK
    const uint8_t *profile; ///< an ICC profile of as many components, or NULL
    size_t profile_length;
};

/// Adds a picture as the next page. Its data are copied.
enum cqpdf_outcome cqpdf_add_picture(struct cqpdf_source *source, const struct cqpdf_picture *picture);

/// Returns the number of pages.
size_t cqpdf_page_count(const struct cqpdf_source *source);

/// Reads the size of a page (0-based) as displayed, in points. Returns 0, or -1 for a page without a size.
int cqpdf_page_size(struct cqpdf_source *source, size_t page, double *width, double *height);

/// Opens a PDF whose pages are texts to place beside those of the source. The bytes are copied.
enum cqpdf_outcome cqpdf_add_texts(struct cqpdf_source *source, const uint8_t *bytes, size_t length);

/// Returns the number of texts.
size_t cqpdf_text_count(const struct cqpdf_source *source);

/// Reads the size of a text (0-based), in points. Returns 0, or -1 where there is none.
int cqpdf_text_size(struct cqpdf_source *source, size_t text, double *width, double *height);

/// The placement of a page on a sheet.
struct cqpdf_placement {
    uint32_t page;    ///< 0-based
    int is_text;      ///< whether it is that of a text, not of the document
    double opacity;   ///< of a text: how much of what is below it covers, 1 for all
    double matrix[6]; ///< from the page as displayed, its foot at the left in (0, 0), to the sheet
    double clip[4];   ///< x, y, width, height on the sheet
    size_t line_count; ///< how many lines are drawn around it, 2 at most
    double line_width; ///< how wide each of them is
    double lines[8];   ///< x, y, width, height of each
    double mark_length; ///< how far cut marks reach outwards from the corners of `cut`; 0 without marks
    double cut[4];      ///< x, y, width, height of what remains when the sheet is cut
};

/// One page of the output PDF.
struct cqpdf_face {
    int is_whole;     ///< whether it is a page of the source as it is, the first of its placements
    int turn;         ///< then: degrees by which that page is displayed further turned, clockwise
    double width;     ///< else: the size of the new page
    double height;
    size_t first;     ///< the index of its first placement
    size_t count;     ///< how many there are
};

/// Writes the output PDF to `output`, a descriptor that is duplicated and that the caller keeps; `is_gray` takes all colors
/// away.
enum cqpdf_outcome cqpdf_write(struct cqpdf_source *source, int output, const struct cqpdf_face *faces,
                               size_t face_count, const struct cqpdf_placement *placements,
                               int is_gray);

/// Writes the pages of several PDFs, which follow one another in the file `input`, as one: with their annotations and form
/// fields, and with the layers that each shows. Encryption, outlines, and metadata are left out. The caller keeps both
/// descriptors.
enum cqpdf_outcome cqpdf_join(int input, const uint64_t *lengths, size_t count, int output);

/// What an encrypted PDF allows those who do not have the owner's password.
enum cqpdf_printing { CQPDF_PRINTS = 0, CQPDF_PRINTS_LOW = 1, CQPDF_PRINTS_NOTHING = 2 };

/// Returns whether the password with which a PDF was opened allows printing.
enum cqpdf_printing cqpdf_printing(struct cqpdf_source *source);

/// Writes the source PDF unchanged but without encryption.
enum cqpdf_outcome cqpdf_write_plain(struct cqpdf_source *source, int output);

/// Stores the pages (0-based, at most `capacity`) with annotations that are printed but have no appearance
/// stream, which readers draw and printers omit. Returns the number of such pages.
size_t cqpdf_unprinted_pages(struct cqpdf_source *source, uint32_t *pages, size_t capacity);

/// Replaces the boxes of each page whose boxes contradict each other with those used to display it, and adds
/// resources to pages without any; the measures of pages that have a unit of their own are written in points, and layers have
/// the states in which they print. Returns the number of changes.
size_t cqpdf_mend_pages(struct cqpdf_source *source);

/// Returns whether the contents of all pages can be decoded, without which a page cannot be placed on a sheet.
int cqpdf_reads_contents(struct cqpdf_source *source);

/// Returns whether every reader finds the same pages of the same sizes: nothing was wrong with what has been read, nothing is
/// encrypted, and no page has a unit of its own.
int cqpdf_is_certain(struct cqpdf_source *source);

/// The most bytes of a title.
enum { CQPDF_TITLE_LIMIT = 1024 };

/// Stores the title in the metadata, in UTF-8. Returns its length, 0 where there is none, or -1 where it is longer than
/// `capacity`, or readers may decode it differently.
ptrdiff_t cqpdf_certain_title(struct cqpdf_source *source, uint8_t *title, size_t capacity);

/// Removes everything from the pages except the annotations that `cqpdf_unprinted_pages` finds, and returns the
/// document as bytes, which the caller frees. The source must not be used afterwards except to close it.
enum cqpdf_outcome cqpdf_leave_unprinted(struct cqpdf_source *source, uint8_t **bytes, size_t *length);

/// Overlays the pages of another document, which is copied, on pages (0-based), replacing the
/// annotations that `cqpdf_unprinted_pages` finds.
enum cqpdf_outcome cqpdf_lay_over(struct cqpdf_source *source, const uint8_t *bytes, size_t length,
                                  const uint32_t *pages, size_t count);

/// Frees a source; does nothing for NULL.
void cqpdf_close(struct cqpdf_source *source);

#ifdef __cplusplus
}
#endif

#endif
