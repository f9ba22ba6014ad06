#define _GNU_SOURCE
#include "CMicroHTTP.h"
#include "CLibraries.h"

#include <pthread.h>
#include <string.h>

#define FUNCTIONS \
    MHD_start_daemon, MHD_stop_daemon, MHD_run, MHD_get_timeout, MHD_add_connection, MHD_get_daemon_info, \
    MHD_get_connection_info, MHD_get_connection_values, MHD_queue_response, MHD_create_response_from_buffer, \
    MHD_create_response_from_callback, MHD_add_response_header, MHD_destroy_response, MHD_suspend_connection, \
    MHD_resume_connection, MHD_get_version

static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, FUNCTIONS) } functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem;

static void open_library(void) {
    problem = CLIBRARIES_OPEN(clibraries_load, clibraries_microhttpd, FUNCTIONS);
}

static bool is_ready(void) {
    pthread_once(&once, open_library);
    return !problem;
}

CLIBRARIES_HIDDEN bool cmicrohttp_load(const char **error) {
    bool ready = is_ready();
    *error = problem;
    return ready;
}

CLIBRARIES_HIDDEN struct MHD_Daemon *cmicrohttp_start(const struct cmicrohttp_settings *settings) {
    if (!is_ready()) return NULL;
    /* No error log: bad requests from others do not concern the user. Strictness 1 refuses requests that parsers may
       read differently. */
    return functions.MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, settings->request,
        settings->context, MHD_OPTION_URI_LOG_CALLBACK, settings->target, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context, MHD_OPTION_NOTIFY_CONNECTION,
        settings->connection, settings->context, MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->head_bytes,
        MHD_OPTION_CONNECTION_LIMIT, settings->connections, MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

CLIBRARIES_HIDDEN int cmicrohttp_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info =
        is_ready() ? functions.MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD) : NULL;
    return info ? info->epoll_fd : -1;
}

CLIBRARIES_HIDDEN int cmicrohttp_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        is_ready() ? functions.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD) : NULL;
    return info ? info->connect_fd : -1;
}

CLIBRARIES_HIDDEN void MHD_stop_daemon(struct MHD_Daemon *daemon) {
    if (is_ready()) functions.MHD_stop_daemon(daemon);
}

CLIBRARIES_HIDDEN enum MHD_Result MHD_run(struct MHD_Daemon *daemon) { return is_ready() ? functions.MHD_run(daemon) : MHD_NO; }

CLIBRARIES_HIDDEN enum MHD_Result MHD_get_timeout(struct MHD_Daemon *daemon, MHD_UNSIGNED_LONG_LONG *milliseconds) {
    return is_ready() ? functions.MHD_get_timeout(daemon, milliseconds) : MHD_NO;
}

CLIBRARIES_HIDDEN enum MHD_Result MHD_add_connection(
    struct MHD_Daemon *daemon, MHD_socket client, const struct sockaddr *address, socklen_t size) {
    return is_ready() ? functions.MHD_add_connection(daemon, client, address, size) : MHD_NO;
}

CLIBRARIES_HIDDEN int MHD_get_connection_values(
    struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIterator iterator, void *context) {
    return is_ready() ? functions.MHD_get_connection_values(connection, kind, iterator, context) : 0;
}

CLIBRARIES_HIDDEN enum MHD_Result MHD_queue_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
    return is_ready() ? functions.MHD_queue_response(connection, status, response) : MHD_NO;
}

CLIBRARIES_HIDDEN struct MHD_Response *MHD_create_response_from_buffer(size_t size, void *buffer, enum MHD_ResponseMemoryMode mode) {
    return is_ready() ? functions.MHD_create_response_from_buffer(size, buffer, mode) : NULL;
}

CLIBRARIES_HIDDEN struct MHD_Response *MHD_create_response_from_callback(
    uint64_t size, size_t block, MHD_ContentReaderCallback reader, void *context,
    MHD_ContentReaderFreeCallback release) {
    return is_ready() ? functions.MHD_create_response_from_callback(size, block, reader, context, release) : NULL;
}

CLIBRARIES_HIDDEN enum MHD_Result MHD_add_response_header(struct MHD_Response *response, const char *name, const char *value) {
    return is_ready() ? functions.MHD_add_response_header(response, name, value) : MHD_NO;
}

CLIBRARIES_HIDDEN void MHD_destroy_response(struct MHD_Response *response) {
    if (is_ready()) functions.MHD_destroy_response(response);
}

CLIBRARIES_HIDDEN void MHD_suspend_connection(struct MHD_Connection *connection) {
    if (is_ready()) functions.MHD_suspend_connection(connection);
}

CLIBRARIES_HIDDEN void MHD_resume_connection(struct MHD_Connection *connection) {
    if (is_ready()) functions.MHD_resume_connection(connection);
}

CLIBRARIES_HIDDEN const char *MHD_get_version(void) { return is_ready() ? functions.MHD_get_version() : "none"; }
