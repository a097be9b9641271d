#include "CPostgres.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <opened.h>
#include <postgresql/libpq-fe.h>

#define FUNCTIONS(F)                                                                              \
    F(PQconninfoParse) F(PQconninfoFree) F(PQfreemem) F(PQconnectdbParams) F(PQfinish) F(PQstatus) \
    F(PQerrorMessage) F(PQconnectionNeedsPassword) F(PQserverVersion) F(PQbackendPID)             \
    F(PQsetErrorVerbosity) F(PQreset) F(PQsetNoticeReceiver) F(PQsetnonblocking) F(PQsendQuery) F(PQenterPipelineMode)              \
    F(PQsendPrepare) F(PQsendQueryPrepared) F(PQpipelineSync) F(PQflush) F(PQconsumeInput)        \
    F(PQisBusy) F(PQsocket) F(PQgetResult) F(PQresultStatus) F(PQresultErrorField) F(PQntuples)   \
    F(PQnotifies) F(PQcmdTuples) F(PQcmdStatus) F(PQgetisnull) F(PQgetvalue) F(PQgetlength) F(PQclear)

FUNCTIONS(OPENED_DECLARE)

static void (*notice_)(void *, const char *, const char *);

int cpostgres_open(void (*notice)(void *, const char *, const char *)) {
    notice_ = notice;
    OPENED_LIBRARY("libpq.so.5", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

static PGconn *pq(cpostgres_connection_t *connection) { return (PGconn *)connection; }
static const PGresult *res(const cpostgres_result_t *result) { return (const PGresult *)result; }
static int outcome(int succeeded) { return succeeded == 1 ? 0 : -1; }

// MARK: Connections

int cpostgres_parse(const char *text, void *context, void (*take)(void *, const char *, const char *)) {
    char *why = NULL;
    PQconninfoOption *options = PQconninfoParse_(text, &why);
    if (options == NULL) {
        take(context, NULL, why == NULL ? "" : why);
        if (why != NULL) PQfreemem_(why);
        return -1;
    }
    for (PQconninfoOption *option = options; option->keyword != NULL; option++) {
        if (option->val != NULL) take(context, option->keyword, option->val);
    }
    PQconninfoFree_(options);
    return 0;
}

static const char *field(const PGresult *result, int code) {
    const char *text = PQresultErrorField_(result, code);
    return text == NULL ? "" : text;
}

static void receive(void *context, const PGresult *result) {
    notice_(context, field(result, PG_DIAG_SEVERITY_NONLOCALIZED), field(result, PG_DIAG_MESSAGE_PRIMARY));
}

cpostgres_connection_t *cpostgres_connect(const char *const *keys, const char *const *values, void *context) {
    PGconn *connection = PQconnectdbParams_(keys, values, 0);
    if (connection == NULL) return NULL;
    PQsetNoticeReceiver_(connection, receive, context);
    PQsetnonblocking_(connection, 1);
    return (cpostgres_connection_t *)connection;
}

void cpostgres_close(cpostgres_connection_t *connection) { PQfinish_(pq(connection)); }

int cpostgres_is_open(cpostgres_connection_t *connection) { return PQstatus_(pq(connection)) == CONNECTION_OK; }

const char *cpostgres_message(cpostgres_connection_t *connection) { return PQerrorMessage_(pq(connection)); }

int cpostgres_needs_password(cpostgres_connection_t *connection) {
    return PQconnectionNeedsPassword_(pq(connection));
}

void cpostgres_explain(cpostgres_connection_t *connection, char state[6]) {
    PGconn *conn = pq(connection);
    PQsetErrorVerbosity_(conn, PQERRORS_VERBOSE);
    PQreset_(conn);
    PQsetErrorVerbosity_(conn, PQERRORS_DEFAULT);
    PQsetnonblocking_(conn, 1);
    state[0] = '\0';
    if (PQstatus_(conn) == CONNECTION_OK) return;
    // "FATAL:  28P01: password authentication failed", whatever the language of the server.
    for (const char *at = PQerrorMessage_(conn); (at = strstr(at, ":  ")) != NULL; at++) {
        const char *code = at + 3;
        if (strspn(code, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 5 || strncmp(code + 5, ": ", 2) != 0) continue;
        memcpy(state, code, 5);
        state[5] = '\0';
        return;
    }
}

int cpostgres_server_version(cpostgres_connection_t *connection) { return PQserverVersion_(pq(connection)); }

int cpostgres_process(cpostgres_connection_t *connection) { return PQbackendPID_(pq(connection)); }

// MARK: Statements

int cpostgres_send_script(cpostgres_connection_t *connection, const char *sql) {
    return outcome(PQsendQuery_(pq(connection), sql));
}

int cpostgres_enter_pipeline(cpostgres_connection_t *connection) {
    return outcome(PQenterPipelineMode_(pq(connection)));
}

int cpostgres_send_prepare(cpostgres_connection_t *connection, const char *name, const char *sql) {
    return outcome(PQsendPrepare_(pq(connection), name, sql, 0, NULL));
}

int cpostgres_send_prepared(cpostgres_connection_t *connection, const char *name, int count, const char *bytes,
                            const int32_t *lengths, const int32_t *formats) {
    enum { LIMIT = 32 };
    const char *values[LIMIT];
    int sizes[LIMIT], kinds[LIMIT];
    if (count < 0 || count > LIMIT) return -1;
    for (int index = 0; index < count; index++) {
        values[index] = lengths[index] < 0 ? NULL : bytes;
        sizes[index] = lengths[index] < 0 ? 0 : lengths[index];
        kinds[index] = formats[index];
        if (lengths[index] >= 0) bytes += lengths[index] + 1;
    }
    return outcome(PQsendQueryPrepared_(pq(connection), name, count, values, sizes, kinds, 0));
}

int cpostgres_send_sync(cpostgres_connection_t *connection) { return outcome(PQpipelineSync_(pq(connection))); }

// MARK: Results

int64_t cpostgres_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int cpostgres_next(cpostgres_connection_t *connection, int64_t deadline, cpostgres_result_t **result) {
    PGconn *conn = pq(connection);
    while (1) {
        int unsent = PQflush_(conn);
        if (unsent < 0) return CPOSTGRES_LOST;
        if (unsent == 0 && !PQisBusy_(conn)) {
            *result = (cpostgres_result_t *)PQgetResult_(conn);
            return *result == NULL ? CPOSTGRES_END : CPOSTGRES_RESULT;
        }
        int64_t left = deadline - cpostgres_now();
        // While there is something to send, the server may be waiting for us to read.
        struct pollfd socket = {PQsocket_(conn), (short)(POLLIN | (unsent ? POLLOUT : 0)), 0};
        if (socket.fd < 0) return CPOSTGRES_LOST;
        // A process that was stopped itself may be late with an answer there: it looks before it gives up.
        int ready = poll(&socket, 1, left > 60000 ? 60000 : left < 0 ? 0 : (int)left);
        if (ready < 0 && errno != EINTR) return CPOSTGRES_LOST;
        if (ready == 0 && left <= 0) return CPOSTGRES_LATE;
        if (ready > 0 && socket.revents & ~POLLOUT && !PQconsumeInput_(conn)) return CPOSTGRES_LOST;
    }
}

int cpostgres_next_notification(cpostgres_connection_t *connection, int64_t deadline,
                                void (*take)(void *, const char *), void *context) {
    PGconn *conn = pq(connection);
    while (1) {
        int taken = 0;
        for (PGnotify *one; (one = PQnotifies_(conn)) != NULL; taken = 1) {
            take(context, one->extra);
            PQfreemem_(one);
        }
        if (taken) return CPOSTGRES_RESULT;
        int64_t left = deadline - cpostgres_now();
        if (left <= 0) return CPOSTGRES_LATE;
        struct pollfd socket = {PQsocket_(conn), POLLIN, 0};
        if (socket.fd < 0) return CPOSTGRES_LOST;
        int ready = poll(&socket, 1, left > 60000 ? 60000 : (int)left);
        if (ready < 0 && errno != EINTR) return CPOSTGRES_LOST;
        if (ready > 0 && (!PQconsumeInput_(conn) || PQstatus_(conn) != CONNECTION_OK)) return CPOSTGRES_LOST;
    }
}

int cpostgres_result_kind(const cpostgres_result_t *result) {
    switch (PQresultStatus_(res(result))) {
    case PGRES_COMMAND_OK:
    case PGRES_EMPTY_QUERY: return CPOSTGRES_DONE;
    case PGRES_TUPLES_OK: return CPOSTGRES_ROWS;
    case PGRES_PIPELINE_SYNC: return CPOSTGRES_SYNC;
    case PGRES_PIPELINE_ABORTED: return CPOSTGRES_ABORTED;
    default: return CPOSTGRES_ERROR;
    }
}

const char *cpostgres_result_state(const cpostgres_result_t *result) { return field(res(result), PG_DIAG_SQLSTATE); }

const char *cpostgres_result_message(const cpostgres_result_t *result) {
    return field(res(result), PG_DIAG_MESSAGE_PRIMARY);
}

int cpostgres_result_rows(const cpostgres_result_t *result) { return PQntuples_(res(result)); }

int cpostgres_result_is_commit(cpostgres_result_t *result) {
    return strcmp(PQcmdStatus_((PGresult *)result), "COMMIT") == 0;
}

int64_t cpostgres_result_changes(cpostgres_result_t *result) {
    int64_t count = 0;
    // The server's word: what is no number of rows counts as none.
    for (const char *digit = PQcmdTuples_((PGresult *)result); *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9' || __builtin_mul_overflow(count, 10, &count)
            || __builtin_add_overflow(count, *digit - '0', &count)) return 0;
    }
    return count;
}

const char *cpostgres_result_value(const cpostgres_result_t *result, int row, int column, int32_t *length) {
    if (PQgetisnull_(res(result), row, column)) return NULL;
    *length = PQgetlength_(res(result), row, column);
    return PQgetvalue_(res(result), row, column);
}

void cpostgres_result_free(cpostgres_result_t *result) { PQclear_((PGresult *)result); }
