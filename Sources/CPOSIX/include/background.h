#pragma once
#include <sys/types.h>

// Functions for a background process: signals, and sockets of type AF_UNIX, SOCK_SEQPACKET (a message arrives whole or
// not at all). All return -1 with errno on failure.

/// Ignores SIGHUP from now on, and delivers SIGTERM, SIGINT and SIGQUIT through the returned descriptor.
int cposix_stop_signals(void);

/// Binds a socket to `path` and listens. accept(2) on it never blocks.
int cposix_socket_listen(const char *path);
/// Accepts the next connection, which does not block either.
int cposix_socket_accept(int listener);
/// Connects to `path`. Connecting, sending and receiving take at most `seconds` each.
int cposix_socket_connect(const char *path, int seconds);
/// Makes this process the peer that clients of `listener` see (SO_PEERCRED).
int cposix_socket_adopt(int listener);
/// Returns the user ID of the peer (SO_PEERCRED), -1 when unknown, and sets `process` to the process that connected or
/// listened.
long cposix_socket_peer(int connection, pid_t *process);

/// Returns a descriptor that becomes readable when a name in the directory, or the directory itself, is removed or
/// moved away.
int cposix_watch_removal(int directory);
