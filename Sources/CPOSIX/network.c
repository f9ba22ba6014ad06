#define _GNU_SOURCE
#include "network.h"
#include "closing.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netdb.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { backlog = 128, chunk = 64 << 10, connect_seconds = 15, longest_name = 255, longest_answer = 16 << 10 };

static int closing(int fd) {
    int kept = errno;
    close(fd);
    errno = kept;
    return -1;
}

static int write_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    if (write(fd, text, strlen(text)) < 0) return closing(fd);
    return close(fd);
}

/// Maps the user and the group to themselves. A process that cannot be dumped does not own its files below /proc.
static int map_user(uid_t user, gid_t group) {
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1\n", user, user);
    snprintf(groups, sizeof groups, "%u %u 1\n", group, group);
    int could_be_dumped = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    int failure = write_file("/proc/self/setgroups", "deny") && errno != ENOENT ? -1 : 0;
    if (!failure) failure = write_file("/proc/self/uid_map", users);
    if (!failure) failure = write_file("/proc/self/gid_map", groups);
    int kept = errno;
    if (could_be_dumped != 1) prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    errno = kept;
    return failure;
}

int cposix_enter_own_network(void) {
    uid_t user = geteuid();
    gid_t group = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) || map_user(user, group)) return -1;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    struct ifreq loopback = {.ifr_name = "lo"};
    if (ioctl(fd, SIOCGIFFLAGS, &loopback)) return closing(fd);
    loopback.ifr_flags |= IFF_UP | IFF_RUNNING;
    if (ioctl(fd, SIOCSIFFLAGS, &loopback)) return closing(fd);
    return close(fd);
}

int cposix_connect_loopback(uint16_t port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    // A connection to this machine is made, or refused, at once.
    if (connect(fd, (struct sockaddr *)&here, sizeof here)) return closing(fd);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

// MARK: SOCKS

static bool read_all(int fd, void *to, size_t count) {
    for (char *next = to; count > 0;) {
        ssize_t got = read(fd, next, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        next += got;
        count -= (size_t)got;
    }
    return true;
}

static bool write_all(int fd, const void *from, size_t count) {
    for (const char *next = from; count > 0;) {
        ssize_t put = send(fd, next, count, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        next += put;
        count -= (size_t)put;
    }
    return true;
}

/// Connects to the first of the addresses that accepts.
static int connect_any(const struct addrinfo *list) {
    errno = EHOSTUNREACH;
    for (const struct addrinfo *one = list; one; one = one->ai_next) {
        int fd = socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
        if (fd < 0) continue;
        // This limits connect(2), too.
        struct timeval limit = {.tv_sec = connect_seconds};
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
        if (!connect(fd, one->ai_addr, one->ai_addrlen)) {
            limit.tv_sec = 0;
            setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
            return fd;
        }
        closing(fd);
    }
    return -1;
}

static int connect_by_name(const char *host, const char *port, int flags) {
    struct addrinfo *list = NULL, wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | flags};
    if (getaddrinfo(host, port, &wanted, &list)) {
        errno = EHOSTUNREACH;
        return -1;
    }
    int fd = connect_any(list);
    int kept = errno;
    freeaddrinfo(list);
    errno = kept;
    return fd;
}

static bool is_within(const char *host, const char *domain) {
    size_t length = strlen(host), suffix = strlen(domain);
    if (suffix == 0 || length < suffix || strcasecmp(host + length - suffix, domain)) return false;
    return length == suffix || host[length - suffix - 1] == '.';
}

/// Returns whether a name means this machine, without a lookup (RFC 6761 section 6.3).
static bool is_localhost(const char *host) { return is_within(host, "localhost"); }

static bool is_direct(const struct cposix_exit *exit, const char *host) {
    for (const char *const *domain = exit->direct; domain && *domain; domain++)
        if (!strcmp(*domain, "*") || is_within(host, **domain == '.' ? *domain + 1 : *domain)) return true;
    return false;
}

/// Returns whether a name or an address means this machine. A name that only begins like such an address does not.
static bool is_loopback(const char *host) {
    struct in_addr address;
    return is_localhost(host) || !strcmp(host, "::1") || (!strncmp(host, "127.", 4) && inet_pton(AF_INET, host, &address) == 1);
}

/// Copies the first address of the rule HOST:PORT:ADDRESS[,ADDRESS]… for this host and port. Returns false when there is none.
static bool find_address(const struct cposix_exit *exit, const char *host, const char *port, char *out, size_t space) {
    char start[longest_name + 16];
    int length = snprintf(start, sizeof start, "%s:%s:", host, port);
    for (const char *const *rule = exit->addresses; rule && *rule; rule++) {
        const char *text = **rule == '+' ? *rule + 1 : *rule;
        if (strncasecmp(text, start, (size_t)length)) continue;
        text += length;
        if (*text == '[') text++;
        size_t count = strcspn(text, ",]");
        if (count == 0 || count >= space) continue;
        memcpy(out, text, count);
        out[count] = 0;
        return true;
    }
    return false;
}

/// Connects through the HTTP proxy (RFC 9110 section 9.3.6).
static int connect_by_proxy(const struct cposix_exit *exit, const char *host, const char *port) {
    int fd = connect_by_name(exit->proxy, exit->proxy_port, 0);
    if (fd < 0) return -1;
    char request[2 * longest_name + 128], answer[longest_answer];
    bool is_address = strchr(host, ':');
    int length = snprintf(request, sizeof request, "CONNECT %s%s%s:%s HTTP/1.1\r\nHost: %s%s%s:%s\r\n\r\n",
                          is_address ? "[" : "", host, is_address ? "]" : "", port, is_address ? "[" : "", host,
                          is_address ? "]" : "", port);
    errno = EHOSTUNREACH;
    if (length >= (int)sizeof request || !write_all(fd, request, (size_t)length)) return closing(fd);
    // Byte by byte, because what follows the fields belongs to the browser.
    size_t count = 0;
    do {
        if (count == sizeof answer - 1 || !read_all(fd, answer + count, 1)) {
            errno = EHOSTUNREACH;
            return closing(fd);
        }
        answer[++count] = 0;
    } while (count < 4 || memcmp(answer + count - 4, "\r\n\r\n", 4));
    if (!strncmp(answer, "HTTP/1.", 7) && answer[8] == ' ' && answer[9] == '2') return fd;
    errno = EACCES;
    return closing(fd);
}

static int connect_out(const struct cposix_exit *exit, const char *host, const char *port) {
    char address[longest_name + 1];
    if (find_address(exit, host, port, address, sizeof address)) return connect_by_name(address, port, AI_NUMERICHOST);
    if (is_localhost(host)) {
        int fd = connect_by_name("127.0.0.1", port, AI_NUMERICHOST);
        return fd >= 0 ? fd : connect_by_name("::1", port, AI_NUMERICHOST);
    }
    if (exit->proxy && !is_loopback(host) && !is_direct(exit, host)) return connect_by_proxy(exit, host, port);
    return connect_by_name(host, port, 0);
}

/// Reads the request of a client. Returns false when it is none for a connection (RFC 1928 sections 3 and 4).
static bool read_request(int client, char *host, size_t space, char *port, size_t port_space) {
    unsigned char head[4], bytes[longest_name];
    if (!read_all(client, head, 2) || head[0] != 5 || !read_all(client, bytes, head[1])) return false;
    if (!memchr(bytes, 0, head[1]) || !write_all(client, "\5\0", 2)) return false;
    if (!read_all(client, head, 4) || head[0] != 5 || head[1] != 1) return false;
    unsigned char count = head[3] == 1 ? 4 : head[3] == 4 ? 16 : 0;
    if (head[3] == 3 && !read_all(client, &count, 1)) return false;
    unsigned char number[2];
    if (count == 0 || !read_all(client, bytes, count) || !read_all(client, number, 2)) return false;
    snprintf(port, port_space, "%u", number[0] << 8 | number[1]);
    if (head[3] != 3) return inet_ntop(head[3] == 1 ? AF_INET : AF_INET6, bytes, host, (socklen_t)space);
    if (count >= space) return false;
    for (int index = 0; index < count; index++)
        if (bytes[index] <= ' ' || bytes[index] >= 0x7F) return false;
    memcpy(host, bytes, count);
    host[count] = 0;
    return true;
}

/// Copies in both directions until both ends are closed.
static void copy(int left, int right) {
    static char buffer[chunk];
    struct pollfd ends[] = {{.fd = left, .events = POLLIN}, {.fd = right, .events = POLLIN}};
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
        if (poll(ends, 2, -1) < 0) {
            if (errno == EINTR) continue;
            return;
        }
        for (int index = 0; index < 2; index++) {
            if (ends[index].fd < 0 || !ends[index].revents) continue;
            int other = index ? left : right;
            ssize_t got = read(ends[index].fd, buffer, sizeof buffer);
            if (got < 0 && errno == EINTR) continue;
            if (got > 0 && write_all(other, buffer, (size_t)got)) continue;
            shutdown(other, SHUT_WR);
            if (got != 0) return;
            ends[index].fd = -1;
        }
    }
}

static void serve(int client, const struct cposix_exit *exit) {
    char host[longest_name + 1], port[8];
    if (!read_request(client, host, sizeof host, port, sizeof port)) return;
    int server = connect_out(exit, host, port);
    unsigned char answer[10] = {5, 0, 0, 1};
    if (server < 0) answer[1] = errno == ECONNREFUSED ? 5 : errno == EACCES ? 2 : 4;
    if (write_all(client, answer, sizeof answer) && server >= 0) copy(client, server);
}

/// Ends this process with `parent`.
static void end_with(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
}

static int listen_at(const char *path) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof name.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(name.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (bind(fd, (struct sockaddr *)&name, sizeof name) || listen(fd, backlog)) return closing(fd);
    return fd;
}

pid_t cposix_serve_exit(const char *path, const struct cposix_exit *exit) {
    int listener = listen_at(path);
    if (listener < 0) return -1;
    pid_t parent = getpid(), server = fork();
    if (server != 0) {
        closing(listener);
        return server;
    }
    end_with(parent);
    parent = getpid();
    // Reaps the processes of connections.
    signal(SIGCHLD, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    if (dup2(listener, 0) < 0) _exit(1);
    close_all(3, -1);
    for (;;) {
        int client = accept(0, NULL, NULL);
        if (client < 0) {
            if (errno != EINTR && errno != ECONNABORTED) _exit(1);
            continue;
        }
        if (fork() == 0) {
            end_with(parent);
            close(0);
            serve(client, exit);
            _exit(0);
        }
        close(client);
    }
}
