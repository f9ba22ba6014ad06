#pragma once
#include <stddef.h>

// QR codes (ISO/IEC 18004) by libqrencode, opened when it is first used. The text of a code is written to paper and screens:
// it is no secret that would have to be wiped.

/// Opens the library. Returns NULL, or why it cannot be.
const char *cqr_load(void);

/// The library's version, such as "4.1.1"; call cqr_load first.
const char *cqr_version(void);

/// Writes the smallest code of `text` (with UTF-8 as it is, and the lowest redundancy) to `modules`, row by row, 1 for dark,
/// which has room for `room` of them. Returns the modules of a side, or 0 when there is no such code.
int cqr_encode(const char *text, unsigned char *modules, size_t room);
