#pragma once
#include <stdbool.h>

// Network Security Services (libnss3), opened when it is first used: the certificates that a Chromium's user trusts are
// in a database of it. Every Chromium and Chrome depends on the library.

/// Opens the library. Returns NULL, or why it cannot be.
const char *cnss_load(void);

/// Makes a database in `directory` (a path without "sql:"), or opens the one that is there. Returns false on failure.
bool cnss_open(const char *directory);

/// Adds a certificate (PEM or DER) as an authority for servers. Returns false when it is none.
bool cnss_trust(const char *bytes, int count, const char *nickname);

/// Closes the database.
void cnss_close(void);
