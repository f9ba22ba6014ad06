#pragma once

// Functions for a background process. All return -1 with errno on failure.

/// Ignores SIGHUP from now on, and delivers SIGTERM, SIGINT and SIGQUIT through the returned descriptor.
int cposix_stop_signals(void);

/// Accepts the next connection, which does not block.
int cposix_socket_accept(int listener);
