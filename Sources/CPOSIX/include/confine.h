#pragma once
#include <sys/types.h>

// A copy of this process that can only compute. What it is held by, as bits:

enum {
    /// seccomp(2) allows memory, the link and the end of the process, and no other system call.
    cposix_held_by_calls = 1,
    /// Landlock allows no file, no TCP port, no signal to others and no abstract socket, as far as the kernel knows these.
    cposix_held_by_files = 2,
    /// Limits (setrlimit(2)) allow no other descriptor, no file with content, no core dump and one minute of a processor.
    cposix_held_by_limits = 4,
};

/// Returns the version of Landlock's interface in the kernel; 0: it has none, or it is off.
int cposix_landlock_version(void);

/// Copies this process (fork(2)). The copy has no descriptor but its end of a stream socket, whose other end is this process's:
/// both get theirs as `link`. In the copy signals have their default actions, and it ends with this process. It is held by as
/// many of `measures` as the kernel offers; `held` is set to these, in the copy only. Returns as fork(2) does.
///
/// In a process with several threads only the calling one is copied.
pid_t cposix_fork_confined(int measures, int *link, int *held);

/// Ends the copy, also when it does not end by itself, and returns its status as waitpid(2) does; -1 when it is not known.
int cposix_end_confined(pid_t copy);

/// Ends the copy without waiting for that, which can take longer than its work. The kernel keeps its process ID until the next
/// call, or the end of this process.
void cposix_leave_confined(pid_t copy);
