#include "document.h"

#include <math.h>

/// The longest edge of a picture, in pixels: a page of A4 takes 70 MB then.
#define EDGE_LIMIT 5000

// MARK: Slots

page *document_slot(document *document, int number) {
    for (int index = 0; index < PAGE_SLOTS; index++) {
        if (document->slots[index].number == number && number > 0) return &document->slots[index];
    }
    return NULL;
}

void document_clear_slot(page *slot) {
    g_clear_object(&slot->texture);
    qpreview_answer_free(slot->text);
    *slot = (page){0};
}

/// The slot of a page, which is made where there is none.
static page *make_slot(document *document, int number) {
    page *slot = document_slot(document, number);
    for (int index = 0; !slot && index < PAGE_SLOTS; index++) {
        if (document->slots[index].number == 0) slot = &document->slots[index];
    }
    if (slot) slot->number = number;
    return slot;
}

void document_reset_pages(document *document) {
    document_cancel_pages(document, 0);
    for (int index = 0; index < PAGE_SLOTS; index++) {
        page *slot = &document->slots[index];
        if (slot->number != document->visible) {
            document_clear_slot(slot);
            continue;
        }
        qpreview_answer_free(slot->text);
        slot->text = NULL;
        slot->has_asked_for_text = false;
        // A card keeps its size until then.
        slot->is_preliminary = true;
        slot->edge = 0;
    }
}

void document_turn_to(document *document, int number) {
    number = CLAMP(number, 1, MAX(document->page_count, 1));
    if (number == document->visible) return;
    document->visible = number;
    const page *drawn = document_slot(document, number);
    document_cancel_pages(document, drawn && drawn->texture ? number : 0);
    for (int index = 0; index < PAGE_SLOTS; index++) {
        page *slot = &document->slots[index];
        if (slot->number > number + 1 || slot->number < number - 1) document_clear_slot(slot);
        // Its request has been canceled, or did not allow a card.
        if (!slot->texture) document_clear_slot(slot);
    }
    make_slot(document, number);
}

const page *document_page(const document *document) {
    return document_slot((struct document *)document, document->visible);
}

// MARK: Sizes

/// The natural size of a page: that of its picture, or of the first page.
static void natural_size(const document *document, const page *slot, double *width, double *height) {
    if (slot && slot->texture && !slot->is_preliminary && !document->measures_pixels) {
        *width = gdk_texture_get_width(slot->texture);
        *height = gdk_texture_get_height(slot->texture);
    } else if (document->width > 0 && document->height > 0) {
        *width = document->width;
        *height = document->height;
    } else if (slot && slot->texture && slot->is_preliminary) {
        *width = gdk_texture_get_width(slot->texture);
        *height = gdk_texture_get_height(slot->texture);
    } else {
        *width = 210;
        *height = 297;
    }
}

static void fit(const document *document, const page *slot, double *width, double *height, double unit) {
    double own_width, own_height;
    natural_size(document, slot, &own_width, &own_height);
    double scale = fmin(*width / own_width, *height / own_height);
    // The pixels of a picture are not enlarged.
    if (document->measures_pixels && !(slot && slot->is_card)) scale = fmin(scale, unit);
    // Nor are cards and icons.
    if (slot && slot->texture && (slot->is_card || (slot->is_preliminary && document->width <= 0))) {
        own_width = gdk_texture_get_width(slot->texture);
        own_height = gdk_texture_get_height(slot->texture);
        scale = fmin(fmin(*width / own_width, *height / own_height), unit);
    }
    *width = own_width * scale;
    *height = own_height * scale;
}

void document_fit(const document *document, double *width, double *height, double unit) {
    fit(document, document_page(document), width, height, unit);
}

/// The longest edge of a page's picture that is needed, in pixels.
static int wanted_edge(const document *document, const page *slot) {
    double width = document->place_width, height = document->place_height;
    if (slot->is_card && slot->edge > 0) return slot->edge;
    const page without_card = {.number = slot->number};
    if (slot->is_card) slot = &without_card;
    fit(document, slot, &width, &height, 1);
    // Neighbours are drawn at the size that fits.
    const double zoom = slot->number == document->visible ? document->zoom : 1;
    double limit = EDGE_LIMIT;
    if (document->measures_pixels) limit = fmin(limit, fmax(document->width, document->height));
    return (int)CLAMP(round(fmax(width, height) * zoom), 1, limit);
}

// MARK: Pictures

/// Asks for a picture, unless it is there, or is on its way.
static bool draw_page(document *document, int number) {
    if (number < 1 || (number > 1 && number > document->page_count)) return true;
    page *slot = make_slot(document, number);
    if (!slot) return true;
    const int edge = wanted_edge(document, slot);
    // The proportions of pictures are rounded, so that they ask for a little more or less.
    if (slot->edge > 0 && abs(slot->edge - edge) <= 2 + edge / 100) return slot->texture && !slot->is_preliminary;
    for (guint index = document->questions->len; index > 0; index--) {
        const question *question = g_ptr_array_index(document->questions, index - 1);
        if (question->purpose == ASK_PICTURE && question->page == number) {
            g_ptr_array_remove_index(document->questions, index - 1);
        }
    }
    slot->edge = edge;
    document_ask(document, ASK_PICTURE, number, edge);
    return false;
}

void document_draw(document *document, double width, double height, double zoom) {
    document->place_width = width;
    document->place_height = height;
    document->zoom = zoom;
    if (!document->has_facts || document->descriptor < 0 || width < 1 || height < 1) return;
    if (!draw_page(document, document->visible)) return;
    page *slot = document_slot(document, document->visible);
    if (slot && document->page_count > 0 && !slot->has_asked_for_text && !slot->is_card) {
        slot->has_asked_for_text = true;
        document_ask(document, ASK_TEXT, document->visible, 0);
    }
    // Neighbours one after the other.
    if (draw_page(document, document->visible + 1)) draw_page(document, document->visible - 1);
}

static GdkTexture *texture(qpreview_answer *answer, const qpreview_picture *picture) {
    GBytes *bytes = g_bytes_new_with_free_func(picture->pixels, (gsize)picture->stride * (gsize)picture->height,
                                               (GDestroyNotify)qpreview_answer_free, answer);
    GdkTexture *made = gdk_memory_texture_new(picture->width, picture->height, GDK_MEMORY_R8G8B8A8, bytes,
                                              (gsize)picture->stride);
    g_bytes_unref(bytes);
    return made;
}

bool document_take_page(document *document, const question *question, qpreview_answer *answer) {
    page *slot = document_slot(document, question->page);
    if (!slot) return false;
    if (question->purpose == ASK_TEXT) {
        if (qpreview_answer_page_count(answer) == 0) return false;
        qpreview_answer_free(slot->text);
        slot->text = answer;
        return true;
    }
    const qpreview_picture *picture = qpreview_answer_picture(answer);
    if (!picture) {
        if (qpreview_answer_code(answer) == QPREVIEW_CANCELED) return false;
        if (question->page == document->visible) {
            g_free(document->problem);
            document->problem = g_strdup(qpreview_answer_message(answer));
        }
        return false;
    }
    slot->is_preliminary = picture->quality < QPREVIEW_RENDERED;
    slot->is_card = picture->quality == QPREVIEW_CARD;
    // What the card says, for those to whom it is read out.
    g_clear_pointer(&document->problem, g_free);
    if (slot->is_card) document->problem = g_strdup(qpreview_answer_message(answer));
    g_clear_object(&slot->texture);
    slot->texture = texture(answer, picture);
    return true;
}
