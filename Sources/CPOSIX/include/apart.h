#pragma once
#include <sys/types.h>

/// Starts a program (found by PATH) that goes its own way: a session of its own, so that neither our terminal nor what is
/// typed there reaches it; /dev/null for the three streams; no other descriptor; no signal ignored or blocked. `words` and
/// `environment` end with NULL. Returns its number, or -1 and sets errno.
pid_t cposix_spawn_apart(char *const *words, char *const *environment);
