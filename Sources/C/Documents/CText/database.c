#include "CText.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <opened.h>

#include "libraries.h"

#define FUNCTIONS(F)                                                                              \
    F(sqlite3_initialize)                                                                         \
    F(sqlite3_vfs_register)                                                                       \
    F(sqlite3_open_v2)                                                                            \
    F(sqlite3_close)                                                                              \
    F(sqlite3_db_config)                                                                          \
    F(sqlite3_limit)                                                                              \
    F(sqlite3_progress_handler)                                                                   \
    F(sqlite3_prepare_v2)                                                                         \
    F(sqlite3_step)                                                                               \
    F(sqlite3_column_count)                                                                       \
    F(sqlite3_column_name)                                                                        \
    F(sqlite3_column_type)                                                                        \
    F(sqlite3_column_text)                                                                        \
    F(sqlite3_column_bytes)                                                                       \
    F(sqlite3_finalize)

FUNCTIONS(OPENED_DECLARE)

/// The document: an open file, of which SQLite reads parts, and nothing else.
struct document {
    sqlite3_file file;
    int descriptor;
};

/// The descriptor for the file that is opened next: there is one thread, and one document.
static int next_descriptor = -1;

static int close_file(sqlite3_file *file) {
    (void)file;
    return SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    struct document *document = (struct document *)file;
    int done = 0;
    while (done < count) {
        ssize_t read = pread(document->descriptor, (char *)bytes + done, (size_t)(count - done), offset + done);
        if (read < 0) return SQLITE_IOERR_READ;
        if (read == 0) break;
        done += (int)read;
    }
    if (done == count) return SQLITE_OK;
    memset((char *)bytes + done, 0, (size_t)(count - done));
    return SQLITE_IOERR_SHORT_READ;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    (void)file, (void)bytes, (void)count, (void)offset;
    return SQLITE_READONLY;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    (void)file, (void)size;
    return SQLITE_READONLY;
}

static int sync_file(sqlite3_file *file, int flags) {
    (void)file, (void)flags;
    return SQLITE_OK;
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size) {
    struct stat status;
    if (fstat(((struct document *)file)->descriptor, &status) != 0) return SQLITE_IOERR_FSTAT;
    *size = status.st_size;
    return SQLITE_OK;
}

static int lock_file(sqlite3_file *file, int level) {
    (void)file, (void)level;
    return SQLITE_OK;
}

static int is_reserved(sqlite3_file *file, int *result) {
    (void)file;
    *result = 0;
    return SQLITE_OK;
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
    (void)file, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *file) {
    (void)file;
    return 512;
}

// Immutable: nobody asks for a journal or a log beside it.
static int characteristics(sqlite3_file *file) {
    (void)file;
    return SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1, .xClose = close_file, .xRead = read_file, .xWrite = write_file, .xTruncate = truncate_file,
    .xSync = sync_file, .xFileSize = size_of_file, .xLock = lock_file, .xUnlock = lock_file,
    .xCheckReservedLock = is_reserved, .xFileControl = control_file, .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
};

static int open_file(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    struct document *document = (struct document *)file;
    document->file.pMethods = NULL;
    // Journals and scratch files do not exist.
    if (name == NULL || !(flags & SQLITE_OPEN_MAIN_DB)) return SQLITE_CANTOPEN;
    document->descriptor = next_descriptor;
    document->file.pMethods = &methods;
    if (out != NULL) *out = flags;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs, (void)name, (void)sync;
    return SQLITE_READONLY;
}

static int has_file(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs, (void)name, (void)flags;
    *result = 0;
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *full) {
    (void)vfs;
    size_t length = strlen(name);
    if (length >= (size_t)size) return SQLITE_CANTOPEN;
    memcpy(full, name, length + 1);
    return SQLITE_OK;
}

static int random_bytes(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    memset(bytes, 7, (size_t)count);
    return count;
}

static int wait_for(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return microseconds;
}

static int current_time(sqlite3_vfs *vfs, double *day) {
    (void)vfs;
    *day = 0;
    return SQLITE_OK;
}

static int last_error(sqlite3_vfs *vfs, int count, char *words) {
    (void)vfs, (void)count, (void)words;
    return 0;
}

static sqlite3_vfs files = {
    .iVersion = 1, .szOsFile = sizeof(struct document), .mxPathname = 64, .zName = "document", .xOpen = open_file,
    .xDelete = delete_file, .xAccess = has_file, .xFullPathname = full_name, .xRandomness = random_bytes,
    .xSleep = wait_for, .xCurrentTime = current_time, .xGetLastError = last_error,
};

int ctext_open_database(void) {
    OPENED_LIBRARY("libsqlite3.so.0", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

struct ctext_database {
    sqlite3 *connection;
    clock_t end;
};

/// Ends a question that takes too long.
static int is_late(void *context) {
    struct ctext_database *database = context;
    return clock() > database->end;
}

struct ctext_database *ctext_database_open(int descriptor) {
    if (sqlite3_initialize_() != SQLITE_OK || sqlite3_vfs_register_(&files, 0) != SQLITE_OK) return NULL;
    struct ctext_database *database = calloc(1, sizeof *database);
    if (database == NULL) return NULL;
    next_descriptor = descriptor;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    if (sqlite3_open_v2_("document", &database->connection, flags, "document") != SQLITE_OK) {
        ctext_database_close(database);
        return NULL;
    }
    sqlite3 *connection = database->connection;
    // What the document says is data, and no program: no functions, triggers, or views of it run.
    sqlite3_db_config_(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config_(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config_(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config_(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config_(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_limit_(connection, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit_(connection, SQLITE_LIMIT_LENGTH, 16 << 20);
    sqlite3_limit_(connection, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
    sqlite3_limit_(connection, SQLITE_LIMIT_EXPR_DEPTH, 100);
    sqlite3_limit_(connection, SQLITE_LIMIT_WORKER_THREADS, 0);
    sqlite3_progress_handler_(connection, 1000, is_late, database);
    return database;
}

void ctext_database_close(struct ctext_database *database) {
    if (database == NULL) return;
    sqlite3_close_(database->connection);
    free(database);
}

int ctext_database_ask(struct ctext_database *database, const char *question, uint32_t milliseconds,
                       int (*handler)(void *context, const struct ctext_row *row), void *context) {
    sqlite3_stmt *statement = NULL;
    database->end = clock() + (clock_t)milliseconds * (CLOCKS_PER_SEC / 1000);
    if (sqlite3_prepare_v2_(database->connection, question, -1, &statement, NULL) != SQLITE_OK) return -1;
    int count = sqlite3_column_count_(statement);
    struct ctext_cell *cells = calloc((size_t)count + 1, sizeof *cells);
    int result = cells == NULL ? SQLITE_NOMEM : SQLITE_ROW;
    int names = 1;
    while (result == SQLITE_ROW) {
        for (int column = 0; column < count; column++) {
            struct ctext_cell *cell = &cells[column];
            if (names) {
                cell->text = sqlite3_column_name_(statement, column);
                cell->length = cell->text == NULL ? 0 : strlen(cell->text);
                continue;
            }
            int type = sqlite3_column_type_(statement, column);
            cell->kind = type == SQLITE_NULL                              ? CTEXT_VALUE_NULL
                         : type == SQLITE_BLOB                            ? CTEXT_VALUE_BLOB
                         : type == SQLITE_INTEGER || type == SQLITE_FLOAT ? CTEXT_VALUE_NUMBER
                                                                          : CTEXT_VALUE_WORDS;
            // Bytes that are no text are only counted.
            cell->text = type == SQLITE_BLOB || type == SQLITE_NULL
                             ? NULL
                             : (const char *)sqlite3_column_text_(statement, column);
            cell->length = (size_t)sqlite3_column_bytes_(statement, column);
        }
        struct ctext_row row = {cells, (size_t)count, names};
        names = 0;
        if (!handler(context, &row)) {
            result = SQLITE_DONE;
            break;
        }
        result = sqlite3_step_(statement);
    }
    free(cells);
    sqlite3_finalize_(statement);
    return result == SQLITE_DONE ? 0 : -1;
}
