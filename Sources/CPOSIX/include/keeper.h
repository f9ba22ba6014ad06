#pragma once
#include <stdbool.h>
#include <sys/types.h>

// What a process needs that starts another program, with all that comes out of it, and leaves nothing of it behind. All
// return -1 and set errno on failure.

/// From here on, processes whose parents have ended become children of this one (PR_SET_CHILD_SUBREAPER).
int cposix_adopt_orphans(void);

/// Becomes this user for good, with its groups; only root can.
int cposix_become_user(uid_t user);

/// Starts `words` (the program by its path; the list ends with NULL) in a session of its own: `reading` becomes 3,
/// `writing` 4, stdout and stderr `talk`, stdin /dev/null; everything else is closed. Returns the process's number.
pid_t cposix_spawn_kept(char *const *words, char *const *environment, int reading, int writing, int talk);

/// Waits for the end of `child` without reaping it, up to `milliseconds` or until `descriptor` has something to read or
/// is closed at its other end. 1: the child has ended, 2: the descriptor, 0: the time.
int cposix_wait_for(pid_t child, int descriptor, int milliseconds);

/// Waits until `keeper`, a child that ends a program and was told to, has ended; does not reap it. Such a program can stop
/// the process that keeps it: it is continued, again and again, and killed after 20 seconds.
void cposix_await_keeper(pid_t keeper);

/// Ends all children (SIGTERM, and SIGKILL after `milliseconds`) and reaps them, with those that come up on the way.
void cposix_end_children(int milliseconds);

/// Removes a directory and everything in it, following no symbolic link, and staying on its file system.
int cposix_remove_tree(const char *path);
