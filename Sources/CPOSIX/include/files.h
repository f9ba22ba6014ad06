#pragma once

/// flock(2) with LOCK_EX | LOCK_NB; Swift takes the name `flock` for the structure. -1 and errno on failure.
int cposix_lock_now(int descriptor);
/// rename(2) below one directory.
int cposix_rename_at(int directory, const char *from, const char *to);
/// renameat2(2) that fails with EEXIST rather than replace a file.
int cposix_rename_new(const char *from, const char *to);
/// A file without a name, in a directory or in memory, which nobody else can open. -1 and errno on failure.
int cposix_unnamed_file(const char *directory);
/// Two sockets joined to one another, which no child inherits unless it is handed one.
int cposix_link(int *ends);
/// pipe2(2) with O_CLOEXEC, which Swift does not see.
int cposix_pipe(int *ends);
/// Removes what writers that were killed have left in a directory: regular files of this user, with one name, that are
/// called `prefix`, 16 hexadecimal digits, `suffix`, and were not changed for `seconds`.
void cposix_remove_leftovers(int directory, const char *prefix, const char *suffix, long seconds);
