/// Text layout with Pango, icons, and font samples, drawn by cairo. A C target because Pango is loaded at run
/// time: loading it with the zygote would add some milliseconds to each PDF and picture, which do not use it.
///
/// All lengths are in points of the page; the canvas scales them to its pixels.
#ifndef CPANGO_H
#define CPANGO_H

#include <stddef.h>
#include <stdint.h>

/// Loads the libraries and lays out a line in each usual font, so that a forked child finds these fonts open
/// and the metadata of all others in memory. Leaves no thread running. Returns 0; -1 when a library cannot be
/// loaded; -2 when drawing fails.
int cpango_start(void);

/// A drawing surface for one picture.
struct cpango_canvas;

/// Creates a transparent canvas of `width` x `height` pixels, or returns NULL. Lengths are multiplied by
/// `scale`.
struct cpango_canvas *cpango_canvas_create(uint32_t width, uint32_t height, double scale);
void cpango_canvas_free(struct cpango_canvas *canvas);

/// Returns the pixels as native-endian premultiplied ARGB words, `stride` bytes to a row, or NULL when drawing
/// failed. They are valid as long as the canvas.
const uint32_t *cpango_canvas_pixels(struct cpango_canvas *canvas, size_t *stride);

/// Fills a rectangle with rounded corners; `colour` is 0xAARRGGBB.
void cpango_fill(struct cpango_canvas *canvas, double x, double y, double width, double height,
                 double radius, uint32_t colour);

/// Strokes the outline of a rectangle with rounded corners.
void cpango_frame(struct cpango_canvas *canvas, double x, double y, double width, double height,
                  double radius, double line, uint32_t colour);

/// Fills a polygon of `count` points, given as pairs.
void cpango_polygon(struct cpango_canvas *canvas, const double *points, size_t count,
                    uint32_t colour);

/// Clips drawing to a rectangle, until `cpango_unclip`.
void cpango_clip(struct cpango_canvas *canvas, double x, double y, double width, double height);
void cpango_unclip(struct cpango_canvas *canvas);

/// Moves the origin and scales subsequent drawing, until `cpango_unclip`.
void cpango_place(struct cpango_canvas *canvas, double x, double y, double factor);

/// Draws RGBA pixels (alpha not premultiplied, rows without padding) into a rectangle. Returns 0, or -1 when
/// out of memory.
int cpango_picture(struct cpango_canvas *canvas, const uint8_t *pixels, uint32_t width, uint32_t height,
                   double x, double y, double new_width, double new_height);

/// The style of a part of a text, as a bit set.
enum cpango_look {
    CPANGO_BOLD = 1,
    CPANGO_ITALIC = 2,
    CPANGO_MONOSPACE = 4,
    CPANGO_UNDERLINE = 8,
    CPANGO_STRIKE = 16,
    CPANGO_RAISED = 32,
    CPANGO_LOWERED = 64,
};

/// A range of a text with a style of its own.
struct cpango_run {
    uint32_t start;   ///< the first byte
    uint32_t end;     ///< the byte after the last
    uint32_t look;    ///< bits of `cpango_look`
    uint32_t colour;  ///< 0xRRGGBB, or UINT32_MAX for that of the text
    double size;      ///< in points, or 0 for that of the text
};

/// The alignment of lines.
enum cpango_alignment { CPANGO_START = 0, CPANGO_CENTER = 1, CPANGO_END = 2, CPANGO_JUSTIFY = 3 };

/// The handling of lines that are too long: wrapped, or cut in the middle or at the end.
enum cpango_cut { CPANGO_WRAP = 0, CPANGO_CUT_MIDDLE = 1, CPANGO_CUT_END = 2 };

/// A text to lay out. It is plain text and never interpreted as markup.
struct cpango_paragraph {
    const char *text;  ///< valid UTF-8
    size_t length;     ///< in bytes
    double size;       ///< of the letters
    double width;      ///< of the lines, or 0 for one endless line
    double spacing;    ///< the height of a line as a factor of the font's, or 0 for the font's own
    double tab;        ///< from one tab stop to the next, or 0
    uint32_t look;     ///< bits of `cpango_look`
    uint32_t colour;   ///< 0xRRGGBB
    int alignment;     ///< one of `cpango_alignment`; start and end follow the direction of writing
    int cut;           ///< one of `cpango_cut`
    int lines;         ///< the most lines where something is cut, or 0 for one
    const struct cpango_run *runs;
    size_t run_count;
};

/// A text that has been laid out.
struct cpango_text;

struct cpango_text *cpango_text_create(const struct cpango_paragraph *paragraph);
void cpango_text_free(struct cpango_text *text);

/// Returns the width and height of a text, in points.
void cpango_text_extent(struct cpango_text *text, double *width, double *height);

/// Returns the number of lines, and stores the bottoms of at most `capacity` of them, measured from the top of
/// the text.
size_t cpango_text_lines(struct cpango_text *text, double *bottoms, size_t capacity);

/// Draws the lines from `first` up to but not including `end`, with the top left corner of the first one at x,
/// y.
void cpango_text_draw(struct cpango_canvas *canvas, struct cpango_text *text, double x, double y,
                      size_t first, size_t end);

/// The most letters that are noted.
enum { CPANGO_UNKNOWN_LIMIT = 8 };

/// Returns the number of the first letters drawn on pages that no font has, and stores where they are.
size_t cpango_unknown_letters(const uint32_t **letters);

/// Returns the distance from the top of a text to the baseline of its first line.
double cpango_text_baseline(struct cpango_text *text);

/// A part of a text that leads to an address.
struct cpango_link {
    uint32_t start;     ///< the first byte
    uint32_t end;       ///< the byte after the last
    const char *target; ///< a URI in printable ASCII without quotes and backslashes
};

/// Makes the part of drawn lines that lies in a range of the text a link of the page.
void cpango_text_link(struct cpango_canvas *canvas, struct cpango_text *text, double x, double y, size_t first,
                      size_t end, const struct cpango_link *link);

/// Creates a canvas whose pages are written to a descriptor as a PDF, or nowhere for -1. `title` is its title in UTF-8. Returns
/// NULL when out of memory. What is drawn is measured in points.
struct cpango_canvas *cpango_pages_create(int descriptor, double width, double height, const char *title);

/// Ends the page, and begins one in the same size.
void cpango_pages_next(struct cpango_canvas *canvas);

/// Changes the size of the page, on which nothing is drawn yet, and of those after it.
void cpango_pages_resize(struct cpango_canvas *canvas, double width, double height);

/// Ends the document. Returns 0; -1 when the output cannot be written; -2 when out of memory; -3 for another
/// failure of drawing.
int cpango_pages_finish(struct cpango_canvas *canvas);

/// Returns 0 as long as drawing works, or else the value that `cpango_pages_finish` returns.
int cpango_pages_status(const struct cpango_canvas *canvas);

/// Adds an entry to the outline, below another one (0: at the top), and returns its number. x and y are where it
/// leads to, on a page (1-based).
int cpango_pages_outline(struct cpango_canvas *canvas, int parent, const char *title, int page, double x,
                         double y);

/// Makes a rectangle of the page a link.
void cpango_pages_link(struct cpango_canvas *canvas, double x, double y, double width, double height,
                       const char *target);

/// Draws a JPEG file into a rectangle, turned upright by its orientation (EXIF, 1 to 8). Its data are kept as they
/// are; width and height are those stored. Returns 0, or -1 when out of memory.
int cpango_pages_jpeg(struct cpango_canvas *canvas, const uint8_t *bytes, size_t length, uint32_t width,
                      uint32_t height, uint32_t orientation, double x, double y, double new_width,
                      double new_height);

/// Whether the font of equal widths, in regular letters, has a glyph for each character of a text.
int cpango_plain_has(struct cpango_canvas *canvas, const char *text, double size);

/// Draws letters that need no shaping in the font of equal widths: printable ASCII, or what `cpango_plain_has`. Of
/// `look`, bold and italic count.
void cpango_plain_draw(struct cpango_canvas *canvas, const char *text, double size, double x, double baseline,
                       uint32_t colour, uint32_t look);

/// A drawing (SVG), read from bytes; nothing beside them is loaded.
struct cpango_drawing;

/// Reads a drawing. Returns NULL when it cannot be read, or when librsvg is missing. The bytes are not needed afterwards.
struct cpango_drawing *cpango_drawing_open(const uint8_t *bytes, size_t length);
void cpango_drawing_free(struct cpango_drawing *drawing);
/// Reads the size of a drawing, in pixels of CSS, of which there are 96 in an inch. Returns 0, or -1 when it has none.
int cpango_drawing_size(struct cpango_drawing *drawing, double *width, double *height);
/// Draws a drawing into a rectangle. Returns 0, or -1.
int cpango_drawing_draw(struct cpango_canvas *canvas, struct cpango_drawing *drawing, double x, double y,
                        double width, double height);

/// Draws a PNG or SVG image into a square, scaled to fit. For system files only. Returns 0, or -1.
int cpango_icon(struct cpango_canvas *canvas, const uint8_t *bytes, size_t length, double x,
                double y, double size);

/// A font read from memory, which the caller owns and must keep in place.
struct cpango_font;

struct cpango_font *cpango_font_open(const uint8_t *bytes, size_t length);
void cpango_font_free(struct cpango_font *font);

/// Returns the family name of a font, or NULL.
const char *cpango_font_family(struct cpango_font *font);
const char *cpango_font_style(struct cpango_font *font);
/// Returns the number of glyphs of a font.
uint32_t cpango_font_glyphs(struct cpango_font *font);
/// Returns whether a font has a glyph for a character.
int cpango_font_has(struct cpango_font *font, uint32_t character);
/// Returns the next character after `character` for which a font has a glyph, or 0.
uint32_t cpango_font_next(struct cpango_font *font, uint32_t character);
/// Draws a line in the font and returns its width; draws nothing without a canvas.
double cpango_font_draw(struct cpango_canvas *canvas, struct cpango_font *font, const char *text,
                        size_t length, double size, double x, double baseline, uint32_t colour);

#endif
