#include "CSQLite.h"
#include "CLibraries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From sqlite3.h of SQLite 3.
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
enum { OK = 0, ROW = 100, DONE = 101, READWRITE = 2 };

static struct {
    int (*sqlite3_open_v2)(const char *, sqlite3 **, int, const char *);
    int (*sqlite3_close)(sqlite3 *);
    int (*sqlite3_exec)(sqlite3 *, const char *, void *, void *, char **);
    int (*sqlite3_prepare_v2)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
    int (*sqlite3_bind_text)(sqlite3_stmt *, int, const char *, int, void *);
    int (*sqlite3_step)(sqlite3_stmt *);
    const void *(*sqlite3_column_blob)(sqlite3_stmt *, int);
    int (*sqlite3_column_bytes)(sqlite3_stmt *, int);
    int64_t (*sqlite3_column_int64)(sqlite3_stmt *, int);
    int (*sqlite3_finalize)(sqlite3_stmt *);
    const char *(*sqlite3_errmsg)(sqlite3 *);
} functions;

struct csqlite_rows {
    sqlite3 *database;
    sqlite3_stmt *statement;
};

const char *csqlite_load(void) {
    return CLIBRARIES_OPEN(
        clibraries_load, clibraries_sqlite, sqlite3_open_v2, sqlite3_close, sqlite3_exec, sqlite3_prepare_v2,
        sqlite3_bind_text, sqlite3_step, sqlite3_column_blob, sqlite3_column_bytes, sqlite3_column_int64,
        sqlite3_finalize, sqlite3_errmsg);
}

csqlite_rows *csqlite_query(const char *path, const char *query, const char *const *parameters, int count,
                            char *reason) {
    csqlite_rows *rows = calloc(1, sizeof *rows);
    if (!rows) abort();
    int result = functions.sqlite3_open_v2(path, &rows->database, READWRITE, NULL);
    if (result == OK)
        result = functions.sqlite3_exec(rows->database, "PRAGMA trusted_schema=0; PRAGMA cell_size_check=1", NULL, NULL,
                                        NULL);
    if (result == OK) result = functions.sqlite3_prepare_v2(rows->database, query, -1, &rows->statement, NULL);
    for (int index = 0; result == OK && index < count; index++)
        result = functions.sqlite3_bind_text(rows->statement, index + 1, parameters[index], -1, NULL);
    if (result == OK) return rows;
    snprintf(reason, 128, "%s", rows->database ? functions.sqlite3_errmsg(rows->database) : "no memory");
    csqlite_close(rows);
    return NULL;
}

int csqlite_next(csqlite_rows *rows) {
    int result = functions.sqlite3_step(rows->statement);
    return result == ROW ? 1 : result == DONE ? 0 : -1;
}

const void *csqlite_bytes(csqlite_rows *rows, int column, size_t *count) {
    const void *bytes = functions.sqlite3_column_blob(rows->statement, column);
    int length = functions.sqlite3_column_bytes(rows->statement, column);
    *count = bytes && length > 0 ? (size_t)length : 0;
    return bytes;
}

int64_t csqlite_number(csqlite_rows *rows, int column) { return functions.sqlite3_column_int64(rows->statement, column); }

void csqlite_close(csqlite_rows *rows) {
    functions.sqlite3_finalize(rows->statement);
    functions.sqlite3_close(rows->database);
    free(rows);
}
