#define _GNU_SOURCE
#include "files.h"

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

int cposix_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }
