#define _GNU_SOURCE
#include "CTools.h"
#include <fcntl.h>
#include <limits.h>
#include <linux/keyctl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/// A command that runs in a test starts itself (the agent, the supervisors) by `/proc/self/exe`, under the name of fedauth.
/// That is the test program then, which passes it on before anything else runs.
__attribute__((constructor)) static void pass_on(int count, char **words) {
    if (!count || strcmp(words[0], "fedauth")) return;
    char path[PATH_MAX + sizeof "fedauth"];
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    path[length < 0 ? 0 : length] = 0;
    char *slash = strrchr(path, '/');
    if (slash && strcmp(slash, "/fedauth")) {
        strcpy(slash, "/fedauth");
        execv(path, words);
    }
    _exit(127);
}

int ctools_open_terminal(char *name, size_t size) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return -1;
    if (grantpt(terminal) || unlockpt(terminal) || ptsname_r(terminal, name, size)) {
        close(terminal);
        return -1;
    }
    return terminal;
}

int ctools_memory_file(void) { return memfd_create("fedauth-test", MFD_CLOEXEC); }

char **ctools_replace_environment(char **list) {
    char **before = environ;
    environ = list;
    return before;
}

short ctools_spawn_setsid(void) { return POSIX_SPAWN_SETSID; }

void ctools_forget_keys(const char *store) {
    enum { identifier_start = 24, identifier_bytes = 16 };
    unsigned char identifier[identifier_bytes];
    int fd = open(store, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    ssize_t count = pread(fd, identifier, sizeof identifier, identifier_start);
    close(fd);
    if (count != sizeof identifier) return;
    char name[64];
    const char *kinds[] = {"key", "seen"};
    for (int kind = 0; kind < 2; kind++) {
        int length = snprintf(name, sizeof name, "fedauth:%s:", kinds[kind]);
        for (int index = 0; index < identifier_bytes; index++)
            length += snprintf(name + length, sizeof name - (size_t)length, "%02x", identifier[index]);
        long key = syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", name, 0);
        if (key > 0) syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING);
    }
}
