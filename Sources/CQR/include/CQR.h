#pragma once
#include <stddef.h>

// QR codes (ISO/IEC 18004) by libqrencode, opened on first use. The encoded text is shown on screens, so it is not
// wiped.

/// Opens the library. Returns NULL, or the reason why it cannot be opened.
const char *cqr_load(void);

/// Returns the library's version, such as "4.1.1"; call cqr_load first.
const char *cqr_version(void);

/// Encodes `text` as the smallest code (UTF-8 unchanged, lowest error correction level) and writes it to `modules`, row
/// by row, 1 for dark. `room` is the size of `modules`. Returns the modules per side, or 0 when no code fits.
int cqr_encode(const char *text, unsigned char *modules, size_t room);
