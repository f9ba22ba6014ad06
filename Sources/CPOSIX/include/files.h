#pragma once
#include <stdbool.h>

/// Calls flock(2) with LOCK_EX | LOCK_NB, because in Swift `flock` names the structure. Returns -1 with errno on failure.
int cposix_lock_now(int descriptor);
/// Calls renameat(2) within one directory.
int cposix_rename_at(int directory, const char *from, const char *to);
/// Calls renameat2(2) so that it fails with EEXIST instead of replacing a file.
int cposix_rename_new(const char *from, const char *to);
/// Opens an unnamed file, in a directory or in memory, that no other process can open. Returns -1 with errno on failure.
int cposix_unnamed_file(const char *directory);
/// Creates a pair of connected sockets with close-on-exec.
int cposix_link(int *ends);
/// Calls pipe2(2) with O_CLOEXEC, which Swift cannot see.
int cposix_pipe(int *ends);
/// Removes what killed writers left in a directory: regular files of this user with one link whose name is `prefix`, 16
/// hexadecimal digits, `suffix`, and that have not changed for `seconds`.
void cposix_remove_leftovers(int directory, const char *prefix, const char *suffix, long seconds);
/// Returns whether the open file, or with a negative descriptor the file at `path`, has an access control list (acl(5)).
bool cposix_has_acl(int descriptor, const char *path);
