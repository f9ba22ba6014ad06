#pragma once

// Terminals that stand in for another one.

/// Another end of a new pseudo terminal, which hands on what is written to it as it is: `ends[0]` reads, `ends[1]` is what
/// a program gets. With the window of `like`. -1 and errno on failure.
int cposix_pseudo_terminal(int *ends, int like);

/// Gives one terminal the window of another.
void cposix_copy_window(int from, int to);
