/// The declarations of libxml2's HTML parser that this target uses, as in its stable interface
/// (libxml/HTMLparser.h).
///
/// Declared here rather than included: the flags of its pkg-config file would link the library, which only
/// the helper for text needs. Scripts/abi compares these declarations with the real headers.
#ifndef CTEXT_HTML_ABI_H
#define CTEXT_HTML_ABI_H

typedef struct html_parser html_parser;

/// `htmlSAXHandler`: callbacks in the library's order; unused ones are NULL.
struct html_handler {
    void *unused[14];
    void (*startElement)(void *context, const unsigned char *name, const unsigned char **attributes);
    void (*endElement)(void *context, const unsigned char *name);
    void *reference;
    void (*characters)(void *context, const unsigned char *text, int length);
    void (*ignorableWhitespace)(void *context, const unsigned char *text, int length);
    void *rest[6];
    void *cdataBlock;
    void *externalSubset;
    unsigned int initialized;
    void *version2[4];
};

enum {
    HTML_ABI_RECOVER = 1 << 0,
    HTML_ABI_NO_ERROR = 1 << 5,
    HTML_ABI_NO_WARNING = 1 << 6,
    HTML_ABI_NO_NETWORK = 1 << 11,
    HTML_ABI_NOT_IMPLIED = 1 << 13,
    HTML_ABI_IGNORE_ENCODING = 1 << 21,
    HTML_ABI_UTF8 = 1
};

html_parser *htmlCreatePushParserCtxt(struct html_handler *handler, void *context, const char *bytes,
                                      int length, const char *name, int encoding);
int htmlCtxtUseOptions(html_parser *parser, int options);
int htmlParseChunk(html_parser *parser, const char *bytes, int length, int is_last);
void htmlFreeParserCtxt(html_parser *parser);
long xmlByteConsumed(html_parser *parser);
void xmlStopParser(html_parser *parser);
void xmlInitParser(void);

#endif
