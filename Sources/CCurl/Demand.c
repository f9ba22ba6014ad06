#include <pthread.h>

#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"
#include "CLibraries.h"
#include <stdbool.h>

/* The few OpenSSL functions that report a request for a client certificate and its authorities. They are taken from the
 * libssl that libcurl has opened. When libcurl uses another TLS library, they are missing and nothing is reported. */
static struct {
    void (*set_callback)(void *context, int (*callback)(void *, void *), void *argument);
    const void *(*names)(const void *connection);
    int (*count)(const void *stack);
    const void *(*value)(const void *stack, int index);
    char *(*text)(const void *name, char *buffer, int size);
} ssl;

static pthread_once_t ssl_once = PTHREAD_ONCE_INIT;
static bool ssl_ready;

static void find_ssl(void) {
    const struct clibraries_symbol symbols[] = {
        {&ssl.set_callback, "SSL_CTX_set_cert_cb"}, {&ssl.names, "SSL_get0_peer_CA_list"},
        {&ssl.count, "OPENSSL_sk_num"},             {&ssl.value, "OPENSSL_sk_value"},
        {&ssl.text, "X509_NAME_oneline"},
    };
    ssl_ready = !clibraries_find_loaded(clibraries_ssl, symbols, sizeof symbols / sizeof *symbols);
}

/* Called when the server asks for a certificate, in the first handshake or a later one. Returning 1 continues. */
static int take(void *connection, void *argument) {
    struct ccurl_demand *demand = argument;
    const void *names = ssl.names(connection);
    int count = names ? ssl.count(names) : 0;
    demand->asked = true;
    demand->count = 0;
    for (int index = 0; index < count && demand->count < ccurl_issuer_count; index++)
        if (ssl.text(ssl.value(names, index), demand->issuers[demand->count], ccurl_issuer_bytes)) demand->count++;
    return 1;
}

/* CURLOPT_SSL_CTX_FUNCTION */
static CURLcode prepare(CURL *handle, void *context, void *argument) {
    (void)handle;
    pthread_once(&ssl_once, find_ssl);
    if (ssl_ready) ssl.set_callback(context, take, argument);
    return CURLE_OK;
}

__attribute__((visibility("hidden"))) void ccurl_listen_for_demand(CURL *handle, struct ccurl_demand *demand) {
    demand->asked = false;
    demand->count = 0;
    /* libcurl with another TLS library rejects these options. */
    if (curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, prepare) == CURLE_OK)
        curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, demand);
}
