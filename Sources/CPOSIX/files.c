#define _GNU_SOURCE
#include "files.h"

#include <stdio.h>
#include <sys/file.h>

int cposix_lock_now(int descriptor) {
    return flock(descriptor, LOCK_EX | LOCK_NB);
}

int cposix_rename_at(int directory, const char *from, const char *to) {
    return renameat(directory, from, directory, to);
}
