// What a database server sends, as libpq hands it on: numbers of changes, states, values, notices.
#include "fuzz.h"

#include "../../Sources/C/System/CPostgres/CPostgres.c"

static struct input server;
static char text[512];

/// A text as the library keeps it: it ends with a zero, and stays until the next call.
static char *say(void) {
    const struct input part = input_part(&server, input_byte(&server));
    memcpy(text, part.next, part.left);
    text[part.left] = 0;
    return text;
}

static ExecStatusType status(const PGresult *result) {
    (void)result;
    return (ExecStatusType)(input_byte(&server) % 12);
}

static char *error_field(const PGresult *result, int code) {
    (void)result, (void)code;
    return input_byte(&server) & 1 ? say() : NULL;
}

static char *tell(PGresult *result) { return (void)result, say(); }

static int is_null(const PGresult *result, int row, int column) {
    (void)result, (void)row, (void)column;
    return input_byte(&server) & 1;
}

static char *value(const PGresult *result, int row, int column) { return (void)result, (void)row, (void)column, say(); }

static int length(const PGresult *result, int row, int column) {
    (void)result, (void)row, (void)column;
    return input_byte(&server);
}

static void notice(void *context, const char *severity, const char *message) {
    (void)context;
    fuzz_touch_text(severity);
    fuzz_touch_text(message);
}

static void option(void *context, const char *key, const char *value) {
    (void)context;
    fuzz_touch_text(key);
    fuzz_touch_text(value);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cpostgres_open(notice) != 0) fuzz_missing("libpq");
    PQresultStatus_ = status;
    PQresultErrorField_ = error_field;
    PQcmdTuples_ = tell;
    PQcmdStatus_ = tell;
    PQgetisnull_ = is_null;
    PQgetvalue_ = value;
    PQgetlength_ = length;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    server = (struct input){data, size};
    if (input_byte(&server) & 1) {
        char *settings = (char *)input_copy(server, 1);
        cpostgres_parse(settings, NULL, option);
        free(settings);
        return 0;
    }
    cpostgres_result_t *none = NULL;
    int32_t size_of_value = 0;
    while (server.left > 0) {
        receive(NULL, NULL);
        cpostgres_result_kind(none);
        fuzz_touch_text(cpostgres_result_state(none));
        fuzz_touch_text(cpostgres_result_message(none));
        cpostgres_result_changes(none);
        cpostgres_result_is_commit(none);
        fuzz_touch_text(cpostgres_result_value(none, 0, 0, &size_of_value));
    }
    return 0;
}
