#pragma once
#include <stddef.h>

/// Opens a new pseudo terminal; writes the name of its other end. Returns the descriptor, or -1.
int ctools_open_terminal(char *name, size_t size);

/// Returns POSIX_SPAWN_SETSID, which the C library declares only with _GNU_SOURCE.
short ctools_spawn_setsid(void);

/// Removes the data of the store in this file from the user's keyring in the kernel, which has room for 200 keys.
void ctools_forget_keys(const char *store);

/// Opens an empty file in memory; closed by exec(2). Returns the descriptor, or -1.
int ctools_memory_file(void);

/// Replaces the environment of this process, and returns the one before.
char **ctools_replace_environment(char **list);

