#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// A network of one program's own: nothing outside reaches its ports, and it reaches the outside only through a socket.
// All return -1 with errno on failure.

/// Moves this process, which must have one thread, into a user namespace in which it is the same user, and into an empty
/// network namespace with a loopback device (user_namespaces(7), network_namespaces(7)). Programs that it starts from then
/// on are there, too.
int cposix_enter_own_network(void);

/// Connects to a TCP port of 127.0.0.1 in the network namespace of this process. Returns a non-blocking socket.
int cposix_connect_loopback(uint16_t port);

/// How connections leave.
struct cposix_exit {
    /// Addresses that replace a lookup, as HOST:PORT:ADDRESS; the last entry is NULL.
    const char *const *addresses;
    /// An HTTP proxy and its port, which connects to all hosts but this machine; NULL: none.
    const char *proxy, *proxy_port;
    /// Domains that are reached without the proxy, with their subdomains; `*` is every one. The last entry is NULL.
    const char *const *direct;
};

/// Binds a socket to `path`, and starts a process in the present network namespace that serves SOCKS 5 there (RFC 1928,
/// CONNECT without authentication), each connection in a process of its own. All end with this process. They have no
/// other descriptor. Returns the process ID.
pid_t cposix_serve_exit(const char *path, const struct cposix_exit *exit);
