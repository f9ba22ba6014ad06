#pragma once
#include <sys/types.h>

// What a process in the background needs: a start that leaves nothing of the caller with it, and sockets of the kind
// AF_UNIX, SOCK_SEQPACKET (a message arrives whole or not at all). All return -1 and set errno on failure.

/// Starts this program's own binary (/proc/self/exe) with these words, for good: a session of its own, /dev/null for the
/// three streams, an empty environment, / for its directory, no signal blocked. The `count` descriptors `kept` become 3, 4
/// and so on; all others are closed. `words` ends with NULL. Returns the process's number.
pid_t cposix_spawn_background(char *const *words, const int *kept, int count);

/// From here on SIGHUP is ignored, and SIGTERM, SIGINT and SIGQUIT arrive at the descriptor that is returned.
int cposix_stop_signals(void);

/// Binds a socket to `path` and listens; never waits in accept.
int cposix_socket_listen(const char *path);
/// The next connection, which never waits either.
int cposix_socket_accept(int listener);
/// Connects to `path`; connecting, sending and receiving take at most `seconds` each.
int cposix_socket_connect(const char *path, int seconds);
/// Makes this process the one that those who connect to `listener` see at its end.
int cposix_socket_adopt(int listener);
/// The user at the other end (SO_PEERCRED), -1 when it cannot be told, and the process that connected or listens there.
long cposix_socket_peer(int connection, pid_t *process);

/// A descriptor that has something to read when a name in the directory, or the directory, was removed or moved away.
int cposix_watch_removal(int directory);
