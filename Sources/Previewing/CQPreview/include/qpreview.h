/// libqpreview: facts, pictures, pages, and text of files, by the preview helper of the user.
///
/// The helper, `qpreviewd`, reads each file in a process of its own, in a sandbox; this library reads none. It sends the open
/// file, and receives the result. Programs share one helper, which is started when it is needed, and leaves when it is idle.
///
/// ```c
/// qpreview *previews = qpreview_open(NULL);
/// qpreview_picture_options options = QPREVIEW_PICTURE_OPTIONS;
/// options.size = 256;
/// qpreview_answer *answer = qpreview_thumbnail(previews, fd, "report.pdf", &options);
/// const qpreview_picture *picture = qpreview_answer_picture(answer);
/// if (picture) show(picture->pixels, picture->width, picture->height, picture->stride);
/// else fprintf(stderr, "%s\n", qpreview_answer_message(answer));
/// qpreview_answer_free(answer);
/// qpreview_close(previews);
/// ```
///
/// **Threads.** Any number of threads may use one `qpreview` at the same time. A request and its answers belong to one thread
/// at a time; only `qpreview_request_cancel` may be called from any thread while the request exists. The library creates no
/// threads, installs no signal handlers, and never raises SIGPIPE.
///
/// **Descriptors.** A file's descriptor stays the caller's, keeps its position, and may be closed as soon as the function
/// returns. It must be open for reading: a regular file, or a folder for facts and pictures.
///
/// **Waiting.** Functions that say so wait for the helper; no function waits longer than 200 seconds. All others return at once.
///
/// **Stability.** Names, values, and the order of members stay. Structures that callers fill begin with their size, and those
/// that the library returns are only extended at their end. The library is `libqpreview.so.0`.
#ifndef QPREVIEW_H
#define QPREVIEW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Marks the functions that the library exports.
#if defined(QPREVIEW_BUILD) && defined(__GNUC__)
#define QPREVIEW_API __attribute__((visibility("default")))
#else
#define QPREVIEW_API
#endif

/// The version of this interface.
#define QPREVIEW_VERSION "0.1"

/// Returns the version of the interface that the library in use has, such as "0.1".
QPREVIEW_API const char *qpreview_version(void);

// MARK: Codes

/// The outcome of a request. Codes may be added: treat an unknown one as `QPREVIEW_FAILED`.
typedef enum qpreview_code {
    /// The request is fulfilled.
    QPREVIEW_OK = 0,
    /// There is no preview of this type, the document has nothing to show, or it has no pages.
    QPREVIEW_NO_PREVIEW = 1,
    /// The document is damaged.
    QPREVIEW_DAMAGED = 2,
    /// The document opens only with a password.
    QPREVIEW_ENCRYPTED = 3,
    /// The password does not open the document.
    QPREVIEW_WRONG_PASSWORD = 4,
    /// The file is empty.
    QPREVIEW_EMPTY = 5,
    /// The document has no such page.
    QPREVIEW_NO_SUCH_PAGE = 6,
    /// Reading the document took too long, or exceeds a limit of memory, processor time, pixels, or output.
    QPREVIEW_OVER_LIMIT = 7,
    /// The library that reads this type crashed on the document, now or three times before.
    QPREVIEW_CRASHED = 8,
    /// The descriptor is not a readable regular file or folder.
    QPREVIEW_UNREADABLE = 9,
    /// The request is not valid, such as a picture of 0 pixels.
    QPREVIEW_INVALID = 10,
    /// The request was canceled.
    QPREVIEW_CANCELED = 11,
    /// A package is missing, or a layer of the sandbox: the message says which.
    QPREVIEW_UNAVAILABLE = 12,
    /// The helper is not installed, cannot be started, or is of another version than this library.
    QPREVIEW_NO_HELPER = 13,
    /// The helper ended, or did not answer in time. The library has tried twice.
    QPREVIEW_HELPER_LOST = 14,
    /// The helper has too many requests. Try again later.
    QPREVIEW_BUSY = 15,
    /// This process has no memory or no descriptors left.
    QPREVIEW_NO_MEMORY = 16,
    /// Another failure; the message says which.
    QPREVIEW_FAILED = 17
} qpreview_code;

// MARK: Opening

/// The way to the helper of the user.
typedef struct qpreview qpreview;

/// Options of `qpreview_open`; begin with `QPREVIEW_OPEN_OPTIONS`.
typedef struct qpreview_open_options {
    /// The size of this structure.
    size_t size_of_options;
    /// The path of `qpreviewd`; NULL for that in the variable `QPREVIEWD`, else that of this library's installation.
    const char *helper;
    /// The path of the helper's socket; NULL for that in `QPREVIEW_SOCKET`, else `$XDG_RUNTIME_DIR/qpreview/socket`, else
    /// `/run/user/UID/qpreview/socket`, else `qpreview/socket` in the user's folder for caches.
    const char *socket;
    /// The language of messages and kinds: "en" or "zh-Hans", or a locale such as "zh_CN.UTF-8"; NULL for that of the
    /// variables `LC_ALL`, `LC_MESSAGES`, and `LANG`.
    const char *language;
    /// Not 0 to use a helper only where one is running, and to start none.
    int never_start;
} qpreview_open_options;

/// The usual options.
#define QPREVIEW_OPEN_OPTIONS { sizeof(qpreview_open_options), NULL, NULL, NULL, 0 }

/// Opens the way to the helper. Neither waits nor starts anything: the first request does.
///
/// Returns NULL where memory is short. `options` may be NULL.
QPREVIEW_API qpreview *qpreview_open(const qpreview_open_options *options);

/// Closes the way to the helper, after all requests have been freed. `previews` may be NULL.
QPREVIEW_API void qpreview_close(qpreview *previews);

// MARK: Answers

/// The quality of an answer. Of a request for several, each answer is better than the one before.
typedef enum qpreview_quality {
    /// The icon of the type that the name suggests: within milliseconds.
    QPREVIEW_ICON = 1,
    /// A picture that exists already: from the thumbnail cache of the desktop, or inside a photo. It may be smaller.
    QPREVIEW_EMBEDDED = 2,
    /// The picture that was asked for.
    QPREVIEW_RENDERED = 3,
    /// A card with icon, name, kind, size, and reason, because there is no picture; only where the request allows it. The
    /// code and the message of the answer are the reason.
    QPREVIEW_CARD = 4
} qpreview_quality;

/// The order of bytes in a pixel.
typedef enum qpreview_format {
    /// Red, green, blue, alpha; not premultiplied. As `GDK_MEMORY_R8G8B8A8`, and PNG. Costs nothing.
    QPREVIEW_RGBA = 0,
    /// Blue, green, red, alpha in memory; premultiplied: `CAIRO_FORMAT_ARGB32` on a little-endian machine, and
    /// `GDK_MEMORY_B8G8R8A8_PREMULTIPLIED`. Costs a pass over the pixels.
    QPREVIEW_BGRA_PREMULTIPLIED = 1
} qpreview_format;

/// A picture; belongs to its answer.
typedef struct qpreview_picture {
    /// The pixels from the top left, 4 bytes each, in sRGB.
    const unsigned char *pixels;
    /// The width in pixels.
    int width;
    /// The height in pixels.
    int height;
    /// The bytes from one row to the next.
    int stride;
    /// The order of the bytes.
    qpreview_format format;
    /// The quality.
    qpreview_quality quality;
    /// Not 0 where the document contains the picture, such as a cover.
    int is_embedded;
} qpreview_picture;

/// The facts of a file; belong to their answer.
typedef struct qpreview_info {
    /// The MIME type, such as "application/pdf".
    const char *type;
    /// The kind in the user's language, such as "PDF document".
    const char *kind;
    /// The title in the document's metadata: one line; NULL for none.
    const char *title;
    /// A note in the user's language: why there is no picture, or that the name is misleading; NULL for none.
    const char *note;
    /// The number of pages; -1 where the type has none, or the document does not open.
    int64_t pages;
    /// The width of a picture in pixels, or of the first page in points; 0 where it is unknown.
    double width;
    /// The height of a picture in pixels, or of the first page in points; 0 where it is unknown.
    double height;
    /// The size of the file in bytes; -1 for a folder.
    int64_t bytes;
    /// Not 0 where width and height are pixels.
    int measures_pixels;
    /// Not 0 where the document opens only with a password.
    int is_encrypted;
    /// Not 0 for a folder.
    int is_folder;
    /// What a picture of it would be: `QPREVIEW_RENDERED`, `QPREVIEW_EMBEDDED`, or `QPREVIEW_CARD` for none.
    qpreview_quality preview;
    /// Why the document cannot be shown; `QPREVIEW_OK` where nothing is known to prevent it.
    qpreview_code problem;
    /// Not 0 where this library opens the document with its password: an encrypted PDF, but no other encrypted document.
    int takes_password;
} qpreview_info;

/// A word on a page, in points from the top left of the page as displayed.
typedef struct qpreview_word {
    /// The word: UTF-8.
    const char *text;
    /// The left edge.
    float x;
    /// The upper edge.
    float y;
    /// The width.
    float width;
    /// The height.
    float height;
} qpreview_word;

/// The text of a page; belongs to its answer.
typedef struct qpreview_page_text {
    /// The page, counted from 1.
    int page;
    /// The width of the page in points.
    double width;
    /// The height of the page in points.
    double height;
    /// The text in reading order: valid UTF-8, lines end with a line feed.
    const char *text;
    /// The words with their places; NULL where they were not asked for.
    const qpreview_word *words;
    /// The number of words.
    size_t word_count;
} qpreview_page_text;

/// An answer to a request.
typedef struct qpreview_answer qpreview_answer;

/// Returns the outcome.
QPREVIEW_API qpreview_code qpreview_answer_code(const qpreview_answer *answer);

/// Returns the outcome by its name, which never changes and is more precise than the code, such as "memory-limit"; "ok" for
/// `QPREVIEW_OK`.
QPREVIEW_API const char *qpreview_answer_reason(const qpreview_answer *answer);

/// Returns what is wrong as a sentence in the user's language; an empty text for `QPREVIEW_OK`. Contains no file name.
QPREVIEW_API const char *qpreview_answer_message(const qpreview_answer *answer);

/// Returns the picture; NULL where there is none.
QPREVIEW_API const qpreview_picture *qpreview_answer_picture(const qpreview_answer *answer);

/// Returns the facts; NULL where there are none. Pictures have type and kind only.
QPREVIEW_API const qpreview_info *qpreview_answer_info(const qpreview_answer *answer);

/// Returns the number of pages whose text is in the answer.
QPREVIEW_API size_t qpreview_answer_page_count(const qpreview_answer *answer);

/// Returns the text of a page by its index, from 0; NULL beyond the last one.
QPREVIEW_API const qpreview_page_text *qpreview_answer_page(const qpreview_answer *answer, size_t index);

/// Returns the page with which the next request for text goes on; 0 where the answer contains all that was asked for.
QPREVIEW_API int qpreview_answer_next_page(const qpreview_answer *answer);

/// Returns the PDF of an answer to a request for pages: a sealed memory file, which the answer closes; -1 where there is none.
QPREVIEW_API int qpreview_answer_pdf(const qpreview_answer *answer);

/// Returns the size of the PDF in bytes.
QPREVIEW_API int64_t qpreview_answer_pdf_size(const qpreview_answer *answer);

/// Copies the picture into the caller's memory.
///
/// Rows begin `stride` bytes apart; `capacity` is the size of the memory. Returns `QPREVIEW_OK`; `QPREVIEW_INVALID`, without
/// writing, where there is no picture or it does not fit.
QPREVIEW_API qpreview_code qpreview_answer_copy_picture(const qpreview_answer *answer, void *pixels, size_t stride,
                                                        size_t capacity, qpreview_format format);

/// Frees an answer with all that belongs to it. `answer` may be NULL.
QPREVIEW_API void qpreview_answer_free(qpreview_answer *answer);

// MARK: Requests

/// A request in progress.
typedef struct qpreview_request qpreview_request;

/// Options of a picture; begin with `QPREVIEW_PICTURE_OPTIONS`.
typedef struct qpreview_picture_options {
    /// The size of this structure.
    size_t size_of_options;
    /// The page, counted from 1.
    int page;
    /// The longest edge in points of the display.
    int size;
    /// Pixels per point, such as 1.5; `size * scale` is at most 8192.
    double scale;
    /// The password of an encrypted PDF; NULL for none.
    const char *password;
    /// The order of the bytes in a pixel.
    qpreview_format format;
    /// Not 0 to get a card where there is no picture.
    int card;
    /// Not 0 to get first the icon, and a picture that exists already, as separate answers. What is superseded before it is
    /// ready is left out.
    int three_answers;
} qpreview_picture_options;

/// The usual options: the first page, 256 points, one answer.
#define QPREVIEW_PICTURE_OPTIONS { sizeof(qpreview_picture_options), 1, 256, 1.0, NULL, QPREVIEW_RGBA, 0, 0 }

/// Options of the pages; begin with `QPREVIEW_PAGES_OPTIONS`.
typedef struct qpreview_pages_options {
    /// The size of this structure.
    size_t size_of_options;
    /// The width of the paper in points, for documents without pages of their own.
    double width;
    /// The height of the paper in points.
    double height;
    /// The password of an encrypted PDF; NULL for none.
    const char *password;
} qpreview_pages_options;

/// The usual options: A4.
#define QPREVIEW_PAGES_OPTIONS { sizeof(qpreview_pages_options), 595.276, 841.89, NULL }

/// Options of the text; begin with `QPREVIEW_TEXT_OPTIONS`.
typedef struct qpreview_text_options {
    /// The size of this structure.
    size_t size_of_options;
    /// The first page, counted from 1.
    int first;
    /// The last page; 0 for the last one of the document.
    int last;
    /// Not 0 to get each word with its place.
    int positions;
    /// The password of an encrypted PDF; NULL for none.
    const char *password;
} qpreview_text_options;

/// The usual options: all pages, without places.
#define QPREVIEW_TEXT_OPTIONS { sizeof(qpreview_text_options), 1, 0, 0, NULL }

/// Begins a request for the facts of a file.
///
/// - `file`: its open descriptor.
/// - `name`: its name or path, of which only the last part is used: a hint, and never opened. May be NULL.
/// - `password`: that of an encrypted PDF; NULL for none.
///
/// Returns the request, never NULL unless memory is short. What is wrong comes as an answer.
QPREVIEW_API qpreview_request *qpreview_request_info(qpreview *previews, int file, const char *name,
                                                     const char *password);

/// Begins a request for a picture of a page. `options` may be NULL; otherwise as `qpreview_request_info`.
QPREVIEW_API qpreview_request *qpreview_request_thumbnail(qpreview *previews, int file, const char *name,
                                                          const qpreview_picture_options *options);

/// Begins a request for all pages of a document as a PDF. `options` may be NULL.
QPREVIEW_API qpreview_request *qpreview_request_pages(qpreview *previews, int file, const char *name,
                                                      const qpreview_pages_options *options);

/// Begins a request for the text of a document. `options` may be NULL.
///
/// An answer contains the text of as many pages as the helper's limits allow for one answer, at least one;
/// `qpreview_answer_next_page` says where the next request goes on.
QPREVIEW_API qpreview_request *qpreview_request_text(qpreview *previews, int file, const char *name,
                                                     const qpreview_text_options *options);

/// Returns a descriptor to poll: whenever it is readable, call `qpreview_request_next`. It belongs to the request; do not read
/// from it.
QPREVIEW_API int qpreview_request_fd(const qpreview_request *request);

/// Returns the next answer, or NULL where none is ready. Never waits.
///
/// The caller frees the answer. After the last answer, `qpreview_request_is_done` is true.
QPREVIEW_API qpreview_answer *qpreview_request_next(qpreview_request *request);

/// Waits for the next answer, at most `milliseconds`, or without a limit of the caller's for a negative number.
///
/// Returns NULL where none came, or all have been returned.
QPREVIEW_API qpreview_answer *qpreview_request_wait(qpreview_request *request, int milliseconds);

/// Returns 1 once all answers have been returned, otherwise 0.
QPREVIEW_API int qpreview_request_is_done(const qpreview_request *request);

/// Cancels the request: the helper ends its work at once. The last answer has the code `QPREVIEW_CANCELED`, unless it came
/// before. May be called from any thread.
QPREVIEW_API void qpreview_request_cancel(qpreview_request *request);

/// Frees a request, and cancels it where it is still in progress. `request` may be NULL.
QPREVIEW_API void qpreview_request_free(qpreview_request *request);

// MARK: Requests that wait

/// Returns the facts of a file; waits. As `qpreview_request_info`, with the last answer; NULL where memory is short.
QPREVIEW_API qpreview_answer *qpreview_facts(qpreview *previews, int file, const char *name, const char *password);

/// Returns a picture of a page; waits. As `qpreview_request_thumbnail`, with the last answer; NULL where memory is short.
QPREVIEW_API qpreview_answer *qpreview_thumbnail(qpreview *previews, int file, const char *name,
                                                 const qpreview_picture_options *options);

/// Draws a page into the caller's memory; waits.
///
/// Rows begin `stride` bytes apart; `capacity` is the size of the memory, which is enough for `size * scale` pixels in both
/// directions. Sets `width` and `height`, which may be NULL. Returns the outcome.
QPREVIEW_API qpreview_code qpreview_thumbnail_into(qpreview *previews, int file, const char *name,
                                                   const qpreview_picture_options *options, void *pixels,
                                                   size_t stride, size_t capacity, int *width, int *height);

/// Returns all pages as a PDF; waits. As `qpreview_request_pages`; NULL where memory is short.
QPREVIEW_API qpreview_answer *qpreview_pages(qpreview *previews, int file, const char *name,
                                             const qpreview_pages_options *options);

/// Returns the text of a document; waits. As `qpreview_request_text`; NULL where memory is short.
QPREVIEW_API qpreview_answer *qpreview_text(qpreview *previews, int file, const char *name,
                                            const qpreview_text_options *options);

#ifdef __cplusplus
}
#endif

#endif
