#include "CText.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <opened.h>

#include "libraries.h"

// Only filters that run in process: the library's others start programs. Without xar, whose links can send
// the library into a loop.
#define SUPPORT_FUNCTIONS(F)                                                                      \
    F(archive_read_support_filter_gzip)                                                           \
    F(archive_read_support_filter_bzip2)                                                          \
    F(archive_read_support_filter_xz)                                                             \
    F(archive_read_support_filter_lzma)                                                           \
    F(archive_read_support_filter_zstd)                                                           \
    F(archive_read_support_filter_lz4)                                                            \
    F(archive_read_support_filter_compress)                                                       \
    F(archive_read_support_filter_lzip)                                                           \
    F(archive_read_support_filter_rpm)                                                            \
    F(archive_read_support_format_tar)                                                            \
    F(archive_read_support_format_zip)                                                            \
    F(archive_read_support_format_7zip)                                                           \
    F(archive_read_support_format_rar)                                                            \
    F(archive_read_support_format_rar5)                                                           \
    F(archive_read_support_format_cab)                                                            \
    F(archive_read_support_format_lha)                                                            \
    F(archive_read_support_format_cpio)                                                           \
    F(archive_read_support_format_ar)                                                             \
    F(archive_read_support_format_iso9660)                                                        \
    F(archive_read_support_format_raw)
#define FUNCTIONS(F)                                                                              \
    F(archive_read_new)                                                                           \
    F(archive_read_free)                                                                          \
    F(archive_read_set_callback_data)                                                             \
    F(archive_read_set_read_callback)                                                             \
    F(archive_read_set_skip_callback)                                                             \
    F(archive_read_set_seek_callback)                                                             \
    F(archive_read_open1)                                                                         \
    F(archive_read_next_header)                                                                   \
    F(archive_read_data)                                                                          \
    F(archive_entry_pathname_utf8)                                                                \
    F(archive_entry_pathname)                                                                     \
    F(archive_entry_size)                                                                         \
    F(archive_entry_size_is_set)                                                                  \
    F(archive_entry_filetype)                                                                     \
    F(archive_entry_is_encrypted)                                                                 \
    F(archive_read_has_encrypted_entries)                                                         \
    F(archive_format)                                                                             \
    F(archive_filter_count)

FUNCTIONS(OPENED_DECLARE)
SUPPORT_FUNCTIONS(OPENED_DECLARE)

/// The locale whose encoding libarchive uses: in the C locale, which is limited to ASCII, it drops all other
/// characters of names that archives store in Unicode.
static locale_t unicode;

int ctext_open_archive(void) {
    if (unicode == (locale_t)0) unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    OPENED_LIBRARY("libarchive.so.13", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP)
    OPENED_LIBRARY("libarchive.so.13", RTLD_NOW, SUPPORT_FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

/// A file, and the maximum number of bytes to read from it.
struct source {
    int descriptor;
    int64_t start;
    int64_t place;
    int64_t size;
    uint64_t left;
    int exhausted;
    char bytes[65536];
};

static la_ssize_t read_source(struct archive *archive, void *data, const void **buffer) {
    (void)archive;
    struct source *source = data;
    *buffer = source->bytes;
    if (source->left == 0) {
        source->exhausted = 1;
        return 0;
    }
    size_t wanted = sizeof source->bytes < source->left ? sizeof source->bytes : source->left;
    if (source->place >= source->size) return 0;
    if (wanted > (uint64_t)(source->size - source->place)) wanted = (size_t)(source->size - source->place);
    ssize_t count = pread(source->descriptor, source->bytes, wanted, source->start + source->place);
    if (count < 0) return -1;
    source->place += count;
    source->left -= (uint64_t)count;
    return count;
}

static la_int64_t skip_source(struct archive *archive, void *data, la_int64_t count) {
    (void)archive;
    struct source *source = data;
    if (count < 0 || count > source->size - source->place) return 0;
    source->place += count;
    return count;
}

static la_int64_t seek_source(struct archive *archive, void *data, la_int64_t offset, int whence) {
    (void)archive;
    struct source *source = data;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? source->place : source->size;
    int64_t place;
    if (__builtin_add_overflow(base, offset, &place) || place < 0 || place > source->size) return -1;
    source->place = place;
    return place;
}

#define SUPPORT(name) name##_(archive);

/// The state of reading an archive.
struct reading {
    struct archive *archive;
    struct source *source;
    locale_t before;
};

/// Opens an archive of which at most `limit` bytes are read. Returns 0, or -1 if it cannot be opened; the
/// caller must close `reading` in either case.
static int begin(struct reading *reading, const struct ctext_file_part *part, uint64_t limit) {
    // Without this locale, names lose characters, but listing still works.
    reading->before = unicode != (locale_t)0 ? uselocale(unicode) : (locale_t)0;
    struct source *source = reading->source = calloc(1, sizeof *source);
    struct archive *archive = reading->archive = archive_read_new_();
    if (source == NULL || archive == NULL) return -1;
    source->descriptor = part->descriptor;
    source->start = part->start;
    source->size = part->size;
    source->left = limit;
    SUPPORT_FUNCTIONS(SUPPORT)
    archive_read_set_callback_data_(archive, source);
    archive_read_set_read_callback_(archive, read_source);
    archive_read_set_skip_callback_(archive, skip_source);
    archive_read_set_seek_callback_(archive, seek_source);
    return archive_read_open1_(archive) == ARCHIVE_OK ? 0 : -1;
}

static void end(struct reading *reading) {
    if (reading->archive != NULL) archive_read_free_(reading->archive);
    free(reading->source);
    if (reading->before != (locale_t)0) uselocale(reading->before);
}

/// Returns whether libarchive can continue; warnings concern data that is not needed here.
static int is_usable(int result) { return result == ARCHIVE_OK || result == ARCHIVE_WARN; }

static struct ctext_entry entry_of(struct archive_entry *entry, int is_single) {
    const char *name = archive_entry_pathname_utf8_(entry);
    if (name == NULL) name = archive_entry_pathname_(entry);
    return (struct ctext_entry){
        .name = name != NULL ? name : "",
        .size = archive_entry_size_is_set_(entry) ? archive_entry_size_(entry) : -1,
        .is_single = is_single,
        .is_folder = archive_entry_filetype_(entry) == AE_IFDIR,
        .is_encrypted = archive_entry_is_encrypted_(entry) != 0};
}

/// The whole of a file; without its size, nothing of it.
static struct ctext_file_part whole(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) status.st_size = 0;
    return (struct ctext_file_part){descriptor, 0, status.st_size};
}

int ctext_list(int descriptor, uint64_t limit,
               int (*handler)(void *context, const struct ctext_entry *entry), void *context) {
    struct ctext_file_part part = whole(descriptor);
    return ctext_list_part(&part, limit, handler, context);
}

int ctext_list_part(const struct ctext_file_part *part, uint64_t limit,
                    int (*handler)(void *context, const struct ctext_entry *entry), void *context) {
    struct reading reading;
    int how = CTEXT_NO_ARCHIVE;
    if (begin(&reading, part, limit) == 0) {
        struct archive *archive = reading.archive;
        struct archive_entry *entry;
        int result;
        size_t count = 0;
        while (is_usable(result = archive_read_next_header_(archive, &entry))) {
            int is_raw = archive_format_(archive) == ARCHIVE_FORMAT_RAW;
            // Any data matches the "raw" format; accept it only for a single compressed file.
            if (is_raw && archive_filter_count_(archive) <= 1) {
                result = ARCHIVE_FATAL;
                break;
            }
            count++;
            struct ctext_entry told = entry_of(entry, is_raw);
            if (!handler(context, &told)) {
                result = ARCHIVE_RETRY;
                break;
            }
        }
        if (result == ARCHIVE_EOF) {
            how = reading.source->exhausted ? CTEXT_BEGINNING : CTEXT_WHOLE;
        } else if (result == ARCHIVE_RETRY || reading.source->exhausted) {
            how = CTEXT_BEGINNING;
        } else {
            how = count > 0 ? CTEXT_DAMAGED : CTEXT_NO_ARCHIVE;
            // An archive without listable entries has encrypted names.
            if (count == 0 && archive_read_has_encrypted_entries_(archive) > 0) {
                how = CTEXT_ENCRYPTED;
            }
        }
    }
    end(&reading);
    return how;
}

int ctext_unpack(int descriptor, uint64_t limit, size_t place, uint8_t *bytes, size_t length) {
    struct ctext_file_part part = whole(descriptor);
    return ctext_unpack_part(&part, limit, place, bytes, length);
}

int ctext_unpack_part(const struct ctext_file_part *part, uint64_t limit, size_t place, uint8_t *bytes, size_t length) {
    struct reading reading;
    int failure = begin(&reading, part, limit);
    if (failure == 0) {
        struct archive *archive = reading.archive;
        struct archive_entry *entry;
        int result;
        for (size_t index = 0; is_usable(result = archive_read_next_header_(archive, &entry)); index++) {
            if (index == place) break;
        }
        size_t done = 0;
        while (is_usable(result) && done < length) {
            la_ssize_t count = archive_read_data_(archive, bytes + done, length - done);
            if (count <= 0) break;
            done += (size_t)count;
        }
        // The size does not match the header. libarchive verifies the checksum only on a read past
        // the last byte.
        uint8_t more;
        if (!is_usable(result) || done < length || archive_read_data_(archive, &more, 1) != 0) failure = -1;
    }
    end(&reading);
    return failure;
}
