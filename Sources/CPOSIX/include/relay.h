#pragma once
#include <stdbool.h>

// Signals on their way to somebody else.

/// From here on these signals, but for those that were ignored when the process began, arrive at the descriptor that is
/// returned, and those that a broken pipe and its like would raise are errors.
int cposix_relay_signals(void);

/// The next signal at that descriptor; 0 when there is none. `fromTerminal` when the kernel sent it: then it went to all
/// processes of the group, a child too.
int cposix_next_signal(int fd, bool *fromTerminal);

/// A stop by SIGSTOP, until SIGCONT.
void cposix_stop(void);
