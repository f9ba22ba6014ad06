#pragma once
#include <stdbool.h>

// Network Security Services (libnss3), opened on first use. Chromium keeps the certificates that its user trusts in an
// NSS database, and every Chromium and Chrome package depends on the library.

/// Opens the library. Returns NULL, or the reason why it cannot be opened.
const char *cnss_load(void);

/// Opens the database in `directory` (a path without "sql:") and creates it when missing. Returns false on failure.
bool cnss_open(const char *directory);

/// Adds a certificate (PEM or DER) as an authority for servers. Returns false when the bytes are not a certificate.
bool cnss_trust(const char *bytes, int count, const char *nickname);

/// Closes the database.
void cnss_close(void);
