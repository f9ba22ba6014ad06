/* Preloaded into the servers of a lab: appends what they read from clients, within TLS, and the heads of their answers to the
   file that FEDAUTH_LAB_RECORD names. Each entry has a line "< ID LENGTH" or "> ID LENGTH" in front; ID is the connection. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* What is known of a descriptor. Bytes of TLS are recorded where the library has decrypted them. */
enum { OTHER, ACCEPTED, PLAIN, ENCRYPTED };
enum { DESCRIPTORS = 65536, MOST_OF_A_HEAD = 32768 };
static unsigned char states[DESCRIPTORS];

static void *after(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

/* A library that another one has loaded is not among what RTLD_NEXT searches. */
static void *within(const char *library, const char *name) {
    void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    return handle ? dlsym(handle, name) : NULL;
}

#define REAL(type, name, arguments, place)                        \
    static type(*real) arguments;                                 \
    if (!real)                                                    \
        real = (type(*) arguments)(place);                        \
    if (!real)                                                    \
        abort();

static void append(char direction, uintptr_t connection, const void *bytes, size_t count) {
    static int file = -2;
    if (file == -2) {
        const char *path = getenv("FEDAUTH_LAB_RECORD");
        file = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    }
    if (file < 0)
        return;
    char line[64];
    int length = snprintf(line, sizeof line, "%c %d.%jx %zu\n", direction, getpid(), (uintmax_t)connection, count);
    struct iovec parts[] = {{line, (size_t)length}, {(void *)bytes, count}};
    /* One call: entries of several threads and processes do not mix. */
    if (writev(file, parts, 2) != length + (ssize_t)count)
        abort();
}

static void came(uintptr_t connection, const void *bytes, ssize_t count) {
    if (count > 0)
        append('<', connection, bytes, (size_t)count);
}

static void went(uintptr_t connection, const void *bytes, size_t count) {
    if (count > 7 && memcmp(bytes, "HTTP/1.", 7) == 0)
        append('>', connection, bytes, count < MOST_OF_A_HEAD ? count : MOST_OF_A_HEAD);
}

static int is_plain(int descriptor, const void *bytes, ssize_t count) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS)
        return 0;
    /* A connection that begins with a handshake record is TLS. */
    if (count > 0 && states[descriptor] == ACCEPTED)
        states[descriptor] = *(const unsigned char *)bytes == 0x16 ? ENCRYPTED : PLAIN;
    return states[descriptor] == PLAIN;
}

static int accepted(int descriptor) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS)
        states[descriptor] = ACCEPTED;
    return descriptor;
}

int accept(int listener, struct sockaddr *address, socklen_t *length) {
    REAL(int, accept, (int, struct sockaddr *, socklen_t *), after("accept"))
    return accepted(real(listener, address, length));
}

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
    REAL(int, accept4, (int, struct sockaddr *, socklen_t *, int), after("accept4"))
    return accepted(real(listener, address, length, flags));
}

int close(int descriptor) {
    REAL(int, close, (int), after("close"))
    if (descriptor >= 0 && descriptor < DESCRIPTORS)
        states[descriptor] = OTHER;
    return real(descriptor);
}

ssize_t read(int descriptor, void *buffer, size_t size) {
    REAL(ssize_t, read, (int, void *, size_t), after("read"))
    ssize_t count = real(descriptor, buffer, size);
    if (is_plain(descriptor, buffer, count))
        came((uintptr_t)descriptor, buffer, count);
    return count;
}

ssize_t recv(int descriptor, void *buffer, size_t size, int flags) {
    REAL(ssize_t, recv, (int, void *, size_t, int), after("recv"))
    ssize_t count = real(descriptor, buffer, size, flags);
    if (is_plain(descriptor, buffer, count) && !(flags & MSG_PEEK))
        came((uintptr_t)descriptor, buffer, count);
    return count;
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
    REAL(ssize_t, send, (int, const void *, size_t, int), after("send"))
    if (descriptor >= 0 && descriptor < DESCRIPTORS && states[descriptor] == PLAIN)
        went((uintptr_t)descriptor, bytes, count);
    return real(descriptor, bytes, count, flags);
}

/* OpenSSL 3: Python's module ssl and Apache's mod_ssl. */
#define OPENSSL "libssl.so.3"

static int serves(const void *session) {
    REAL(int, SSL_is_server, (const void *), within(OPENSSL, "SSL_is_server"))
    return real(session);
}

int SSL_read(void *session, void *buffer, int size) {
    REAL(int, SSL_read, (void *, void *, int), within(OPENSSL, "SSL_read"))
    int count = real(session, buffer, size);
    if (serves(session))
        came((uintptr_t)session, buffer, count);
    return count;
}

int SSL_read_ex(void *session, void *buffer, size_t size, size_t *count) {
    REAL(int, SSL_read_ex, (void *, void *, size_t, size_t *), within(OPENSSL, "SSL_read_ex"))
    int done = real(session, buffer, size, count);
    if (done && serves(session))
        came((uintptr_t)session, buffer, (ssize_t)*count);
    return done;
}

int SSL_write(void *session, const void *bytes, int count) {
    REAL(int, SSL_write, (void *, const void *, int), within(OPENSSL, "SSL_write"))
    if (count > 0 && serves(session))
        went((uintptr_t)session, bytes, (size_t)count);
    return real(session, bytes, count);
}

int SSL_write_ex(void *session, const void *bytes, size_t count, size_t *written) {
    REAL(int, SSL_write_ex, (void *, const void *, size_t, size_t *), within(OPENSSL, "SSL_write_ex"))
    if (serves(session))
        went((uintptr_t)session, bytes, count);
    return real(session, bytes, count, written);
}

/* GnuTLS: Glewlwyd. */
#define GNUTLS "libgnutls.so.30"

ssize_t gnutls_record_recv(void *session, void *buffer, size_t size) {
    REAL(ssize_t, gnutls_record_recv, (void *, void *, size_t), within(GNUTLS, "gnutls_record_recv"))
    ssize_t count = real(session, buffer, size);
    came((uintptr_t)session, buffer, count);
    return count;
}

ssize_t gnutls_record_send(void *session, const void *bytes, size_t count) {
    REAL(ssize_t, gnutls_record_send, (void *, const void *, size_t), within(GNUTLS, "gnutls_record_send"))
    went((uintptr_t)session, bytes, count);
    return real(session, bytes, count);
}
