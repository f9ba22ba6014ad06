#pragma once
#include <stdint.h>

// Pseudo terminals.

/// Creates a pseudo terminal that passes output on unchanged, with the window size of `like`: read from `ends[0]`, give
/// `ends[1]` to the program. Returns -1 with errno on failure.
int cposix_pseudo_terminal(int *ends, int like);

/// Copies the window size of one terminal to another.
void cposix_copy_window(int from, int to);

/// Sets the character set from the environment (setlocale(3), LC_CTYPE). Without this call `cposix_columns` knows only ASCII.
void cposix_use_locale(void);

/// Returns the number of terminal columns of a Unicode scalar (wcwidth(3)); 1 when the locale does not know it.
int cposix_columns(uint32_t scalar);
