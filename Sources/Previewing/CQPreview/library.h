/// What the files of libqpreview share. Nothing in here is exported.
#ifndef QPREVIEW_LIBRARY_H
#define QPREVIEW_LIBRARY_H

#include "qpreview.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>
#include <sys/un.h>

/// The largest request and the largest answer, in bytes; those of ResidentRequest and ResidentAnswer.
#define REQUEST_SIZE 2048
#define ANSWER_SIZE (65536 + 8192)
/// The longest edge of a picture, in pixels.
#define EDGE_LIMIT 8192

/// The language of a message.
typedef enum { ENGLISH, CHINESE } language;

struct qpreview {
    pthread_mutex_t lock;
    /// The path of the helper; NULL where none is installed.
    char *helper;
    struct sockaddr_un address;
    bool has_address;
    bool socket_is_named;
    bool never_starts;
    language language;
    /// Readable once the helper that was started last is ready, or has ended; -1 for none.
    int started;
};

struct qpreview_answer {
    qpreview_code code;
    char reason[65];
    char message[1025];
    qpreview_info info;
    bool has_info;
    char type[1025], title[1025], kind[1025], note[1025];
    qpreview_picture picture;
    bool has_picture;
    /// The mapped file with the pixels; NULL for none.
    void *mapped;
    size_t mapped_size;
    /// Pixels in another format; NULL for none.
    unsigned char *converted;
    /// The texts of pages; NULL for none.
    qpreview_page_text *pages;
    size_t page_count;
    /// The words of all pages, and their letters.
    qpreview_word *words;
    char *letters;
    int next_page;
    int pdf;
    int64_t pdf_size;
    struct qpreview_answer *next;
};

/// The operations, as in ResidentRequest.
enum operation { OPERATION_INFO = 1, OPERATION_THUMBNAIL = 2, OPERATION_PAGES = 3, OPERATION_TEXT = 4 };

/// The options, as in ResidentRequest.
enum { OPTION_CARD = 1, OPTION_THREE_ANSWERS = 2, OPTION_POSITIONS = 4, OPTION_CHINESE = 8 };

/// The kinds of answers, as in ResidentAnswer; 0 for bytes that are not one.
enum answer_kind { KIND_DAMAGED = 0, KIND_ANSWER = 1, KIND_OTHER_VERSION = 2, KIND_BUSY = 3, KIND_INVALID = 4 };

/// A request as it is sent.
struct message {
    unsigned char bytes[REQUEST_SIZE];
    size_t length;
};

/// The values of a request.
struct values {
    enum operation operation;
    uint16_t options;
    uint32_t page, last_page, size;
    double scale, paper_width, paper_height;
    const char *name, *password;
};

/// Encodes a request; false where a value is too long.
bool encode_request(const struct values *values, struct message *message);

/// What an answer says of itself.
struct outline {
    enum answer_kind kind;
    bool is_last;
};

/// Decodes an answer with the file that came with it, which it takes over (-1 for none).
///
/// `answer` stays empty unless the kind is KIND_ANSWER. Returns false where memory is short.
bool decode_answer(const unsigned char *bytes, size_t length, int file, enum operation operation,
                   language language, qpreview_format format, struct qpreview_answer *answer,
                   struct outline *outline);

/// Decodes the texts of pages; false where they are damaged or memory is short.
bool decode_pages(struct qpreview_answer *answer, const unsigned char *bytes, size_t length);

/// Whether bytes are valid UTF-8 without zeros.
bool is_text(const unsigned char *bytes, size_t length);

/// Reads an integer of `size` bytes, little-endian.
uint64_t read_number(const unsigned char *bytes, size_t size);

/// Copies pixels from one format to the other.
void copy_pixels(unsigned char *to, size_t to_stride, qpreview_format to_format, const qpreview_picture *from);

/// An answer with a code of the library's own, and its words; NULL where memory is short.
struct qpreview_answer *own_answer(qpreview_code code, language language);

/// Connects to the helper. Returns the socket, or the negative error number.
int connect_helper(struct qpreview *previews);

/// Starts the helper. Returns a descriptor that becomes readable once it is ready or has ended, or the negative error number.
int start_helper(struct qpreview *previews);

/// Sends a request with its file. Returns 0, or the negative error number.
int send_request(int socket, const struct message *message, int file);

/// Receives a message with at most one file, without waiting. Returns its length, 0 at the end, or the negative error number.
ssize_t receive_answer(int socket, unsigned char *bytes, size_t capacity, int *file);

/// Copies options of a program that may have been built with another version.
#define GIVEN(type, usual, options)                                                                \
    type given = usual;                                                                            \
    if (options) {                                                                                 \
        const size_t size = (options)->size_of_options;                                            \
        memcpy(&given, (options), size < sizeof given ? size : sizeof given);                      \
    }

#endif
