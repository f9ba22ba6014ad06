#define _GNU_SOURCE
#include "detached.h"
#include "anew.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

enum { most_streams = 16, out_of_the_way = 64 };

pid_t cposix_spawn_detached(const char *program, char *const *words, char *const *environment, const int *streams,
                            int count, const char *directory) {
    if (count < 0 || count > most_streams) {
        errno = EINVAL;
        return -1;
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    // First duplicates all descriptors above every target number, so that no source is overwritten before it is moved.
    int copies[most_streams];
    int made = 0, failure = 0;
    for (; made < count && !failure; made++) {
        copies[made] = streams[made] < 0 ? -1 : fcntl(streams[made], F_DUPFD_CLOEXEC, out_of_the_way);
        if (streams[made] < 0) {
            failure = posix_spawn_file_actions_addopen(&actions, made, "/dev/null", O_RDWR, 0);
        } else if (copies[made] < 0) {
            failure = errno;
        } else {
            failure = posix_spawn_file_actions_adddup2(&actions, copies[made], made);
        }
    }
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, count);
    if (!failure && directory) failure = posix_spawn_file_actions_addchdir_np(&actions, directory);
    begin_anew(&attributes);
    pid_t child = -1;
    if (!failure) failure = posix_spawn(&child, program, &actions, &attributes, words, environment);
    for (int index = 0; index < made; index++)
        if (copies[index] >= 0) close(copies[index]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failure) {
        errno = failure;
        return -1;
    }
    return child;
}

int cposix_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
