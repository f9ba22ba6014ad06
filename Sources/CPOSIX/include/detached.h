#pragma once
#include <sys/types.h>

/// Starts a program independent of this process: in its own session, so that neither our terminal nor its input reaches
/// it, and with no signal ignored or blocked. `streams[i]` becomes its descriptor i, -1 means /dev/null; it has no other
/// descriptor. `words` and `environment` end with NULL; a NULL `directory` means the present one. Returns the process
/// ID, or -1 with errno.
pid_t cposix_spawn_detached(const char *program, char *const *words, char *const *environment, const int *streams,
                            int count, const char *directory);
