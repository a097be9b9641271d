// Glyphs in colors by paints (COLR version 1), which cairo 1.16 does not draw, and which FreeType 2.12 does not find.
#include "CPango.h"
#include "colour.h"
#include "libraries.h"

#include <math.h>

/// How deep paints nest, and how many of them a glyph has, at most: one may refer to itself.
enum { DEPTH = 32, PAINTS = 4096, STOPS = 256, WEDGES = 120 };

/// The formats of paints (OpenType, "COLR"). The next one of each is the same with deltas for variable fonts, which are left out.
enum {
    LAYERS = 1, SOLID = 2, LINEAR = 4, RADIAL = 6, SWEEP = 8, GLYPH = 10, OTHER_GLYPH = 11, TRANSFORM = 12, TRANSLATE = 14,
    SCALE = 16, SCALE_AROUND = 18, SCALE_EVENLY = 20, SCALE_EVENLY_AROUND = 22, ROTATE = 24, ROTATE_AROUND = 26,
    SKEW = 28, SKEW_AROUND = 30, COMPOSITE = 32
};

struct painter {
    cairo_t *cairo;
    FT_Face face;
    const struct cpango_table *table;
    const FT_Color *palette;
    unsigned colors;
    uint32_t ink;
    int depth;
    int left;
};

// MARK: Numbers of the table

/// A number of so many bytes; 0 behind the end.
static uint32_t number(const struct painter *painter, size_t place, size_t count) {
    const struct cpango_table *table = painter->table;
    if (place > table->size || count > table->size - place) return 0;
    uint32_t number = 0;
    for (size_t index = 0; index < count; index++) number = number << 8 | table->bytes[place + index];
    return number;
}

/// A length in units of the font.
static double units(const struct painter *painter, size_t place) { return (int16_t)number(painter, place, 2); }

/// A number with 14 binary digits behind its point.
static double fraction(const struct painter *painter, size_t place) { return units(painter, place) / 16384; }

/// A number with 16 binary digits behind its point.
static double fixed(const struct painter *painter, size_t place) { return (int32_t)number(painter, place, 4) / 65536.0; }

/// Stores the four parts of a color and its opacity; one that the palette lacks is the color of words.
static void find_colour(const struct painter *painter, size_t place, double parts[4]) {
    const uint32_t index = number(painter, place, 2);
    const double alpha = fraction(painter, place + 2);
    if (index < painter->colors) {
        const FT_Color *color = &painter->palette[index];
        parts[0] = color->red / 255.0, parts[1] = color->green / 255.0, parts[2] = color->blue / 255.0;
        parts[3] = color->alpha / 255.0 * alpha;
    } else {
        for (int part = 0; part < 3; part++) parts[part] = (painter->ink >> (16 - part * 8) & 255) / 255.0;
        parts[3] = alpha;
    }
}

// MARK: Gradients

struct stop {
    double place;
    double parts[4];
};

/// A line of colors.
struct line {
    struct stop stops[STOPS];
    int count;
    /// What is beyond its ends: 0 their colors, 1 the same again, 2 the same and back.
    uint32_t extend;
};

/// Reads the line of colors of a gradient, its stops in their order. Returns whether there is one.
static int read_line(const struct painter *painter, size_t paint, struct line *line) {
    const size_t start = paint + number(painter, paint + 1, 3), size = number(painter, paint, 1) % 2 == 0 ? 6 : 10;
    const uint32_t count = number(painter, start + 1, 2);
    line->extend = number(painter, start, 1);
    line->count = 0;
    for (uint32_t index = 0; index < count && index < STOPS; index++) {
        struct stop stop = {fraction(painter, start + 3 + index * size), {0}};
        find_colour(painter, start + 3 + index * size + 2, stop.parts);
        int place = line->count++;
        for (; place > 0 && line->stops[place - 1].place > stop.place; place--) line->stops[place] = line->stops[place - 1];
        line->stops[place] = stop;
    }
    return line->count > 0;
}

/// Paints with a gradient from the first stop to the last one.
static void paint_gradient(const struct painter *painter, cairo_pattern_t *pattern, const struct line *line) {
    const double first = line->stops[0].place, span = line->stops[line->count - 1].place - first;
    for (int index = 0; index < line->count; index++) {
        const struct stop *stop = &line->stops[index];
        const double place = span > 0 ? (stop->place - first) / span : index == 0 ? 0 : 1;
        cairo_pattern_add_color_stop_rgba(pattern, place, stop->parts[0], stop->parts[1], stop->parts[2], stop->parts[3]);
    }
    const cairo_extend_t modes[] = {CAIRO_EXTEND_PAD, CAIRO_EXTEND_REPEAT, CAIRO_EXTEND_REFLECT};
    cairo_pattern_set_extend(pattern, line->extend < 3 ? modes[line->extend] : CAIRO_EXTEND_PAD);
    cairo_set_source(painter->cairo, pattern);
    cairo_paint(painter->cairo);
    cairo_pattern_destroy(pattern);
}

static void paint_linear(const struct painter *painter, size_t paint) {
    struct line line;
    if (!read_line(painter, paint, &line)) return;
    const double x = units(painter, paint + 4), y = units(painter, paint + 6);
    double across = units(painter, paint + 8) - x, down = units(painter, paint + 10) - y;
    // The third point turns the lines of equal color.
    const double side_x = -(units(painter, paint + 14) - y), side_y = units(painter, paint + 12) - x;
    const double length = side_x * side_x + side_y * side_y;
    if (length > 0) {
        const double part = (across * side_x + down * side_y) / length;
        across = side_x * part, down = side_y * part;
    }
    const double first = line.stops[0].place, last = line.stops[line.count - 1].place;
    paint_gradient(painter,
                   cairo_pattern_create_linear(x + across * first, y + down * first, x + across * last, y + down * last), &line);
}

static void paint_radial(const struct painter *painter, size_t paint) {
    struct line line;
    if (!read_line(painter, paint, &line)) return;
    const double x = units(painter, paint + 4), y = units(painter, paint + 6), radius = number(painter, paint + 8, 2);
    const double across = units(painter, paint + 10) - x, down = units(painter, paint + 12) - y;
    const double growth = number(painter, paint + 14, 2) - radius;
    const double first = line.stops[0].place, last = line.stops[line.count - 1].place;
    paint_gradient(painter,
                   cairo_pattern_create_radial(x + across * first, y + down * first, fmax(0, radius + growth * first),
                                               x + across * last, y + down * last, fmax(0, radius + growth * last)),
                   &line);
}

/// The color of a place of a line.
static void blend(const struct line *line, double place, double parts[4]) {
    const struct stop *stops = line->stops;
    const int count = line->count;
    const double first = stops[0].place, span = stops[count - 1].place - first;
    if (span > 0 && line->extend != 0) {
        double turn = (place - first) / span;
        const double whole = floor(turn);
        turn -= whole;
        if (line->extend == 2 && fmod(fabs(whole), 2) == 1) turn = 1 - turn;
        place = first + turn * span;
    }
    int index = 0;
    while (index < count - 1 && stops[index + 1].place < place) index++;
    const struct stop *low = &stops[index], *high = &stops[index < count - 1 ? index + 1 : index];
    const double width = high->place - low->place;
    const double share = width > 0 ? fmin(1, fmax(0, (place - low->place) / width)) : place >= high->place;
    for (int part = 0; part < 4; part++) parts[part] = low->parts[part] * (1 - share) + high->parts[part] * share;
}

/// Paints colors around a point, as wedges: cairo has no such gradient.
static void paint_sweep(const struct painter *painter, size_t paint) {
    struct line line;
    // Angles are in half turns, less one.
    const double start = (fraction(painter, paint + 8) + 1) / 2, end = (fraction(painter, paint + 10) + 1) / 2;
    if (!read_line(painter, paint, &line) || end == start) return;
    const double x = units(painter, paint + 4), y = units(painter, paint + 6);
    double left, top, right, bottom;
    cairo_clip_extents(painter->cairo, &left, &top, &right, &bottom);
    const double radius = 2 * (fmax(fabs(left - x), fabs(right - x)) + fmax(fabs(top - y), fabs(bottom - y)));
    cairo_t *cairo = painter->cairo;
    cairo_save(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    for (int wedge = 0; wedge < WEDGES; wedge++) {
        const double turn = (wedge + 0.5) / WEDGES, step = 2 * G_PI / WEDGES;
        double parts[4];
        blend(&line, (turn - start) / (end - start), parts);
        cairo_set_source_rgba(cairo, parts[0], parts[1], parts[2], parts[3]);
        cairo_move_to(cairo, x, y);
        cairo_line_to(cairo, x + radius * cos(wedge * step), y + radius * sin(wedge * step));
        cairo_line_to(cairo, x + radius * cos((wedge + 1) * step), y + radius * sin((wedge + 1) * step));
        cairo_fill(cairo);
    }
    cairo_restore(cairo);
}

// MARK: Outlines

static int move_to(const FT_Vector *to, void *cairo) {
    cairo_close_path(cairo);
    cairo_move_to(cairo, (double)to->x, (double)to->y);
    return 0;
}

static int line_to(const FT_Vector *to, void *cairo) {
    cairo_line_to(cairo, (double)to->x, (double)to->y);
    return 0;
}

static int conic_to(const FT_Vector *bend, const FT_Vector *to, void *cairo) {
    double x, y;
    cairo_get_current_point(cairo, &x, &y);
    const double bend_x = (double)bend->x, bend_y = (double)bend->y, to_x = (double)to->x, to_y = (double)to->y;
    cairo_curve_to(cairo, x + (bend_x - x) * 2 / 3, y + (bend_y - y) * 2 / 3, to_x + (bend_x - to_x) * 2 / 3,
                   to_y + (bend_y - to_y) * 2 / 3, to_x, to_y);
    return 0;
}

static int cubic_to(const FT_Vector *one, const FT_Vector *two, const FT_Vector *to, void *cairo) {
    cairo_curve_to(cairo, (double)one->x, (double)one->y, (double)two->x, (double)two->y, (double)to->x, (double)to->y);
    return 0;
}

/// Clips to the outline of a glyph, in units of the font.
static void clip_to_glyph(const struct painter *painter, FT_UInt glyph) {
    static const FT_Outline_Funcs functions = {move_to, line_to, conic_to, cubic_to, 0, 0};
    cairo_new_path(painter->cairo);
    const int failed = FT_Load_Glyph_(painter->face, glyph, FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP);
    if (!failed && painter->face->glyph->format == FT_GLYPH_FORMAT_OUTLINE) {
        FT_Outline_Decompose_(&painter->face->glyph->outline, &functions, painter->cairo);
        cairo_close_path(painter->cairo);
    }
    cairo_clip(painter->cairo);
}

// MARK: Paints

static void paint(struct painter *painter, size_t place);

static cairo_operator_t operator_of(uint32_t mode) {
    static const cairo_operator_t operators[] = {
        CAIRO_OPERATOR_CLEAR,      CAIRO_OPERATOR_SOURCE,         CAIRO_OPERATOR_DEST,       CAIRO_OPERATOR_OVER,
        CAIRO_OPERATOR_DEST_OVER,  CAIRO_OPERATOR_IN,             CAIRO_OPERATOR_DEST_IN,    CAIRO_OPERATOR_OUT,
        CAIRO_OPERATOR_DEST_OUT,   CAIRO_OPERATOR_ATOP,           CAIRO_OPERATOR_DEST_ATOP,  CAIRO_OPERATOR_XOR,
        CAIRO_OPERATOR_ADD,        CAIRO_OPERATOR_SCREEN,         CAIRO_OPERATOR_OVERLAY,    CAIRO_OPERATOR_DARKEN,
        CAIRO_OPERATOR_LIGHTEN,    CAIRO_OPERATOR_COLOR_DODGE,    CAIRO_OPERATOR_COLOR_BURN, CAIRO_OPERATOR_HARD_LIGHT,
        CAIRO_OPERATOR_SOFT_LIGHT, CAIRO_OPERATOR_DIFFERENCE,     CAIRO_OPERATOR_EXCLUSION,  CAIRO_OPERATOR_MULTIPLY,
        CAIRO_OPERATOR_HSL_HUE,    CAIRO_OPERATOR_HSL_SATURATION, CAIRO_OPERATOR_HSL_COLOR,  CAIRO_OPERATOR_HSL_LUMINOSITY,
    };
    return mode < sizeof operators / sizeof operators[0] ? operators[mode] : CAIRO_OPERATOR_OVER;
}

static void composite(struct painter *painter, size_t place) {
    cairo_t *cairo = painter->cairo;
    cairo_push_group(cairo);
    paint(painter, place + number(painter, place + 5, 3));
    cairo_push_group(cairo);
    paint(painter, place + number(painter, place + 1, 3));
    cairo_pop_group_to_source(cairo);
    cairo_set_operator(cairo, operator_of(number(painter, place + 4, 1)));
    cairo_paint(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
    cairo_pop_group_to_source(cairo);
    cairo_paint(cairo);
}

/// Stores the transform of a paint, which is around the point at `*center` where there is one.
static void find_transform(const struct painter *painter, uint32_t format, size_t place, cairo_matrix_t *matrix, size_t *center) {
    const double one = fraction(painter, place + 4), two = fraction(painter, place + 6);
    *center = 0;
    switch (format) {
        case TRANSFORM: {
            const size_t all = place + number(painter, place + 4, 3);
            cairo_matrix_init(matrix, fixed(painter, all), fixed(painter, all + 4), fixed(painter, all + 8),
                              fixed(painter, all + 12), fixed(painter, all + 16), fixed(painter, all + 20));
            return;
        }
        case TRANSLATE: return cairo_matrix_init_translate(matrix, units(painter, place + 4), units(painter, place + 6));
        case SCALE_AROUND: *center = place + 8; // fall through
        case SCALE: return cairo_matrix_init_scale(matrix, one, two);
        case SCALE_EVENLY_AROUND: *center = place + 6; // fall through
        case SCALE_EVENLY: return cairo_matrix_init_scale(matrix, one, one);
        case ROTATE_AROUND: *center = place + 6; // fall through
        case ROTATE: return cairo_matrix_init_rotate(matrix, one * G_PI);
        case SKEW_AROUND: *center = place + 8; // fall through
        default: return cairo_matrix_init(matrix, 1, tan(two * G_PI), -tan(one * G_PI), 1, 0, 0);
    }
}

static void paint_within(struct painter *painter, uint32_t format, size_t place) {
    cairo_matrix_t matrix;
    size_t center;
    find_transform(painter, format, place, &matrix, &center);
    // What has no area cannot be undone, and shows nothing.
    if (!(fabs(matrix.xx * matrix.yy - matrix.xy * matrix.yx) > 1e-9)) return;
    const double x = center > 0 ? units(painter, center) : 0, y = center > 0 ? units(painter, center + 2) : 0;
    cairo_save(painter->cairo);
    cairo_translate(painter->cairo, x, y);
    cairo_transform(painter->cairo, &matrix);
    cairo_translate(painter->cairo, -x, -y);
    paint(painter, place + number(painter, place + 1, 3));
    cairo_restore(painter->cairo);
}

/// The paint of a glyph; 0 where it has none.
static size_t find_glyph(const struct painter *painter, uint32_t glyph) {
    const size_t list = number(painter, 14, 4);
    if (number(painter, 0, 2) != 1 || list == 0) return 0;
    size_t low = 0, high = number(painter, list, 4);
    while (low < high) {
        const size_t middle = low + (high - low) / 2, record = list + 4 + middle * 6;
        const uint32_t found = number(painter, record, 2);
        if (found == glyph) return record < painter->table->size ? list + number(painter, record + 2, 4) : 0;
        // Behind the end of the table, there are no greater ones.
        if (found < glyph && record < painter->table->size) low = middle + 1;
        else high = middle;
    }
    return 0;
}

static void paint_layers(struct painter *painter, size_t place) {
    const size_t list = number(painter, 18, 4), first = number(painter, place + 2, 4);
    const size_t count = number(painter, place + 1, 1), all = number(painter, list, 4);
    for (size_t index = first; index < first + count && index < all && painter->left > 0; index++) {
        const size_t offset = number(painter, list + 4 + index * 4, 4);
        if (offset > 0) paint(painter, list + offset);
    }
}

static void paint_found(struct painter *painter, uint32_t format, size_t place) {
    cairo_t *cairo = painter->cairo;
    switch (format) {
        case LAYERS: return paint_layers(painter, place);
        case SOLID: {
            double parts[4];
            find_colour(painter, place + 1, parts);
            cairo_set_source_rgba(cairo, parts[0], parts[1], parts[2], parts[3]);
            return cairo_paint(cairo);
        }
        case LINEAR: return paint_linear(painter, place);
        case RADIAL: return paint_radial(painter, place);
        case SWEEP: return paint_sweep(painter, place);
        case GLYPH:
            cairo_save(cairo);
            clip_to_glyph(painter, number(painter, place + 4, 2));
            paint(painter, place + number(painter, place + 1, 3));
            return cairo_restore(cairo);
        case OTHER_GLYPH: {
            const size_t other = find_glyph(painter, number(painter, place + 1, 2));
            if (other > 0) paint(painter, other);
            return;
        }
        case COMPOSITE: return composite(painter, place);
        default:
            if (format >= TRANSFORM && format < COMPOSITE) paint_within(painter, format, place);
    }
}

static void paint(struct painter *painter, size_t place) {
    if (painter->depth >= DEPTH || painter->left <= 0 || place >= painter->table->size) return;
    const uint32_t format = number(painter, place, 1);
    painter->depth++;
    painter->left--;
    // The variable ones are odd; 11 is not one of them.
    paint_found(painter, format > SOLID && format != OTHER_GLYPH ? format & ~1U : format, place);
    painter->depth--;
}

int cpango_paint_glyph(cairo_t *cairo, FT_Face face, const struct cpango_table *table, FT_UInt glyph,
                       struct cpango_glyph_place place) {
    struct painter painter = {cairo, face, table, NULL, 0, place.colour, 0, PAINTS};
    const size_t root = find_glyph(&painter, glyph);
    if (root == 0) return 0;
    FT_Palette_Data data;
    FT_Color *colors = NULL;
    if (FT_Palette_Data_Get_(face, &data) == 0 && FT_Palette_Select_(face, 0, &colors) == 0 && colors != NULL) {
        painter.palette = colors;
        painter.colors = data.num_palette_entries;
    }
    const double em = face->units_per_EM, unit = place.size / em;
    cairo_save(cairo);
    cairo_translate(cairo, place.x, place.baseline);
    cairo_scale(cairo, unit, -unit);
    // A group is as large as the clip.
    cairo_rectangle(cairo, -em, -em, 4 * em, 3 * em);
    cairo_clip(cairo);
    paint(&painter, root);
    cairo_restore(cairo);
    return 1;
}
