#pragma once
#include <stddef.h>

/// Opens a new pseudo terminal; writes the name of its other end. Returns the descriptor, or -1.
int ctools_open_terminal(char *name, size_t size);

/// POSIX_SPAWN_SETSID, which the C library shows to GNU sources only.
short ctools_spawn_setsid(void);

/// Takes what the kernel remembers of the store in this file out of the user's keyring, which has room for 200 keys.
void ctools_forget_keys(const char *store);

/// Opens an empty file in memory; closed by exec(2). Returns the descriptor, or -1.
int ctools_memory_file(void);

/// Replaces the environment of this process, and returns the one before.
char **ctools_replace_environment(char **list);

/// The process that listens at this socket of the kind SOCK_SEQPACKET; -1 when none does.
int ctools_listener(const char *path);
