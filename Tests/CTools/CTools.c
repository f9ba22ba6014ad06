#define _GNU_SOURCE
#include "CTools.h"
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

int ctools_open_terminal(char *name, size_t size) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return -1;
    if (grantpt(terminal) || unlockpt(terminal) || ptsname_r(terminal, name, size)) {
        close(terminal);
        return -1;
    }
    return terminal;
}

short ctools_spawn_setsid(void) { return POSIX_SPAWN_SETSID; }
