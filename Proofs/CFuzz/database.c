// Databases of SQLite.
#include "fuzz.h"

#include <CText.h>

#include "../../Sources/C/Documents/CText/libraries.h"

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (ctext_open_database() != 0) fuzz_missing("libsqlite3");
    return 0;
}

static int note(void *context, const struct ctext_row *row) {
    char *table = context;
    for (size_t index = 0; index < row->count; index++) {
        if (row->cells[index].text == NULL) continue;
        fuzz_touch(row->cells[index].text, row->cells[index].length);
        if (!row->names && index == 0 && table != NULL && *table == 0 && strpbrk(row->cells[index].text, "\"") == NULL) {
            snprintf(table, 64, "%s", row->cells[index].text);
        }
    }
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ctext_database *database = ctext_database_open(fuzz_file(data, size));
    if (database == NULL) return 0;
    char table[64] = "", question[128];
    ctext_database_ask(database, "SELECT name, sql FROM sqlite_schema WHERE type = 'table' LIMIT 5", 200, note, table);
    if (*table != 0) {
        snprintf(question, sizeof question, "SELECT * FROM \"%s\" LIMIT 20", table);
        ctext_database_ask(database, question, 200, note, NULL);
    }
    ctext_database_close(database);
    return 0;
}
