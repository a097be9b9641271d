#include <opened.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CText.h"
#include "code_abi.h"
#include "libraries.h"

#define FUNCTIONS(F)                                                                              \
    F(t3_highlight_new)                                                                           \
    F(t3_highlight_free)                                                                          \
    F(t3_highlight_new_match)                                                                     \
    F(t3_highlight_free_match)                                                                    \
    F(t3_highlight_match)                                                                         \
    F(t3_highlight_next_line)                                                                     \
    F(t3_highlight_get_start)                                                                     \
    F(t3_highlight_get_match_start)                                                               \
    F(t3_highlight_get_end)                                                                       \
    F(t3_highlight_get_begin_attr)                                                                \
    F(t3_highlight_get_match_attr)
#define CONFIG_FUNCTIONS(F) F(t3_config_read_file) F(t3_config_read_buffer)

FUNCTIONS(OPENED_DECLARE)
CONFIG_FUNCTIONS(OPENED_DECLARE)

static int is_open;

/// Takes the place of the function of PCRE2 that generates machine code, which libt3highlight calls for each
/// expression: memory that is written and then run ends a child. The answer is the one of a PCRE2 that was built without
/// it (PCRE2_ERROR_JIT_BADOPTION); expressions are interpreted.
__attribute__((visibility("default"))) int pcre2_jit_compile_8(void *code, uint32_t options);
int pcre2_jit_compile_8(void *code, uint32_t options) {
    (void)code;
    (void)options;
    return -45;
}

static int open_code(void) {
    OPENED_LIBRARY("libt3highlight.so.2", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP)
    OPENED_LIBRARY("libt3config.so.0", RTLD_NOW, CONFIG_FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

void ctext_open_code(void) { is_open = open_code() == 0; }

struct ctext_code {
    t3_highlight_t *highlight;
    t3_highlight_match_t *match;
};

static int style(void *context, const char *name) {
    static const struct {
        const char *name;
        enum ctext_style style;
    } styles[] = {{"keyword", CTEXT_KEYWORD},      {"string", CTEXT_STRING},     {"string-escape", CTEXT_ESCAPE},
                  {"comment", CTEXT_COMMENT},      {"number", CTEXT_NUMBER},     {"misc", CTEXT_DIRECTIVE},
                  {"variable", CTEXT_VARIABLE},    {"addition", CTEXT_ADDITION}, {"deletion", CTEXT_DELETION},
                  {"comment-keyword", CTEXT_COMMENT}};
    (void)context;
    for (size_t index = 0; index < sizeof styles / sizeof *styles; index++) {
        if (strcmp(styles[index].name, name) == 0) return styles[index].style;
    }
    return CTEXT_NORMAL;
}

static const char folder[] = "/usr/share/libt3highlight2";

/// Opens a definition. The library itself would ask the system for the user's home, which takes a socket.
static FILE *open_file(const char *name) {
    char path[256];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && (size_t)length < sizeof path ? fopen(path, "re") : NULL;
}

struct ctext_code *ctext_code_open(const char *file, const char *definition, size_t length) {
    if (!is_open) return NULL;
    t3_config_t *config = NULL;
    if (file != NULL) {
        FILE *stream = open_file(file);
        if (stream == NULL) return NULL;
        const char *path[] = {folder, NULL};
        const struct code_options options = {.flags = CODE_ABI_INCLUDES, .include.usual.path = path};
        config = t3_config_read_file_(stream, NULL, &options);
        fclose(stream);
    } else {
        config = t3_config_read_buffer_(definition, length, NULL, NULL);
    }
    // It is kept: what is made of it may refer to it.
    t3_highlight_t *highlight =
        config != NULL ? t3_highlight_new_(config, style, NULL, CODE_ABI_VALID_UTF8, NULL) : NULL;
    if (highlight == NULL) return NULL;
    struct ctext_code *code = calloc(1, sizeof *code);
    t3_highlight_match_t *match = t3_highlight_new_match_(highlight);
    if (code == NULL || match == NULL) {
        free(code);
        if (match != NULL) t3_highlight_free_match_(match);
        t3_highlight_free_(highlight);
        return NULL;
    }
    code->highlight = highlight;
    code->match = match;
    return code;
}

void ctext_code_free(struct ctext_code *code) {
    t3_highlight_free_match_(code->match);
    t3_highlight_free_(code->highlight);
    free(code);
}

size_t ctext_code_line(struct ctext_code *code, const char *line, size_t length, struct ctext_span *spans,
                       size_t capacity) {
    size_t count = 0;
    t3_highlight_next_line_(code->match);
    char has_more;
    do {
        has_more = t3_highlight_match_(code->match, line, length);
        const size_t places[] = {t3_highlight_get_start_(code->match), t3_highlight_get_match_start_(code->match),
                                 t3_highlight_get_end_(code->match)};
        const int styles[] = {t3_highlight_get_begin_attr_(code->match), t3_highlight_get_match_attr_(code->match)};
        for (size_t part = 0; part < 2; part++) {
            const size_t start = places[part], end = places[part + 1];
            if (start >= end || end > length || styles[part] == CTEXT_NORMAL) continue;
            struct ctext_span *last = count > 0 ? &spans[count - 1] : NULL;
            if (last != NULL && last->end == start && (int)last->style == styles[part]) {
                last->end = (uint32_t)end;
            } else if (count < capacity) {
                spans[count++] = (struct ctext_span){(uint32_t)start, (uint32_t)end, (enum ctext_style)styles[part]};
            }
        }
    } while (has_more);
    return count;
}
