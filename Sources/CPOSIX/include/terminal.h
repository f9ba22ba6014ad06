#pragma once

// Pseudo terminals.

/// Creates a pseudo terminal that passes output on unchanged, with the window size of `like`: read from `ends[0]`, give
/// `ends[1]` to the program. Returns -1 with errno on failure.
int cposix_pseudo_terminal(int *ends, int like);

/// Copies the window size of one terminal to another.
void cposix_copy_window(int from, int to);
