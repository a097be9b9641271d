/// The part of libt3highlight and libt3config that is used: their own headers come with a package of their own.
/// `Scripts/abi` compares these declarations with them.
#ifndef CTEXT_CODE_ABI_H
#define CTEXT_CODE_ABI_H

#include <stddef.h>
#include <stdio.h>

typedef struct t3_highlight_t t3_highlight_t;
typedef struct t3_highlight_match_t t3_highlight_match_t;
typedef struct t3_config_t t3_config_t;

/// The text is UTF-8 and valid; a definition includes others, which are on a path.
enum { CODE_ABI_VALID_UTF8 = 2, CODE_ABI_INCLUDES = 2 };

/// The options of reading a definition.
struct code_options {
    int flags;
    union {
        struct {
            const char **path; ///< folders, up to NULL
            int flags;
        } usual;
        struct {
            void *function;
            void *context;
        } own;
    } include;
};

t3_highlight_t *t3_highlight_new(t3_config_t *syntax, int (*style)(void *, const char *), void *context, int flags,
                                 void *failure);
void t3_highlight_free(t3_highlight_t *highlight);
t3_highlight_match_t *t3_highlight_new_match(const t3_highlight_t *highlight);
void t3_highlight_free_match(t3_highlight_match_t *match);
/// Whether there is more of the line, as the library's own type for that.
char t3_highlight_match(t3_highlight_match_t *match, const char *line, size_t length);
int t3_highlight_next_line(t3_highlight_match_t *match);
size_t t3_highlight_get_start(t3_highlight_match_t *match);
size_t t3_highlight_get_match_start(t3_highlight_match_t *match);
size_t t3_highlight_get_end(t3_highlight_match_t *match);
int t3_highlight_get_begin_attr(t3_highlight_match_t *match);
int t3_highlight_get_match_attr(t3_highlight_match_t *match);
t3_config_t *t3_config_read_file(FILE *file, void *failure, const struct code_options *options);
t3_config_t *t3_config_read_buffer(const char *buffer, size_t size, void *failure,
                                   const struct code_options *options);

#endif
