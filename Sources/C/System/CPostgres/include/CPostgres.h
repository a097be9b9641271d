/// Connections to PostgreSQL, through libpq.
///
/// The library is opened at the first call, because most services keep their queue in a file. It may be missing. A
/// connection is used by one thread at a time. Each call has a time limit, except for the
/// lookup of a server's name.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stdint.h>

/// A connection, a `PGconn`.
typedef struct cpostgres_connection cpostgres_connection_t;
/// A result, a `PGresult`.
typedef struct cpostgres_result cpostgres_result_t;

/// Opens libpq, once. Returns 0, or -1 where it is not installed, or too old for pipelines.
///
/// `notice` gets the severity and the first line of each notice, without its data, with the context of its connection.
int cpostgres_open(void (*notice)(void *context, const char *severity, const char *message));

/// Reads a connection string or URI. Calls `take` with each option that it sets, and returns 0; where it cannot be
/// read, calls it once with NULL and the reason, and returns -1.
int cpostgres_parse(const char *text, void *context, void (*take)(void *context, const char *key, const char *value));

/// Connects; both lists end with NULL. Returns NULL only where memory is short; `cpostgres_is_open` says whether there
/// is a connection. `context` is for its notices.
cpostgres_connection_t *cpostgres_connect(const char *const *keys, const char *const *values, void *context);
void cpostgres_close(cpostgres_connection_t *connection);
int cpostgres_is_open(cpostgres_connection_t *connection);
/// The message of the last error, valid until the next call.
const char *cpostgres_message(cpostgres_connection_t *connection);
/// Whether the server asked for a password that was not found.
int cpostgres_needs_password(cpostgres_connection_t *connection);
/// Connects once more where there is no connection, and writes the SQLSTATE with which the server refuses it: five
/// characters and a NUL, or an empty text where the server gives none. The attempt may succeed.
///
/// libpq has the SQLSTATE of a refused connection only in its verbose message, which can be asked for once there is a
/// `PGconn`: thus the second attempt.
void cpostgres_explain(cpostgres_connection_t *connection, char state[6]);
int cpostgres_server_version(cpostgres_connection_t *connection);
int cpostgres_process(cpostgres_connection_t *connection);

/// Begins a script of statements without values; only outside of a pipeline. Returns 0 or -1, as all below.
int cpostgres_send_script(cpostgres_connection_t *connection, const char *sql);
/// From now on, statements are sent without waiting for the results of those before them.
int cpostgres_enter_pipeline(cpostgres_connection_t *connection);
int cpostgres_send_prepare(cpostgres_connection_t *connection, const char *name, const char *sql);
/// Sends a prepared statement with up to 32 values.
///
/// `bytes` has the values one after the other, each with a NUL after it; `lengths` has their lengths, -1 for `NULL`;
/// `formats` is 0 for what the server parses, and 1 for the bytes of a text.
int cpostgres_send_prepared(cpostgres_connection_t *connection, const char *name, int count, const char *bytes,
                            const int32_t *lengths, const int32_t *formats);
/// Ends a part of the pipeline: the server answers, and after an error it listens again.
int cpostgres_send_sync(cpostgres_connection_t *connection);

enum {
    CPOSTGRES_LOST = -1,
    CPOSTGRES_LATE = -2,
    /// There are no more results of this statement.
    CPOSTGRES_END = 0,
    CPOSTGRES_RESULT = 1,
};

/// Waits for the next result, until `deadline` in milliseconds of CLOCK_MONOTONIC. Returns one of the above.
int cpostgres_next(cpostgres_connection_t *connection, int64_t deadline, cpostgres_result_t **result);
int64_t cpostgres_now(void);

/// Waits for notifications of channels that the session listens to, until `deadline`, while no result is awaited. Calls
/// `take` with the text of each that is there, and returns one of the above.
int cpostgres_next_notification(cpostgres_connection_t *connection, int64_t deadline,
                                void (*take)(void *context, const char *text), void *context);

enum {
    CPOSTGRES_DONE,
    CPOSTGRES_ROWS,
    CPOSTGRES_SYNC,
    CPOSTGRES_ABORTED,
    CPOSTGRES_ERROR,
};

int cpostgres_result_kind(const cpostgres_result_t *result);
/// The SQLSTATE of an error; empty where the library reports one.
const char *cpostgres_result_state(const cpostgres_result_t *result);
/// The first line of an error, without its details, which have data of rows.
const char *cpostgres_result_message(const cpostgres_result_t *result);
int cpostgres_result_rows(const cpostgres_result_t *result);
/// Whether it says that a transaction was committed; `COMMIT` of one that has failed rolls it back instead.
int cpostgres_result_is_commit(cpostgres_result_t *result);
/// The number of rows that a statement changed.
int64_t cpostgres_result_changes(cpostgres_result_t *result);
/// A value as text, or NULL, and its length.
const char *cpostgres_result_value(const cpostgres_result_t *result, int row, int column, int32_t *length);
void cpostgres_result_free(cpostgres_result_t *result);


#endif
