#pragma once
#include <stdbool.h>
#include <sys/types.h>

// For a process that starts a program and leaves none of its descendants behind. All return -1 with errno on failure.

/// Makes orphaned descendants children of this process from now on (PR_SET_CHILD_SUBREAPER). When its parent ends, the kernel
/// continues this process, if it was stopped (PR_SET_PDEATHSIG).
int cposix_adopt_orphans(void);

/// Switches permanently to this user and its groups; requires root.
int cposix_become_user(uid_t user);

/// Waits until `child` ends (without reaping it), `descriptor` becomes readable or its other end closes, or
/// `milliseconds` pass. Returns 1 for the child, 2 for the descriptor, 0 for the time.
int cposix_wait_for(pid_t child, int descriptor, int milliseconds);

/// Waits until `supervisor`, a supervising child that was told to end its program, has ended (without reaping it), or
/// `milliseconds` pass. The supervised program can stop its supervisor; this function continues it repeatedly.
void cposix_await_supervisor(pid_t supervisor, int milliseconds);

/// Ends all children (SIGTERM, then SIGKILL after `milliseconds`) and reaps them, including children adopted meanwhile.
void cposix_end_children(int milliseconds);

/// Kills all processes of this user whose environment has the text `mark`, and those of their sessions, as often as there are
/// any, for two seconds: what a supervisor that was killed left running. Returns whether none is left.
bool cposix_end_marked(const char *mark);

/// Removes a directory and its contents. Follows no symbolic link and stays on the same file system.
int cposix_remove_tree(const char *path);
