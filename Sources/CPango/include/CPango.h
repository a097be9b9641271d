/// Text set by Pango, icons, and samples of fonts, drawn by cairo. Here because Pango is opened at run time:
/// loading it with the zygote would cost each PDF and each picture some milliseconds for nothing.
///
/// All lengths are in points of the page; the canvas scales them to its pixels.
#ifndef CPANGO_H
#define CPANGO_H

#include <stddef.h>
#include <stdint.h>

/// Opens the libraries and sets a line in each usual font, so that a forked child finds the fonts opened and
/// what is known of all others in memory. No thread is left behind. Returns 0; -1 when a library cannot be
/// loaded; -2 when nothing can be drawn.
int cpango_start(void);

/// A picture that is being drawn.
struct cpango_canvas;

/// A transparent picture of so many pixels, or NULL. Lengths are multiplied by `scale`.
struct cpango_canvas *cpango_canvas_create(uint32_t width, uint32_t height, double scale);
void cpango_canvas_free(struct cpango_canvas *canvas);

/// The pixels as native-endian premultiplied ARGB words, `stride` bytes to a row, or NULL when drawing
/// failed. They live as long as the canvas.
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

/// Restricts what is drawn to a rectangle, until `cpango_unclip`.
void cpango_clip(struct cpango_canvas *canvas, double x, double y, double width, double height);
void cpango_unclip(struct cpango_canvas *canvas);

/// Moves the origin and magnifies what is drawn from there on, until `cpango_unclip`.
void cpango_place(struct cpango_canvas *canvas, double x, double y, double factor);

/// Draws RGBA pixels (alpha not premultiplied, rows without padding) into a rectangle. Returns 0, or -1 without
/// memory.
int cpango_picture(struct cpango_canvas *canvas, const uint8_t *pixels, uint32_t width, uint32_t height,
                   double x, double y, double new_width, double new_height);

/// How a part of a text looks.
enum cpango_look {
    CPANGO_BOLD = 1,
    CPANGO_ITALIC = 2,
    CPANGO_MONOSPACE = 4,
    CPANGO_UNDERLINE = 8,
    CPANGO_STRIKE = 16,
    CPANGO_RAISED = 32,
    CPANGO_LOWERED = 64,
};

/// A part of a text that looks different.
struct cpango_run {
    uint32_t start;   ///< the first byte
    uint32_t end;     ///< the byte after the last
    uint32_t look;    ///< bits of `cpango_look`
    uint32_t colour;  ///< 0xRRGGBB, or UINT32_MAX for that of the text
    double size;      ///< in points, or 0 for that of the text
};

/// Where lines stand.
enum cpango_alignment { CPANGO_START = 0, CPANGO_CENTER = 1, CPANGO_END = 2, CPANGO_JUSTIFY = 3 };

/// What is cut from lines that are too long.
enum cpango_cut { CPANGO_WRAP = 0, CPANGO_CUT_MIDDLE = 1, CPANGO_CUT_END = 2 };

/// A text to be set. Never markup: what it says is what is seen.
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

/// A text that has been set.
struct cpango_text;

struct cpango_text *cpango_text_create(const struct cpango_paragraph *paragraph);
void cpango_text_free(struct cpango_text *text);

/// Its width and height.
void cpango_text_extent(struct cpango_text *text, double *width, double *height);

/// The number of its lines, and their bottoms measured from its top; at most `capacity` are stored.
size_t cpango_text_lines(struct cpango_text *text, double *bottoms, size_t capacity);

/// Draws the lines from `first` up to, and not with, `end`, so that the first one's top left is at x, y.
void cpango_text_draw(struct cpango_canvas *canvas, struct cpango_text *text, double x, double y,
                      size_t first, size_t end);

/// Draws a PNG or SVG image into a square, as large as it fits. Only for files of the system. Returns 0, or -1.
int cpango_icon(struct cpango_canvas *canvas, const uint8_t *bytes, size_t length, double x,
                double y, double size);

/// A font read from memory, which stays the caller's and in place.
struct cpango_font;

struct cpango_font *cpango_font_open(const uint8_t *bytes, size_t length);
void cpango_font_free(struct cpango_font *font);

/// What a font calls itself, or NULL.
const char *cpango_font_family(struct cpango_font *font);
const char *cpango_font_style(struct cpango_font *font);
/// The number of its glyphs.
uint32_t cpango_font_glyphs(struct cpango_font *font);
/// Whether it has a glyph for a character.
int cpango_font_has(struct cpango_font *font, uint32_t character);
/// The next character after `character` for which it has a glyph, or 0.
uint32_t cpango_font_next(struct cpango_font *font, uint32_t character);
/// Draws a line in the font and returns its width; draws nothing without a canvas.
double cpango_font_draw(struct cpango_canvas *canvas, struct cpango_font *font, const char *text,
                        size_t length, double size, double x, double baseline, uint32_t colour);

#endif
