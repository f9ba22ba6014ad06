#define _GNU_SOURCE
#include "apart.h"
#include "anew.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

enum { first_other = 3 };

pid_t cposix_spawn_apart(char *const *words, char *const *environment) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int failure = 0;
    for (int fd = 0; fd < first_other; fd++)
        failure |= posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", fd == 0 ? O_RDONLY : O_WRONLY, 0);
    failure |= posix_spawn_file_actions_addclosefrom_np(&actions, first_other);
    begin_anew(&attributes);
    pid_t child = -1;
    if (!failure) failure = posix_spawnp(&child, words[0], &actions, &attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failure) {
        errno = failure;
        return -1;
    }
    return child;
}
