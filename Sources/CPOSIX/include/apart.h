#pragma once
#include <sys/types.h>

/// Starts a program (found by PATH) independent of this process: in its own session, so that neither our terminal nor
/// its input reaches it; with /dev/null as stdin, stdout and stderr; with no other descriptor; with no signal ignored
/// or blocked. `words` and `environment` end with NULL. Returns the process ID, or -1 with errno.
pid_t cposix_spawn_apart(char *const *words, char *const *environment);
