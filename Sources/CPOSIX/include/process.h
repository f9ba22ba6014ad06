#pragma once
#include <linux/keyctl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Identifies a process, because the kernel may reuse its ID.

/// Returns when the process with this ID started, in clock ticks since boot; 0 when unknown.
unsigned long long cposix_process_start(pid_t process);

/// Returns a number that identifies this PID namespace; 0 when unknown.
unsigned long long cposix_process_namespace(void);

/// Returns PATH, in which posix_spawnp(3) would search; NULL when it is not set.
const char *cposix_search_path(void);

/// Returns a descriptor that becomes readable when the process ends (pidfd_open(2)); -1 with errno on failure.
int cposix_process_handle(pid_t process);

// Protection that the process sets up before it touches a secret.

/// Turns off core dumps and access by other processes of the user: RLIMIT_CORE 0 (the soft limit, which can be
/// restored) and PR_SET_DUMPABLE 0 (the limit alone does not stop core handlers that read from a pipe).
void cposix_harden(void);

/// Fills the number of a closed stdin, stdout or stderr, so that no file opened later receives data meant for the
/// stream. Reading and writing fail there as on a closed descriptor.
void cposix_reserve_streams(void);

// Functions for a background process. All return -1 with errno on failure.

/// Ignores SIGHUP from now on, and delivers SIGTERM, SIGINT and SIGQUIT through the returned descriptor.
int cposix_stop_signals(void);

/// Accepts the next connection, which does not block.
int cposix_socket_accept(int listener);

// Passes signals on to a child.

/// Delivers these signals, except those ignored at the start, through the returned descriptor from now on. SIGPIPE and
/// similar signals become errors of the call.
int cposix_relay_signals(void);

/// Returns the next signal from the descriptor; 0 when there is none. `fromTerminal` is set when the kernel sent it:
/// then the whole process group received it, including a child.
int cposix_next_signal(int fd, bool *fromTerminal);

/// Stops this process (SIGSTOP) until SIGCONT.
void cposix_stop(void);

/// Runs `body` and returns its result. When the soft limit of the stack (RLIMIT_STACK) is low, `body` runs on a separate stack,
/// and threads created later get larger stacks. The limit itself is unchanged, for commands that are executed.
int cposix_run_with_stack(int (*body)(void));

// System calls of the kernel's key management (keyrings(7)): glibc has no wrappers, and keyctl(1) would show the
// payload in its arguments. All return -1 with errno on failure.

/// Calls add_key(2) with type "user".
int32_t cposix_key_add(const char *description, const void *payload, size_t count, int32_t keyring);
/// Calls KEYCTL_SEARCH for a key of type "user".
int32_t cposix_key_search(int32_t keyring, const char *description);
/// Calls KEYCTL_READ. Returns the length of the payload, which may exceed `count`.
long cposix_key_read(int32_t key, void *payload, size_t count);
/// Calls an operation with one argument: KEYCTL_LINK and KEYCTL_UNLINK with a keyring, KEYCTL_SETPERM with permissions,
/// KEYCTL_SET_TIMEOUT with seconds (0 removes the timeout), KEYCTL_REVOKE with none.
long cposix_key_do(int operation, int32_t key, uint32_t argument);
