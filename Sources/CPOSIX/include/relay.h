#pragma once
#include <stdbool.h>

// Passes signals on to a child.

/// Delivers these signals, except those ignored at the start, through the returned descriptor from now on. SIGPIPE and
/// similar signals become errors of the call.
int cposix_relay_signals(void);

/// Returns the next signal from the descriptor; 0 when there is none. `fromTerminal` is set when the kernel sent it:
/// then the whole process group received it, including a child.
int cposix_next_signal(int fd, bool *fromTerminal);

/// Stops this process (SIGSTOP) until SIGCONT.
void cposix_stop(void);
