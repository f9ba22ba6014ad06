#pragma once

/* GNU libmicrohttpd, opened on first use.
 *
 * Few sign-ins need a server, so it is not linked. CMicroHTTP.c defines each function that fedauth uses under its own
 * name, hidden from the dynamic linker; it calls the real function, found with dlopen(3) and dlsym(3). Call
 * cmicrohttp_load() first: without the library the functions do nothing and report failure. */

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Opens libmicrohttpd. Returns true when it can be used; otherwise *error is the reason (a static text). May be called
 * repeatedly and from any thread. */
bool cmicrohttp_load(const char *_Nullable *_Nonnull error);

/* The callbacks of a daemon, and its limits. */
struct cmicrohttp_settings {
    /* Passed to each callback. */
    void *_Nullable context;
    /* Receives the request target as it was sent. Its result becomes the request's own pointer. */
    void *_Nullable (*_Nonnull target)(void *_Nullable context, const char *_Nullable target, struct MHD_Connection *_Nullable);
    /* Receives the head of a request, then parts of its body, then its end. */
    enum MHD_Result (*_Nonnull request)(
        void *_Nullable context, struct MHD_Connection *_Nullable, const char *_Nullable url, const char *_Nullable method,
        const char *_Nullable version, const char *_Nullable data, size_t *_Nullable size, void *_Nullable *_Nullable own);
    /* Called when a request is over, answered or not. */
    void (*_Nonnull completed)(
        void *_Nullable context, struct MHD_Connection *_Nullable, void *_Nullable *_Nullable own,
        enum MHD_RequestTerminationCode);
    /* Called when a connection begins or ends. */
    void (*_Nonnull connection)(
        void *_Nullable context, struct MHD_Connection *_Nullable, void *_Nullable *_Nullable socket,
        enum MHD_ConnectionNotificationCode);
    /* Memory for one connection, which limits the size of a request's head. */
    size_t head_bytes;
    unsigned int connections;
    /* Idle seconds, in either direction, after which a connection is closed. */
    unsigned int idle_seconds;
};

/* Starts a daemon without threads or a listening socket: the caller hands it connections and calls MHD_run(). Returns
   NULL on failure. */
struct MHD_Daemon *_Nullable cmicrohttp_start(const struct cmicrohttp_settings *_Nonnull settings);

/* Returns the epoll descriptor that becomes readable when MHD_run() has work to do; -1 when there is none. */
int cmicrohttp_descriptor(struct MHD_Daemon *_Nonnull daemon);

/* Returns the socket of a connection; -1 when it is unknown. */
int cmicrohttp_socket(struct MHD_Connection *_Nonnull connection);

#pragma GCC visibility pop
