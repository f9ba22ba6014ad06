#include <openssl/ssl.h>
#include <pthread.h>
#include <stdbool.h>

#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"
#include "CLibraries.h"
#include "Handshake.h"

/* The few OpenSSL functions that wipe what was received, and report a request for a client certificate, its authorities, and the end of a TLS
 * connection. They are taken from the libssl that libcurl has opened. When libcurl uses another TLS library, they are
 * missing and nothing is reported. */
#define FUNCTIONS \
    SSL_CTX_set_cert_cb, SSL_CTX_set_msg_callback, SSL_CTX_set_options, SSL_CTX_ctrl, SSL_get0_peer_CA_list, \
    OPENSSL_sk_num, OPENSSL_sk_value, X509_NAME_oneline

static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, FUNCTIONS) } functions;

static pthread_once_t ssl_once = PTHREAD_ONCE_INIT;
static bool ssl_ready;

static void find_ssl(void) { ssl_ready = !CLIBRARIES_OPEN(clibraries_find_loaded, clibraries_ssl, FUNCTIONS); }

/* Called when the server asks for a certificate, in the first handshake or a later one. Returning 1 continues. */
static int take(SSL *connection, void *argument) {
    struct ccurl_heard *heard = argument;
    const void *names = functions.SSL_get0_peer_CA_list(connection);
    int count = names ? functions.OPENSSL_sk_num(names) : 0;
    heard->asked = true;
    heard->count = 0;
    for (int index = 0; index < count && heard->count < ccurl_issuer_count; index++)
        if (functions.X509_NAME_oneline(
                functions.OPENSSL_sk_value(names, index), heard->issuers[heard->count], ccurl_issuer_bytes))
            heard->count++;
    return 1;
}

/* Called for each record. An end before a handshake belongs to an older connection. */
static void hear(
    int is_sent, int version, int type, const void *bytes, size_t count, SSL *connection, void *argument) {
    (void)version, (void)connection;
    struct ccurl_heard *heard = argument;
    const unsigned char *alert = bytes;
    if (is_sent && type == SSL3_RT_HANDSHAKE)
        heard->ended = false;
    else if (!is_sent && type == SSL3_RT_ALERT && count == 2 && alert[1] == SSL_AD_CLOSE_NOTIFY)
        heard->ended = true;
}

/* Returns whether a handshake is one with the server. A proxy that is reached by TLS comes first, and is asked for the way to
 * the server afterwards (CURLINFO_HTTP_CONNECTCODE). */
static bool is_for_server(CURL *handle, const struct ccurl_handshake *handshake) {
    long status = 0;
    if (!handshake->has_tls_proxy) return true;
    return curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK && status / 100 == 2;
}

/* CURLOPT_SSL_CTX_FUNCTION */
static CURLcode prepare(CURL *handle, void *context, void *argument) {
    struct ccurl_handshake *handshake = argument;
    pthread_once(&ssl_once, find_ssl);
    if (ssl_ready) {
        /* Else a connection holds what it received last for as long as it is open, also in the copies of this process that
           read documents. */
        functions.SSL_CTX_set_options(context, SSL_OP_CLEANSE_PLAINTEXT);
        functions.SSL_CTX_set_cert_cb(context, take, &handshake->heard);
        functions.SSL_CTX_set_msg_callback(context, hear);
        functions.SSL_CTX_ctrl(context, SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, &handshake->heard);
        handshake->heard.hears_end = true;
    }
    if (handshake->token.key && is_for_server(handle, handshake) && !ccurl_present_token(context, &handshake->token))
        return CURLE_SSL_CERTPROBLEM;
    return handshake->more_lists ? ccurl_check_all_lists(context, handshake->more_lists) : CURLE_OK;
}

CLIBRARIES_HIDDEN CURLcode ccurl_prepare_handshake(CURL *handle, struct ccurl_handshake *handshake) {
    handshake->heard.asked = false;
    handshake->heard.ended = false;
    handshake->heard.count = 0;
    /* libcurl with another TLS library rejects these options; such a library uses all lists itself, and takes one file.
    */
    CURLcode code = curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, prepare);
    if (code == CURLE_OK) return curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, handshake);
    if (handshake->token.key) return code;
    return handshake->more_lists && *handshake->more_lists ? code : CURLE_OK;
}
