#pragma once
#include <stddef.h>
#include <stdint.h>

// SQLite 3 (https://www.sqlite.org/c3ref/intro.html), opened on first use, for databases of browsers.

typedef struct csqlite_rows csqlite_rows;

/// Opens the library. Returns NULL, or the reason why it cannot be opened.
const char *_Nullable csqlite_load(void);

/// Opens a database that only this process uses, and begins a query with these parameters, which are texts. Returns
/// NULL, and writes the reason to `reason`, which has room for 128 bytes. Code in the schema is not trusted.
csqlite_rows *_Nullable csqlite_query(const char *_Nonnull path, const char *_Nonnull query,
                                      const char *_Nullable const *_Nonnull parameters, int count,
                                      char *_Nonnull reason);

/// Goes to the next row. Returns 1 when there is one, 0 at the end, -1 when the database is damaged.
int csqlite_next(csqlite_rows *_Nonnull rows);

/// Lends the bytes of a column of this row until the next call; NULL when it is empty.
const void *_Nullable csqlite_bytes(csqlite_rows *_Nonnull rows, int column, size_t *_Nonnull count);

/// Returns a column of this row as a number; 0 when it is none.
int64_t csqlite_number(csqlite_rows *_Nonnull rows, int column);

/// Ends the query and closes the database.
void csqlite_close(csqlite_rows *_Nonnull rows);
