#include "CText.h"

#include <mobi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <opened.h>

#include "libraries.h"

#define FUNCTIONS(F)                                                                              \
    F(mobi_init)                                                                                  \
    F(mobi_free)                                                                                  \
    F(mobi_free_rawml)                                                                            \
    F(mobi_load_file)                                                                             \
    F(mobi_is_encrypted)                                                                          \
    F(mobi_meta_get_title)                                                                        \
    F(mobi_get_exthrecord_by_tag)                                                                 \
    F(mobi_decode_exthvalue)                                                                      \
    F(mobi_get_first_resource_record)                                                             \
    F(mobi_get_record_by_seqnumber)                                                               \
    F(mobi_init_rawml)                                                                            \
    F(mobi_parse_rawml)                                                                           \
    F(mobi_get_resource_by_uid)

FUNCTIONS(OPENED_DECLARE)

static int is_open;

static int open_mobi(void) {
    OPENED_LIBRARY("libmobi.so.0", RTLD_LAZY, FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

void ctext_open_mobi(void) { is_open = open_mobi() == 0; }

int ctext_has_mobi(void) { return is_open; }

struct ctext_mobi {
    MOBIData *data;
    MOBIRawml *contents;
    char *title;
};

/// Whether the records follow each other within the file: libmobi makes room for what is between their places.
static int has_records(int descriptor) {
    enum { HEAD = 78, ENTRY = 8 };
    uint8_t head[HEAD], entry[ENTRY];
    struct stat facts;
    if (fstat(descriptor, &facts) != 0 || pread(descriptor, head, HEAD, 0) != HEAD) return 0;
    const int count = head[76] << 8 | head[77];
    int64_t before = 0;
    for (int index = 0; index < count; index++) {
        if (pread(descriptor, entry, ENTRY, HEAD + index * ENTRY) != ENTRY) return 0;
        const int64_t place = (int64_t)entry[0] << 24 | entry[1] << 16 | entry[2] << 8 | entry[3];
        if (place < before || place > facts.st_size) return 0;
        before = place;
    }
    return count > 0;
}

struct ctext_mobi *ctext_mobi_open(int descriptor) {
    if (!is_open || !has_records(descriptor)) return NULL;
    const int copy = dup(descriptor);
    if (copy < 0) return NULL;
    FILE *file = fdopen(copy, "r");
    if (file == NULL) {
        close(copy);
        return NULL;
    }
    rewind(file);
    struct ctext_mobi *book = calloc(1, sizeof *book);
    if (book != NULL) book->data = mobi_init_();
    const int is_read = book != NULL && book->data != NULL && mobi_load_file_(book->data, file) == MOBI_SUCCESS;
    fclose(file);
    if (is_read) return book;
    ctext_mobi_close(book);
    return NULL;
}

void ctext_mobi_close(struct ctext_mobi *book) {
    if (book == NULL) return;
    if (book->contents != NULL) mobi_free_rawml_(book->contents);
    if (book->data != NULL) mobi_free_(book->data);
    free(book->title);
    free(book);
}

int ctext_mobi_is_encrypted(const struct ctext_mobi *book) { return mobi_is_encrypted_(book->data); }

const char *ctext_mobi_title(struct ctext_mobi *book) {
    if (book->title == NULL) book->title = mobi_meta_get_title_(book->data);
    return book->title;
}

struct ctext_bytes ctext_mobi_cover(const struct ctext_mobi *book) {
    struct ctext_bytes none = {NULL, 0};
    const MOBIExthHeader *field = mobi_get_exthrecord_by_tag_(book->data, EXTH_COVEROFFSET);
    if (field == NULL) field = mobi_get_exthrecord_by_tag_(book->data, EXTH_THUMBOFFSET);
    if (field == NULL || field->data == NULL) return none;
    const size_t first = mobi_get_first_resource_record_(book->data);
    const size_t place = mobi_decode_exthvalue_(field->data, field->size);
    if (first == MOBI_NOTSET) return none;
    const MOBIPdbRecord *record = mobi_get_record_by_seqnumber_(book->data, first + place);
    if (record == NULL || record->data == NULL) return none;
    return (struct ctext_bytes){record->data, record->size};
}

/// Whether the text, in each of the formats that the book has, is as large as one may be: libmobi makes room for all that is said.
static int is_possible(const struct ctext_mobi *book) {
    enum { LIMIT = 256 << 20 };
    for (const MOBIData *part = book->data; part != NULL; part = part->next) {
        if (part->rh == NULL) return 0;
        if ((size_t)part->rh->text_record_count * part->rh->text_record_size > LIMIT) return 0;
        // Of two formats in one file, each has the other one as its next.
        if (part->next == book->data) break;
    }
    return 1;
}

/// The text of a book, which is unpacked once.
static const MOBIRawml *text(struct ctext_mobi *book) {
    if (book->contents != NULL || !is_possible(book)) return book->contents;
    MOBIRawml *rawml = mobi_init_rawml_(book->data);
    if (rawml != NULL && mobi_parse_rawml_(rawml, book->data) == MOBI_SUCCESS) {
        book->contents = rawml;
    } else if (rawml != NULL) {
        mobi_free_rawml_(rawml);
    }
    return book->contents;
}

struct ctext_bytes ctext_mobi_part(struct ctext_mobi *book, size_t index) {
    const MOBIRawml *rawml = text(book);
    const MOBIPart *part = rawml == NULL ? NULL : rawml->markup;
    for (; part != NULL && index > 0; index--) part = part->next;
    return part == NULL ? (struct ctext_bytes){NULL, 0} : (struct ctext_bytes){part->data, part->size};
}

struct ctext_bytes ctext_mobi_picture(struct ctext_mobi *book, size_t number) {
    const MOBIRawml *rawml = text(book);
    const MOBIPart *part = rawml == NULL ? NULL : mobi_get_resource_by_uid_(rawml, number);
    return part == NULL ? (struct ctext_bytes){NULL, 0} : (struct ctext_bytes){part->data, part->size};
}
