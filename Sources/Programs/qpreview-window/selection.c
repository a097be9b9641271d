#include "window.h"

#include <string.h>

/// How far a place is from a word, where a line counts more than a column.
static double distance(const qpreview_word *word, double x, double y) {
    const double right = word->x + word->width, bottom = word->y + word->height;
    const double across = x < word->x ? word->x - x : x > right ? x - right : 0;
    const double down = y < word->y ? word->y - y : y > bottom ? y - bottom : 0;
    return across + 8 * down;
}

int selection_word_at(const qpreview_page_text *text, double x, double y, bool exactly) {
    int nearest = -1;
    double best = 0;
    for (size_t index = 0; text && text->words && index < text->word_count; index++) {
        const double found = distance(&text->words[index], x, y);
        if (nearest >= 0 && found >= best) continue;
        nearest = (int)index;
        best = found;
    }
    return exactly && best > 0 ? -1 : nearest;
}

selection selection_all(const qpreview_page_text *text) {
    if (!text || !text->words || text->word_count == 0) return (selection){-1, -1};
    return (selection){0, (int)text->word_count - 1};
}

/// Puts the ends into order; false for nothing.
static bool sort(selection *selection, const qpreview_page_text *text) {
    if (!text || !text->words || selection->first < 0 || selection->last < 0) return false;
    if (selection->first > selection->last) {
        const int last = selection->first;
        selection->first = selection->last;
        selection->last = last;
    }
    return (size_t)selection->last < text->word_count;
}

/// Whether a word follows another one on its line.
static bool is_next_on_line(const qpreview_word *word, const qpreview_word *next) {
    const float middle = next->y + next->height / 2;
    return middle > word->y && middle < word->y + word->height && next->x >= word->x + word->width / 2
           && next->x - (word->x + word->width) < 2 * word->height;
}

void selection_draw(GtkSnapshot *snapshot, const qpreview_page_text *text, selection selection,
                    const graphene_rect_t *place) {
    if (!sort(&selection, text) || text->width <= 0 || text->height <= 0) return;
    const GdkRGBA color = {0.21f, 0.52f, 0.89f, 0.35f};
    const float across = place->size.width / (float)text->width, down = place->size.height / (float)text->height;
    for (int index = selection.first; index <= selection.last; index++) {
        const qpreview_word *word = &text->words[index];
        float width = word->width;
        // The space before the next word, too.
        if (index < selection.last && is_next_on_line(word, word + 1)) width = word[1].x - word->x;
        const graphene_rect_t marked = GRAPHENE_RECT_INIT(place->origin.x + word->x * across,
                                                          place->origin.y + word->y * down, width * across,
                                                          word->height * down);
        gtk_snapshot_append_color(snapshot, &color, &marked);
    }
}

/// The next place of a word in a text, and how much of it is there: a word that a line divides is whole in the text, without
/// the hyphen. NULL where anything but space is before it.
static const char *next_place(const char *text, const char *word, size_t *length) {
    const char *start = text + strspn(text, " \t\n\f\r");
    *length = strlen(word);
    if (strncmp(start, word, *length) == 0) return start;
    static const char *const hyphens[] = {"-", "\u00AD", "\u2010"};
    for (size_t index = 0; index < G_N_ELEMENTS(hyphens); index++) {
        if (!g_str_has_suffix(word, hyphens[index])) continue;
        *length -= strlen(hyphens[index]);
        return *length > 0 && strncmp(start, word, *length) == 0 ? start : NULL;
    }
    return NULL;
}

/// The part of the page's text from the first to the last word; NULL where the words do not follow each other in it.
static char *part(const qpreview_page_text *text, selection selection) {
    const char *next = text->text, *start = NULL;
    for (int index = 0; index <= selection.last; index++) {
        const char *word = text->words[index].text;
        size_t length;
        const char *found = next_place(next, word, &length);
        if (!found) return NULL;
        if (index == selection.first) start = found;
        next = found + length;
    }
    return start ? g_strndup(start, (gsize)(next - start)) : NULL;
}

char *selection_text(const qpreview_page_text *text, selection selection) {
    if (!sort(&selection, text)) return NULL;
    char *whole = part(text, selection);
    if (whole) return whole;
    GString *joined = g_string_new(NULL);
    for (int index = selection.first; index <= selection.last; index++) {
        const qpreview_word *word = &text->words[index];
        g_string_append(joined, word->text);
        if (index < selection.last) g_string_append_c(joined, is_next_on_line(word, word + 1) ? ' ' : '\n');
    }
    return g_string_free(joined, FALSE);
}
