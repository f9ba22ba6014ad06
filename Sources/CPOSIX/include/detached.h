#pragma once
#include <spawn.h>
#include <stdbool.h>
#include <sys/types.h>

/// Starts a program independent of this process: in its own session, so that neither our terminal nor its input reaches it, and
/// with no signal ignored or blocked. `streams[i]` becomes its descriptor i, -1 means /dev/null; it has no other descriptor.
/// `words` and `environment` end with NULL; a NULL `directory` means the present one. Returns the process ID, or -1 with errno.
///
/// With `ends_with_parent` the kernel kills it when this process, which must have one thread, ends in any way
/// (PR_SET_PDEATHSIG); a program that gets the rights of another user, such as a snap, loses that.
pid_t cposix_spawn_detached(const char *program, char *const *words, char *const *environment, const int *streams,
                            int count, const char *directory, bool ends_with_parent);

/// Starts a program as posix_spawn(3) does, below a copy of this process that becomes the parent of what its descendants leave
/// behind (PR_SET_CHILD_SUBREAPER), so that `cposix_end_tree` finds that, and that ends as the program does. Call it with all
/// signals held back.
int cposix_spawn_guarded(pid_t *guard, const char *program, const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes, char *const *words, char *const *environment);

/// Closes all descriptors from `first` on in the child, also those of libraries. Returns 0 or an error number.
int cposix_close_from(posix_spawn_file_actions_t *actions, int first);
