#include "CText.h"

#include <stdlib.h>
#include <unistd.h>

#include <opened.h>

#include "djvu_abi.h"
#include "libraries.h"

// Of DjVuLibre, whose headers need not be installed.
#define FUNCTIONS(F)                                                                              \
    F(ddjvu_context_t *, ddjvu_context_create, (const char *name))                                \
    F(ddjvu_message_t *, ddjvu_message_peek, (ddjvu_context_t * context))                         \
    F(ddjvu_message_t *, ddjvu_message_wait, (ddjvu_context_t * context))                         \
    F(void, ddjvu_message_pop, (ddjvu_context_t * context))                                       \
    F(int, ddjvu_job_status, (ddjvu_job_t * job))                                                 \
    F(ddjvu_document_t *, ddjvu_document_create, (ddjvu_context_t * context, const char *url, int cache)) \
    F(ddjvu_job_t *, ddjvu_document_job, (ddjvu_document_t * document))                           \
    F(void, ddjvu_stream_write, (ddjvu_document_t * document, int stream, const char *data, unsigned long length)) \
    F(void, ddjvu_stream_close, (ddjvu_document_t * document, int stream, int stop))              \
    F(int, ddjvu_document_get_pagenum, (ddjvu_document_t * document))                             \
    F(ddjvu_page_t *, ddjvu_page_create_by_pageno, (ddjvu_document_t * document, int page))       \
    F(ddjvu_job_t *, ddjvu_page_job, (ddjvu_page_t * page))                                       \
    F(int, ddjvu_page_get_width, (ddjvu_page_t * page))                                           \
    F(int, ddjvu_page_get_height, (ddjvu_page_t * page))                                          \
    F(int, ddjvu_page_get_resolution, (ddjvu_page_t * page))                                      \
    F(ddjvu_format_t *, ddjvu_format_create, (int style, int count, unsigned int *masks))         \
    F(void, ddjvu_format_set_row_order, (ddjvu_format_t * format, int top_to_bottom))             \
    F(void, ddjvu_format_release, (ddjvu_format_t * format))                                      \
    F(int, ddjvu_page_render,                                                                     \
      (ddjvu_page_t * page, int mode, const ddjvu_rect_t *whole, const ddjvu_rect_t *part,        \
       const ddjvu_format_t *format, unsigned long row, char *pixels))

FUNCTIONS(OPENED_DECLARE_AS)

static int is_open;

static int open_djvu(void) {
    OPENED_LIBRARY("libdjvulibre.so.21", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP_AS)
    return 0;
}

void ctext_open_djvu(void) { is_open = open_djvu() == 0; }

int ctext_has_djvu(void) { return is_open; }

/// The one document of a child, which ends with it.
static ddjvu_context_t *context;
static ddjvu_document_t *document;
static ddjvu_page_t *page;

/// Handles the messages until a job has ended. Returns 0, or -1 where it has failed.
static int finish(ddjvu_job_t *job) {
    while (ddjvu_job_status_(job) < DJVU_ABI_JOB_OK) {
        ddjvu_message_t *message = ddjvu_message_wait_(context);
        if (message == NULL) return -1;
        // A part of the document in another file, which no one has.
        if (message->tag == DJVU_ABI_NEWSTREAM && message->stream != 0)
            ddjvu_stream_close_(document, message->stream, 1);
        ddjvu_message_pop_(context);
    }
    return ddjvu_job_status_(job) == DJVU_ABI_JOB_OK ? 0 : -1;
}

int ctext_djvu_open(int descriptor) {
    if (!is_open) return -1;
    // It looks for its messages in the user's home, which it would ask the system for, and along the path of programs.
    setenv("HOME", "/", 0);
    context = ddjvu_context_create_("/document");
    if (context == NULL) return -1;
    document = ddjvu_document_create_(context, NULL, 0);
    if (document == NULL) return -1;
    char bytes[65536];
    off_t place = 0;
    ssize_t count;
    while ((count = pread(descriptor, bytes, sizeof bytes, place)) > 0) {
        ddjvu_stream_write_(document, 0, bytes, (unsigned long)count);
        place += count;
    }
    ddjvu_stream_close_(document, 0, 0);
    if (finish(ddjvu_document_job_(document)) != 0) return -1;
    return ddjvu_document_get_pagenum_(document);
}

int ctext_djvu_page(int number, struct ctext_djvu_size *size) {
    page = ddjvu_page_create_by_pageno_(document, number);
    if (page == NULL || finish(ddjvu_page_job_(page)) != 0) return -1;
    int width = ddjvu_page_get_width_(page);
    int height = ddjvu_page_get_height_(page);
    int dots = ddjvu_page_get_resolution_(page);
    if (width <= 0 || height <= 0 || width > 100000 || height > 100000) return -1;
    *size = (struct ctext_djvu_size){(uint32_t)width, (uint32_t)height, dots < 25 || dots > 6000 ? 300 : (uint32_t)dots};
    return 0;
}

int ctext_djvu_draw(uint32_t width, uint32_t height, uint8_t *pixels) {
    ddjvu_format_t *format = ddjvu_format_create_(DJVU_ABI_RGB24, 0, NULL);
    if (page == NULL || format == NULL) return -1;
    ddjvu_format_set_row_order_(format, 1);
    ddjvu_rect_t whole = {0, 0, width, height};
    int done = ddjvu_page_render_(page, DJVU_ABI_COLOR, &whole, &whole, format, width * 3UL, (char *)pixels);
    ddjvu_format_release_(format);
    return done ? 0 : -1;
}
