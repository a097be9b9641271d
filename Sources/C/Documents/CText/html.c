#include "CText.h"

#include <limits.h>
#include <opened.h>
#include <string.h>

#include "html_abi.h"
#include "libraries.h"

#define FUNCTIONS(F)                                                                              \
    F(htmlCreatePushParserCtxt)                                                                   \
    F(htmlCtxtUseOptions)                                                                         \
    F(htmlParseChunk)                                                                             \
    F(htmlFreeParserCtxt)                                                                         \
    F(xmlByteConsumed)                                                                            \
    F(xmlStopParser)                                                                              \
    F(xmlInitParser)

FUNCTIONS(OPENED_DECLARE)

/// The maximum nesting depth of elements: the parser compares an end tag with every open element.
enum { DEPTH_LIMIT = 2000 };

/// A wrapper around the page: the parser stops at the end of the first element, but pages continue after it.
/// No page ends an element of this name, which would end the reading.
static const char wrapper[] = "<qpreview-page>";
enum { WRAPPER = sizeof wrapper - 1 };

/// The state of parsing a document.
struct reading {
    html_parser *parser;
    int (*handler)(void *context, const struct ctext_markup *markup);
    void *context;
    int depth;
    int is_stopped;
    int is_too_deep;
};

static int ignore_markup(void *context, const struct ctext_markup *markup) {
    (void)context;
    (void)markup;
    return 1;
}

int ctext_open_html(void) {
    // libarchive has already loaded it.
    OPENED_LIBRARY("libxml2.so.2", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP)
    xmlInitParser_();
    // Parsing a trusted page builds the tables that each child would otherwise have to build.
    static const char page[] = "<p title='&amp;'>&eacute;</p>";
    return ctext_html(page, sizeof page - 1, ignore_markup, NULL);
}

static void stop(struct reading *reading) {
    reading->is_stopped = 1;
    xmlStopParser_(reading->parser);
}

static void report(struct reading *reading, struct ctext_markup markup) {
    // The parser still reports end tags of open elements after it was stopped.
    if (reading->is_stopped) return;
    const long place = xmlByteConsumed_(reading->parser);
    markup.place = place > WRAPPER ? (size_t)place - WRAPPER : 0;
    if (!reading->handler(reading->context, &markup)) stop(reading);
}

/// Whether an attribute of an element is reported.
static int is_wanted(const char *element, const char *attribute) {
    // A drawing (SVG) within a page shows its pictures by elements of their own.
    static const char *const wanted[][2] = {{"a", "href"},      {"img", "src"},          {"img", "alt"},
                                            {"img", "width"},   {"img", "height"},       {"img", "style"},
                                            {"image", "href"},  {"image", "xlink:href"}, {"base", "href"}};
    for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
        if (strcmp(wanted[index][0], element) == 0 && strcmp(wanted[index][1], attribute) == 0) return 1;
    }
    return 0;
}

static void begin_element(void *context, const unsigned char *name, const unsigned char **attributes) {
    struct reading *reading = context;
    if (++reading->depth > DEPTH_LIMIT) {
        if (!reading->is_stopped) reading->is_too_deep = 1, stop(reading);
        return;
    }
    report(reading, (struct ctext_markup){.kind = CTEXT_BEGIN, .bytes = (const char *)name,
                                          .length = strlen((const char *)name)});
    for (; attributes != NULL && attributes[0] != NULL; attributes += 2) {
        const char *attribute = (const char *)attributes[0], *value = (const char *)attributes[1];
        if (value == NULL || !is_wanted((const char *)name, attribute)) continue;
        report(reading, (struct ctext_markup){.kind = CTEXT_ATTRIBUTE, .bytes = value, .name = attribute,
                                              .length = strlen(value)});
    }
}

static void end_element(void *context, const unsigned char *name) {
    struct reading *reading = context;
    reading->depth--;
    report(reading, (struct ctext_markup){.kind = CTEXT_END, .bytes = (const char *)name,
                                          .length = strlen((const char *)name)});
}

static void take_text(void *context, const unsigned char *text, int length) {
    if (length <= 0) return;
    report(context, (struct ctext_markup){.kind = CTEXT_TEXT, .bytes = (const char *)text,
                                          .length = (size_t)length});
}

int ctext_html(const char *text, size_t length,
               int (*handler)(void *context, const struct ctext_markup *markup), void *context) {
    struct reading reading = {.handler = handler, .context = context};
    // The parser reports scripts and styles as CDATA blocks, which are ignored.
    struct html_handler functions = {.startElement = begin_element,
                                     .endElement = end_element,
                                     .characters = take_text,
                                     .ignorableWhitespace = take_text,
                                     .initialized = 1};
    reading.parser =
        htmlCreatePushParserCtxt_(&functions, &reading, NULL, 0, NULL, HTML_ABI_UTF8);
    if (reading.parser == NULL) return -1;
    htmlCtxtUseOptions_(reading.parser, HTML_ABI_RECOVER | HTML_ABI_NO_ERROR | HTML_ABI_NO_WARNING |
                                            HTML_ABI_NO_NETWORK | HTML_ABI_NOT_IMPLIED |
                                            HTML_ABI_IGNORE_ENCODING);
    const int count = length > INT_MAX ? INT_MAX : (int)length;
    // The parser recovers from errors in the markup; ignore its result.
    htmlParseChunk_(reading.parser, wrapper, WRAPPER, 0);
    htmlParseChunk_(reading.parser, text, count, 1);
    htmlFreeParserCtxt_(reading.parser);
    return reading.is_too_deep;
}
