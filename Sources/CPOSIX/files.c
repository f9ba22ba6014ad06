#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

int cposix_lock_now(int descriptor) {
    return flock(descriptor, LOCK_EX | LOCK_NB);
}

int cposix_rename_at(int directory, const char *from, const char *to) {
    return renameat(directory, from, directory, to);
}

int cposix_rename_new(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
    // A file system that does not know the flag, such as NFS: a second name is never put over a first one.
    if (link(from, to) != 0) return -1;
    unlink(from);
    return 0;
}

int cposix_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }
