#include <pthread.h>

#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"
#include "CLibraries.h"
#include "Handshake.h"
#include <stdbool.h>
#include <stdint.h>

/* The few OpenSSL functions that wipe what was received, and report a request for a client certificate, its authorities, and the end of a TLS
 * connection. They are taken from the libssl that libcurl has opened. When libcurl uses another TLS library, they are
 * missing and nothing is reported. */
static struct {
    void (*set_callback)(void *context, int (*callback)(void *, void *), void *argument);
    void (*set_message_callback)(
        void *context, void (*callback)(int, int, int, const void *, size_t, void *, void *));
    uint64_t (*set_options)(void *context, uint64_t options);
    long (*control)(void *context, int command, long number, void *argument);
    const void *(*names)(const void *connection);
    int (*count)(const void *stack);
    const void *(*value)(const void *stack, int index);
    char *(*text)(const void *name, char *buffer, int size);
} ssl;

static pthread_once_t ssl_once = PTHREAD_ONCE_INIT;
static bool ssl_ready;

static void find_ssl(void) {
    const struct clibraries_symbol symbols[] = {
        {&ssl.set_callback, "SSL_CTX_set_cert_cb"},
        {&ssl.set_message_callback, "SSL_CTX_set_msg_callback"},
        {&ssl.set_options, "SSL_CTX_set_options"},
        {&ssl.control, "SSL_CTX_ctrl"},
        {&ssl.names, "SSL_get0_peer_CA_list"},
        {&ssl.count, "OPENSSL_sk_num"},
        {&ssl.value, "OPENSSL_sk_value"},
        {&ssl.text, "X509_NAME_oneline"},
    };
    ssl_ready = !clibraries_find_loaded(clibraries_ssl, symbols, sizeof symbols / sizeof *symbols);
}

/* Called when the server asks for a certificate, in the first handshake or a later one. Returning 1 continues. */
static int take(void *connection, void *argument) {
    struct ccurl_heard *heard = argument;
    const void *names = ssl.names(connection);
    int count = names ? ssl.count(names) : 0;
    heard->asked = true;
    heard->count = 0;
    for (int index = 0; index < count && heard->count < ccurl_issuer_count; index++)
        if (ssl.text(ssl.value(names, index), heard->issuers[heard->count], ccurl_issuer_bytes)) heard->count++;
    return 1;
}

/* SSL3_RT_ALERT, SSL3_RT_HANDSHAKE, SSL_AD_CLOSE_NOTIFY and SSL_CTRL_SET_MSG_CALLBACK_ARG of OpenSSL. */
enum { record_alert = 21, record_handshake = 22, alert_close_notify = 0, control_message_argument = 16 };

/* Called for each record. An end before a handshake belongs to an older connection. */
static void hear(
    int is_sent, int version, int type, const void *bytes, size_t count, void *connection, void *argument) {
    (void)version, (void)connection;
    struct ccurl_heard *heard = argument;
    const unsigned char *alert = bytes;
    if (is_sent && type == record_handshake)
        heard->ended = false;
    else if (!is_sent && type == record_alert && count == 2 && alert[1] == alert_close_notify)
        heard->ended = true;
}

/* Returns whether a handshake is one with the server. A proxy that is reached by TLS comes first, and is asked for the way to
 * the server afterwards (CURLINFO_HTTP_CONNECTCODE). */
static bool is_for_server(CURL *handle, const struct ccurl_handshake *handshake) {
    long status = 0;
    if (!handshake->has_tls_proxy) return true;
    return curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK && status / 100 == 2;
}

/* SSL_OP_CLEANSE_PLAINTEXT of OpenSSL 3: else a connection holds what it received last for as long as it is open, also in the
 * copies of this process that read documents. */
static const uint64_t cleanse_plaintext = 1 << 1;

/* CURLOPT_SSL_CTX_FUNCTION */
static CURLcode prepare(CURL *handle, void *context, void *argument) {
    struct ccurl_handshake *handshake = argument;
    pthread_once(&ssl_once, find_ssl);
    if (ssl_ready) {
        ssl.set_options(context, cleanse_plaintext);
        ssl.set_callback(context, take, &handshake->heard);
        ssl.set_message_callback(context, hear);
        ssl.control(context, control_message_argument, 0, &handshake->heard);
        handshake->heard.hears_end = true;
    }
    if (handshake->token.key && is_for_server(handle, handshake) && !ccurl_present_token(context, &handshake->token))
        return CURLE_SSL_CERTPROBLEM;
    return handshake->more_lists ? ccurl_check_all_lists(context, handshake->more_lists) : CURLE_OK;
}

CLIBRARIES_HIDDEN CURLcode ccurl_prepare_handshake(
    CURL *handle, struct ccurl_handshake *handshake) {
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
