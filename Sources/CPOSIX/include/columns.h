#pragma once
#include <stdint.h>

/// Sets the character set from the environment (setlocale(3), LC_CTYPE). Without this call `cposix_columns` knows only
/// ASCII.
void cposix_use_locale(void);

/// Returns the number of terminal columns of a Unicode scalar (wcwidth(3)); 1 when the locale does not know it.
int cposix_columns(uint32_t scalar);
