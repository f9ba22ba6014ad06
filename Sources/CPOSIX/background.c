#define _GNU_SOURCE
#include "background.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { backlog = 32 };

int cposix_stop_signals(void) {
    signal(SIGHUP, SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGQUIT);
    if (sigprocmask(SIG_BLOCK, &set, NULL)) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/// Fills a socket address. For a path that is too long, the caller passes one through the directory's descriptor.
static int address(struct sockaddr_un *out, const char *path) {
    memset(out, 0, sizeof *out);
    out->sun_family = AF_UNIX;
    size_t length = strlen(path);
    if (length >= sizeof out->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(out->sun_path, path, length + 1);
    return 0;
}

static int closing(int fd) {
    int kept = errno;
    close(fd);
    errno = kept;
    return -1;
}

int cposix_socket_listen(const char *path) {
    struct sockaddr_un name;
    if (address(&name, path)) return -1;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    if (bind(fd, (struct sockaddr *)&name, sizeof name) || listen(fd, backlog)) return closing(fd);
    return fd;
}

int cposix_socket_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int cposix_socket_connect(const char *path, int seconds) {
    struct sockaddr_un name;
    if (address(&name, path)) return -1;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    struct timeval limit = {seconds, 0};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (connect(fd, (struct sockaddr *)&name, sizeof name)) return closing(fd);
    return fd;
}

int cposix_socket_adopt(int listener) {
    // listen(2) records the calling process as the peer, on each call.
    return listen(listener, backlog);
}

long cposix_socket_peer(int connection, pid_t *process) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) || length != sizeof peer) return -1;
    *process = peer.pid;
    return (long)peer.uid;
}

int cposix_watch_removal(int directory) {
    int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (watch < 0) return -1;
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
    if (inotify_add_watch(watch, path, IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF) < 0)
        return closing(watch);
    return watch;
}
