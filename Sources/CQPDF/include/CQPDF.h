/// Finished PDFs by libqpdf: pages chosen, placed and turned, pictures as pages, encryption taken off. Here
/// because libqpdf is C++ and reports errors by exceptions, and its own C interface copies neither forms
/// nor annotations. What stands where is decided by the caller; this only executes it.
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

/// What pages are taken from: a PDF, or pictures.
struct cqpdf_source;

/// Opens a PDF with a password in UTF-8, of no bytes where there is none. The descriptor is duplicated and
/// stays the caller's.
enum cqpdf_outcome cqpdf_open(int input, const uint8_t *password, size_t length,
                              struct cqpdf_source **source);

/// A source of pictures; there are none yet. NULL without memory.
struct cqpdf_source *cqpdf_pictures(void);

/// A picture that becomes a page.
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

/// The number of pages.
size_t cqpdf_page_count(const struct cqpdf_source *source);

/// The size of a page (0-based) as it is displayed, in points. 0, or -1 for a page that has none.
int cqpdf_page_size(struct cqpdf_source *source, size_t page, double *width, double *height);

/// A page on a sheet.
struct cqpdf_placement {
    uint32_t page;    ///< 0-based
    double matrix[6]; ///< from the page as displayed, its foot at the left in (0, 0), to the sheet
    double clip[4];   ///< x, y, width, height on the sheet
    size_t line_count; ///< how many lines are drawn around it, 2 at most
    double line_width; ///< how wide each of them is
    double lines[8];   ///< x, y, width, height of each
};

/// One page of the finished PDF.
struct cqpdf_face {
    int is_whole;     ///< whether it is a page of the source as it is, the first of its placements
    int turn;         ///< then: degrees by which that page is displayed further turned, clockwise
    double width;     ///< else: the size of the new page
    double height;
    size_t first;     ///< the index of its first placement
    size_t count;     ///< how many there are
};

/// Writes the finished PDF into `output`, whose descriptor is duplicated and stays the caller's.
enum cqpdf_outcome cqpdf_write(struct cqpdf_source *source, int output, const struct cqpdf_face *faces,
                               size_t face_count, const struct cqpdf_placement *placements);

/// Writes a PDF that was opened as it is, without encryption.
enum cqpdf_outcome cqpdf_write_plain(struct cqpdf_source *source, int output);

/// Stores the pages (0-based, at most `capacity`) with annotations that are printed and bring no appearance
/// stream, which a reader draws and a printer leaves out. Returns how many there are.
size_t cqpdf_unprinted_pages(struct cqpdf_source *source, uint32_t *pages, size_t capacity);

/// Gives each page whose boxes contradict each other those that count when it is displayed, and resources to
/// one that has none. Returns how many changes there were.
size_t cqpdf_mend_pages(struct cqpdf_source *source);

/// Leaves nothing on the pages but the annotations of which `cqpdf_unprinted_pages` speaks, and gives the
/// document as bytes, to be freed. The source is of no other use after that.
enum cqpdf_outcome cqpdf_leave_unprinted(struct cqpdf_source *source, uint8_t **bytes, size_t *length);

/// Draws the pages of another document, which is copied, over pages (0-based), in the place of their
/// annotations of which `cqpdf_unprinted_pages` speaks.
enum cqpdf_outcome cqpdf_lay_over(struct cqpdf_source *source, const uint8_t *bytes, size_t length,
                                  const uint32_t *pages, size_t count);

/// Forgets a source; NULL is none.
void cqpdf_close(struct cqpdf_source *source);

#ifdef __cplusplus
}
#endif

#endif
