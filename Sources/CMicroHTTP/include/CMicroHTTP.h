#pragma once

/* GNU libmicrohttpd, opened at its first use.
 *
 * Few sign-ins need a server, so it is not linked: each function that we use is defined in CMicroHTTP.c under its own name,
 * hidden from the dynamic linker, and calls the real one, which dlopen(3) and dlsym(3) find. Ask cmicrohttp_load() before
 * the first call: without the library the functions do nothing and report failure. */

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Opens libmicrohttpd. True when it can be used; otherwise *error says why (a static text). Any number of calls from any
 * thread. */
bool cmicrohttp_load(const char *_Nullable *_Nonnull error);

/* What a daemon of ours calls, and its limits. */
struct cmicrohttp_settings {
    /* Handed to each of the functions. */
    void *_Nullable context;
    /* The target of a request as it was sent; what it returns is the request's own pointer from then on. */
    void *_Nullable (*_Nonnull target)(void *_Nullable context, const char *_Nullable target, struct MHD_Connection *_Nullable);
    /* A request's head, then pieces of its body, then its end. */
    enum MHD_Result (*_Nonnull request)(
        void *_Nullable context, struct MHD_Connection *_Nullable, const char *_Nullable url, const char *_Nullable method,
        const char *_Nullable version, const char *_Nullable data, size_t *_Nullable size, void *_Nullable *_Nullable own);
    /* A request is over, whether it was answered or not. */
    void (*_Nonnull completed)(
        void *_Nullable context, struct MHD_Connection *_Nullable, void *_Nullable *_Nullable own,
        enum MHD_RequestTerminationCode);
    /* A connection begins or ends. */
    void (*_Nonnull connection)(
        void *_Nullable context, struct MHD_Connection *_Nullable, void *_Nullable *_Nullable socket,
        enum MHD_ConnectionNotificationCode);
    /* Memory for a connection, and so the size of a request's head. */
    size_t head_bytes;
    unsigned int connections;
    /* Without a byte from the other side, or taken by it. */
    unsigned int idle_seconds;
};

/* A daemon without threads and sockets: it is given connections, and runs when MHD_run() is called. NULL on failure. */
struct MHD_Daemon *_Nullable cmicrohttp_start(const struct cmicrohttp_settings *_Nonnull settings);

/* The epoll descriptor that has something to read when MHD_run() has something to do; -1 when there is none. */
int cmicrohttp_descriptor(struct MHD_Daemon *_Nonnull daemon);

/* A connection's socket; -1 when it cannot be told. */
int cmicrohttp_socket(struct MHD_Connection *_Nonnull connection);

#pragma GCC visibility pop
