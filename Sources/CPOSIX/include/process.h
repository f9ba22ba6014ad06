#pragma once
#include <sys/types.h>

// Identifies a process, because the kernel may reuse its ID.

/// Returns when the process with this ID started, in clock ticks since boot; 0 when unknown.
unsigned long long cposix_process_start(pid_t process);

/// Returns a number that identifies this PID namespace; 0 when unknown.
unsigned long long cposix_process_namespace(void);

/// Returns PATH, in which posix_spawnp(3) would search; NULL when it is not set.
const char *cposix_search_path(void);

/// Returns a descriptor that becomes readable when the process ends (pidfd_open(2)), with close-on-exec; -1 with errno
/// on failure.
int cposix_process_handle(pid_t process);
