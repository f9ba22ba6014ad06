#pragma once
#include <stdint.h>

/// Takes the character set of the environment (setlocale(3), LC_CTYPE): `cposix_columns` knows nothing but ASCII without.
void cposix_use_locale(void);

/// The columns that a Unicode scalar takes on a terminal (wcwidth(3)); 1 for one that the locale does not know.
int cposix_columns(uint32_t scalar);
