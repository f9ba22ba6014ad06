#pragma once
#include <sys/types.h>

// What tells a process from every other, also from a later one of its number.

/// When a process of this number began, in ticks since the machine did; 0 when that cannot be told.
unsigned long long cposix_process_start(pid_t process);

/// What tells this namespace of process numbers from others; 0 when that cannot be told.
unsigned long long cposix_process_namespace(void);
/// A descriptor that has something to read when that process has ended (pidfd_open(2)), closed by execve(2). -1 and errno
/// on failure.
int cposix_process_handle(pid_t process);
