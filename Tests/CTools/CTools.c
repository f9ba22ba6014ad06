#define _GNU_SOURCE
#include "CTools.h"
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
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

int ctools_listener(const char *path) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof name.sun_path) return -1;
    strcpy(name.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    struct ucred peer = {.pid = -1};
    socklen_t length = sizeof peer;
    if (connect(fd, (struct sockaddr *)&name, sizeof name) || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length))
        peer.pid = -1;
    close(fd);
    return peer.pid;
}
