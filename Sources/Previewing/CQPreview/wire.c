#define _GNU_SOURCE
#include "library.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The layout of messages is that of ResidentRequest.swift and ResidentAnswer.swift.

#define REQUEST_MAGIC 0x51525651u
#define ANSWER_MAGIC 0x41525651u
#define PROTOCOL_VERSION 1
#define NAME_LIMIT 255
#define PASSWORD_LIMIT 127

uint64_t read_number(const unsigned char *bytes, size_t size) {
    uint64_t number = 0;
    for (size_t index = 0; index < size; index++) number |= (uint64_t)bytes[index] << (8 * index);
    return number;
}

// MARK: Writing

static void write_number(struct message *message, uint64_t number, size_t size) {
    for (size_t index = 0; index < size; index++) {
        message->bytes[message->length++] = (unsigned char)(number >> (8 * index));
    }
}

static void write_double(struct message *message, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    write_number(message, bits, 8);
}

static void write_text(struct message *message, const char *text, size_t length) {
    write_number(message, length, 2);
    memcpy(message->bytes + message->length, text, length);
    message->length += length;
}

/// The end of a path that fits into a request, beginning with a whole character; "" for what is not UTF-8.
static const char *file_name(const char *path, size_t *length) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *name = slash ? slash + 1 : path ? path : "";
    *length = strlen(name);
    while (*length > NAME_LIMIT || (*length > 0 && ((unsigned char)*name & 0xC0) == 0x80)) {
        name++;
        (*length)--;
    }
    if (!is_text((const unsigned char *)name, *length)) {
        // Its extension is the hint.
        const char *dot = strrchr(name, '.');
        name = dot && is_text((const unsigned char *)dot, strlen(dot)) ? dot : "";
        *length = strlen(name);
    }
    return name;
}

bool encode_request(const struct values *values, struct message *message) {
    size_t name_length;
    const char *name = file_name(values->name, &name_length);
    const char *password = values->password ? values->password : "";
    const size_t password_length = strlen(password);
    if (password_length > PASSWORD_LIMIT) return false;
    if (!is_text((const unsigned char *)password, password_length)) return false;
    message->length = 0;
    write_number(message, REQUEST_MAGIC, 4);
    write_number(message, PROTOCOL_VERSION, 2);
    write_number(message, values->operation, 2);
    write_number(message, 1, 4);
    write_number(message, values->options, 2);
    write_number(message, values->page, 4);
    write_number(message, values->last_page, 4);
    write_number(message, values->size, 4);
    write_double(message, values->scale);
    write_double(message, values->paper_width);
    write_double(message, values->paper_height);
    write_text(message, name, name_length);
    write_text(message, password, password_length);
    write_number(message, 0, 4);
    return true;
}

// MARK: Reading

/// The bytes of an answer that have not been read. Once they end early, everything that follows is 0.
struct reader {
    const unsigned char *next, *end;
    bool failed;
};

static uint64_t take(struct reader *reader, size_t size) {
    if (reader->failed || (size_t)(reader->end - reader->next) < size) {
        reader->failed = true;
        return 0;
    }
    const uint64_t number = read_number(reader->next, size);
    reader->next += size;
    return number;
}

static double take_double(struct reader *reader) {
    const uint64_t bits = take(reader, 8);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/// Copies a text into a buffer of 1025 bytes, or skips it for NULL.
static void take_text(struct reader *reader, char *buffer, size_t capacity) {
    const size_t length = take(reader, 2);
    if (reader->failed || (size_t)(reader->end - reader->next) < length || length >= capacity
        || !is_text(reader->next, length)) {
        reader->failed = true;
        return;
    }
    if (buffer) {
        memcpy(buffer, reader->next, length);
        buffer[length] = 0;
    }
    reader->next += length;
}

/// As `take_text`; false for a text that is left out.
static bool take_optional_text(struct reader *reader, char *buffer, size_t capacity) {
    if (take(reader, 1) == 0) return false;
    take_text(reader, buffer, capacity);
    return !reader->failed;
}

static const struct {
    const char *name;
    qpreview_code code;
} codes[] = {
    {"ok", QPREVIEW_OK},
    {"no-preview", QPREVIEW_NO_PREVIEW},
    {"variant-unsupported", QPREVIEW_NO_PREVIEW},
    {"files-missing", QPREVIEW_NO_PREVIEW},
    {"damaged", QPREVIEW_DAMAGED},
    {"encrypted", QPREVIEW_ENCRYPTED},
    {"password-wrong", QPREVIEW_WRONG_PASSWORD},
    {"empty", QPREVIEW_EMPTY},
    {"page-out-of-range", QPREVIEW_NO_SUCH_PAGE},
    {"time-limit", QPREVIEW_OVER_LIMIT},
    {"processor-limit", QPREVIEW_OVER_LIMIT},
    {"memory-limit", QPREVIEW_OVER_LIMIT},
    {"pixel-limit", QPREVIEW_OVER_LIMIT},
    {"output-too-large", QPREVIEW_OVER_LIMIT},
    {"crashed", QPREVIEW_CRASHED},
    {"forbidden-call", QPREVIEW_CRASHED},
    {"crashed-before", QPREVIEW_CRASHED},
    {"unreadable", QPREVIEW_UNREADABLE},
    {"invalid-request", QPREVIEW_INVALID},
    {"canceled", QPREVIEW_CANCELED},
    {"unconfined", QPREVIEW_UNAVAILABLE},
    {"unavailable", QPREVIEW_UNAVAILABLE},
    {"no-helper", QPREVIEW_NO_HELPER},
    {"helper-lost", QPREVIEW_HELPER_LOST},
    {"busy", QPREVIEW_BUSY},
    {"no-memory", QPREVIEW_NO_MEMORY},
};

static qpreview_code code_named(const char *name) {
    for (size_t index = 0; index < sizeof codes / sizeof codes[0]; index++) {
        if (strcmp(codes[index].name, name) == 0) return codes[index].code;
    }
    return QPREVIEW_FAILED;
}

static void take_error(struct reader *reader, language language, struct qpreview_answer *answer) {
    char chinese[sizeof answer->message];
    take_text(reader, answer->reason, sizeof answer->reason);
    take_text(reader, answer->message, sizeof answer->message);
    if (take_optional_text(reader, chinese, sizeof chinese) && language == CHINESE) {
        memcpy(answer->message, chinese, sizeof chinese);
    }
    take(reader, 1);
    take(reader, 4);
    take_optional_text(reader, NULL, sizeof answer->message);
    take_optional_text(reader, NULL, sizeof answer->message);
    answer->code = code_named(answer->reason);
}

/// The beginning of an AnswerMessage, which has the facts that this library passes on.
static void take_facts(struct reader *reader, struct qpreview_answer *answer, uint32_t *width, uint32_t *height) {
    qpreview_info *info = &answer->info;
    take(reader, 5);
    *width = (uint32_t)take(reader, 4);
    *height = (uint32_t)take(reader, 4);
    take_text(reader, answer->type, sizeof answer->type);
    if (take_optional_text(reader, answer->title, sizeof answer->title)) info->title = answer->title;
    info->type = answer->type;
    info->pages = (int64_t)take(reader, 8);
    const double page_width = take_double(reader), page_height = take_double(reader);
    // Callers divide by them.
    const bool has_size = isfinite(page_width) && isfinite(page_height) && page_width > 0 && page_height > 0;
    info->width = has_size ? page_width : 0;
    info->height = has_size ? page_height : 0;
    info->is_encrypted = take(reader, 1) != 0;
    // The helper unlocks no other type.
    info->takes_password = info->is_encrypted && strcmp(answer->type, "application/pdf") == 0;
    answer->has_info = !reader->failed;
}

static void take_words(struct reader *reader, struct qpreview_answer *answer) {
    qpreview_info *info = &answer->info;
    char problem[1025];
    take_text(reader, answer->kind, sizeof answer->kind);
    info->kind = answer->kind;
    if (take_optional_text(reader, answer->note, sizeof answer->note)) info->note = answer->note;
    info->preview = (qpreview_quality)take(reader, 1);
    info->bytes = (int64_t)take(reader, 8);
    info->measures_pixels = take(reader, 1) != 0;
    info->is_folder = take(reader, 1) != 0;
    if (take_optional_text(reader, problem, sizeof problem)) info->problem = code_named(problem);
}

// MARK: Files

/// Maps a file that nobody can change any more.
static const unsigned char *map_sealed(struct qpreview_answer *answer, int file, size_t needed) {
    const int wanted = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    struct stat status;
    const int seals = fcntl(file, F_GET_SEALS);
    if (seals < 0 || (seals & wanted) != wanted || fstat(file, &status) != 0) return NULL;
    if (status.st_size <= 0 || (uint64_t)status.st_size < needed) return NULL;
    void *mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapped == MAP_FAILED) return NULL;
    answer->mapped = mapped;
    answer->mapped_size = (size_t)status.st_size;
    return mapped;
}

static bool take_picture(struct qpreview_answer *answer, int file, uint32_t width, uint32_t height,
                         qpreview_format format) {
    qpreview_picture *picture = &answer->picture;
    if (width < 1 || height < 1 || width > EDGE_LIMIT || height > EDGE_LIMIT) return false;
    picture->pixels = map_sealed(answer, file, (size_t)width * height * 4);
    if (!picture->pixels) return false;
    picture->width = (int)width;
    picture->height = (int)height;
    picture->stride = (int)width * 4;
    picture->format = QPREVIEW_RGBA;
    if (format != QPREVIEW_RGBA) {
        answer->converted = malloc((size_t)width * height * 4);
        if (!answer->converted) return false;
        copy_pixels(answer->converted, (size_t)width * 4, format, picture);
        picture->pixels = answer->converted;
        picture->format = format;
    }
    answer->has_picture = true;
    return true;
}

/// Takes what the file contains, and closes it unless it is a PDF.
static bool take_file(struct qpreview_answer *answer, int file, enum operation operation, uint32_t width,
                      uint32_t height, qpreview_format format, uint64_t size) {
    if (file < 0) return true;
    bool done = true;
    if (operation == OPERATION_PAGES) {
        answer->pdf = file;
        answer->pdf_size = (int64_t)size;
        return true;
    }
    if (operation == OPERATION_THUMBNAIL) {
        done = take_picture(answer, file, width, height, format);
    } else if (operation == OPERATION_TEXT) {
        const unsigned char *bytes = map_sealed(answer, file, 1);
        done = bytes && decode_pages(answer, bytes, answer->mapped_size);
    }
    close(file);
    return done;
}

bool decode_answer(const unsigned char *bytes, size_t length, int file, enum operation operation,
                   language language, qpreview_format format, struct qpreview_answer *answer,
                   struct outline *outline) {
    struct reader reader = {bytes, bytes + length, false};
    outline->kind = KIND_DAMAGED;
    outline->is_last = true;
    const bool is_answer = take(&reader, 4) == ANSWER_MAGIC;
    const uint64_t version = take(&reader, 2), kind = take(&reader, 2);
    if (!is_answer || reader.failed || version != PROTOCOL_VERSION || kind != KIND_ANSWER) {
        // These fields have the same place in every version.
        if (is_answer && !reader.failed) {
            outline->kind = version != PROTOCOL_VERSION ? KIND_OTHER_VERSION
                            : kind > KIND_INVALID       ? KIND_DAMAGED
                                                        : (enum answer_kind)kind;
        }
        if (file >= 0) close(file);
        return true;
    }
    take(&reader, 4);
    const bool is_last = take(&reader, 1) != 0;
    const uint64_t quality = take(&reader, 1);
    answer->picture.is_embedded = take(&reader, 1) != 0;
    take(&reader, 1);
    answer->next_page = (int)take(&reader, 4);
    const uint64_t size = take(&reader, 8);
    snprintf(answer->reason, sizeof answer->reason, "ok");
    if (take(&reader, 1) != 0) take_error(&reader, language, answer);
    const size_t facts = take(&reader, 4);
    uint32_t width = 0, height = 0;
    if (!reader.failed && facts > 0 && facts <= (size_t)(reader.end - reader.next)) {
        struct reader inner = {reader.next, reader.next + facts, false};
        take_facts(&inner, answer, &width, &height);
        reader.failed = inner.failed;
    }
    if (facts > (size_t)(reader.end - reader.next)) reader.failed = true;
    if (!reader.failed) reader.next += facts;
    if (take(&reader, 1) != 0) take_words(&reader, answer);
    if (reader.failed || quality > QPREVIEW_CARD) {
        if (file >= 0) close(file);
        return true;
    }
    answer->picture.quality = (qpreview_quality)quality;
    if (!take_file(answer, file, operation, width, height, format, size)) return false;
    outline->kind = KIND_ANSWER;
    outline->is_last = is_last;
    return true;
}
