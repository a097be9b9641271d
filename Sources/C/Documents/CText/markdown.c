#include "CText.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <stdlib.h>

#include <opened.h>

#include "libraries.h"

#define FUNCTIONS(F)                                                                              \
    F(cmark_parser_new)                                                                           \
    F(cmark_parser_free)                                                                          \
    F(cmark_parser_feed)                                                                          \
    F(cmark_parser_finish)                                                                        \
    F(cmark_parser_attach_syntax_extension)                                                       \
    F(cmark_find_syntax_extension)                                                                \
    F(cmark_iter_new)                                                                             \
    F(cmark_iter_free)                                                                            \
    F(cmark_iter_next)                                                                            \
    F(cmark_iter_get_node)                                                                        \
    F(cmark_node_free)                                                                            \
    F(cmark_node_parent)                                                                          \
    F(cmark_node_previous)                                                                        \
    F(cmark_node_get_type)                                                                        \
    F(cmark_node_get_type_string)                                                                 \
    F(cmark_node_get_literal)                                                                     \
    F(cmark_node_get_heading_level)                                                               \
    F(cmark_node_get_fence_info)                                                                  \
    F(cmark_node_get_url)                                                                         \
    F(cmark_node_get_list_type)                                                                   \
    F(cmark_node_get_list_start)
#define EXTENSION_FUNCTIONS(F)                                                                    \
    F(cmark_gfm_core_extensions_ensure_registered)                                                \
    F(cmark_gfm_extensions_get_tasklist_item_checked)                                             \
    F(cmark_gfm_extensions_get_table_alignments)                                                  \
    F(cmark_gfm_extensions_get_table_columns)

FUNCTIONS(OPENED_DECLARE)
EXTENSION_FUNCTIONS(OPENED_DECLARE)

int ctext_open_markdown(void) {
    // The file names contain the full version, since neither library has a stable ABI.
    OPENED_LIBRARY("libcmark-gfm.so.0.29.0.gfm.6", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP)
    OPENED_LIBRARY("libcmark-gfm-extensions.so.0.29.0.gfm.6", RTLD_NOW, EXTENSION_FUNCTIONS, OPENED_LOOK_UP)
    cmark_gfm_core_extensions_ensure_registered_();
    return 0;
}

/// Returns the alignment of a table cell.
static char alignment(cmark_node *cell) {
    cmark_node *row = cmark_node_parent_(cell);
    cmark_node *table = row != NULL ? cmark_node_parent_(row) : NULL;
    if (table == NULL) return 0;
    const uint8_t *alignments = cmark_gfm_extensions_get_table_alignments_(table);
    unsigned column = 0;
    unsigned columns = cmark_gfm_extensions_get_table_columns_(table);
    while ((cell = cmark_node_previous_(cell)) != NULL) column++;
    return alignments != NULL && column < columns ? (char)alignments[column] : 0;
}

static struct ctext_part part_of(cmark_node *node, int entering) {
    struct ctext_part part = {.type = cmark_node_get_type_string_(node), .entering = entering,
                              .start = -1, .checked = -1};
    // These have no names of their own.
    const cmark_node_type type = cmark_node_get_type_(node);
    if (type == CMARK_NODE_FOOTNOTE_DEFINITION) part.type = "footnote_definition";
    if (type == CMARK_NODE_FOOTNOTE_REFERENCE) part.type = "footnote_reference";
    part.literal = cmark_node_get_literal_(node);
    if (strcmp(part.type, "link") == 0 || strcmp(part.type, "image") == 0) {
        part.address = cmark_node_get_url_(node);
    } else if (strcmp(part.type, "code_block") == 0) {
        part.language = cmark_node_get_fence_info_(node);
    } else if (strcmp(part.type, "heading") == 0) {
        part.level = cmark_node_get_heading_level_(node);
    } else if (strcmp(part.type, "list") == 0 &&
               cmark_node_get_list_type_(node) == CMARK_ORDERED_LIST) {
        part.start = cmark_node_get_list_start_(node);
    } else if (strcmp(part.type, "tasklist") == 0) {
        part.checked = cmark_gfm_extensions_get_tasklist_item_checked_(node);
    } else if (strcmp(part.type, "table_cell") == 0) {
        part.alignment = alignment(node);
    }
    return part;
}

int ctext_markdown(const char *text, size_t length,
                   int (*handler)(void *context, const struct ctext_part *part), void *context) {
    cmark_parser *parser = cmark_parser_new_(CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES);
    if (parser == NULL) return -1;
    static const char *const names[] = {"table", "strikethrough", "autolink", "tasklist"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        cmark_syntax_extension *extension = cmark_find_syntax_extension_(names[index]);
        if (extension != NULL) cmark_parser_attach_syntax_extension_(parser, extension);
    }
    cmark_parser_feed_(parser, text, length);
    cmark_node *document = cmark_parser_finish_(parser);
    cmark_parser_free_(parser);
    if (document == NULL) return -1;
    cmark_iter *iter = cmark_iter_new_(document);
    cmark_event_type event;
    while ((event = cmark_iter_next_(iter)) != CMARK_EVENT_DONE) {
        struct ctext_part part =
            part_of(cmark_iter_get_node_(iter), event == CMARK_EVENT_ENTER);
        if (!handler(context, &part)) break;
    }
    cmark_iter_free_(iter);
    cmark_node_free_(document);
    return 0;
}
