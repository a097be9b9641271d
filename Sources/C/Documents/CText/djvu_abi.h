/// What we use of DjVuLibre; Scripts/abi compares it with the library's header.
#ifndef CTEXT_DJVU_ABI_H
#define CTEXT_DJVU_ABI_H

typedef struct ddjvu_context_s ddjvu_context_t;
typedef struct ddjvu_job_s ddjvu_job_t;
typedef struct ddjvu_document_s ddjvu_document_t;
typedef struct ddjvu_page_s ddjvu_page_t;
typedef struct ddjvu_format_s ddjvu_format_t;

typedef struct ddjvu_rect_s {
    int x, y;
    unsigned int w, h;
} ddjvu_rect_t;

/// The beginning of a message, and what follows it in one about a new stream.
typedef struct {
    int tag;
    ddjvu_context_t *context;
    ddjvu_document_t *document;
    ddjvu_page_t *page;
    ddjvu_job_t *job;
    int stream;
} ddjvu_message_t;

enum {
    DJVU_ABI_NEWSTREAM = 2,
    DJVU_ABI_JOB_OK = 2,
    DJVU_ABI_COLOR = 0,
    DJVU_ABI_RGB24 = 1,
};

#endif
