#include <limits.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"
#include "CLibraries.h"
#include "Handshake.h"

/* Checks every current list of an authority. libcrypto itself uses only the newest one, and no delta lists (RFC 5280
 * section 5.2.4), so that a certificate revoked by another list in the same file would be accepted. */

#define FUNCTIONS \
    SSL_CTX_get_cert_store, X509_STORE_set_cert_crl, X509_STORE_CTX_get_cert_crl, X509_STORE_CTX_new, \
    X509_STORE_CTX_init, X509_STORE_CTX_free, X509_STORE_CTX_get1_crls, X509_STORE_CTX_get0_current_issuer, \
    X509_STORE_CTX_set_error, X509_CRL_get_issuer, X509_CRL_get0_lastUpdate, X509_CRL_get0_nextUpdate, \
    X509_cmp_current_time, X509_CRL_verify, X509_CRL_get_ext_d2i, X509_check_akid, AUTHORITY_KEYID_free, \
    X509_get0_pubkey, OPENSSL_sk_num, OPENSSL_sk_value, OPENSSL_sk_pop_free, X509_CRL_free, X509_STORE_add_lookup, \
    X509_LOOKUP_file, X509_load_crl_file, X509_CRL_get_ext_by_NID

static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, FUNCTIONS) } functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
/* libcrypto's own check of a certificate and one list; NULL when the functions are missing. */
static X509_STORE_CTX_cert_crl_fn own_check;

static void find(void) {
    if (CLIBRARIES_OPEN(clibraries_find_loaded, clibraries_ssl, FUNCTIONS)) return;
    void *context = functions.X509_STORE_CTX_new();
    if (context && functions.X509_STORE_CTX_init(context, NULL, NULL, NULL) == 1)
        own_check = functions.X509_STORE_CTX_get_cert_crl(context);
    functions.X509_STORE_CTX_free(context);
}

static bool is_current(const void *list) {
    const void *next = functions.X509_CRL_get0_nextUpdate(list);
    return functions.X509_cmp_current_time(functions.X509_CRL_get0_lastUpdate(list)) < 0
           && (!next || functions.X509_cmp_current_time(next) > 0);
}

/* Returns whether the list names the issuer's key, or no key: another authority may have the same name. */
static bool is_by(const void *list, const void *issuer) {
    void *key_id = functions.X509_CRL_get_ext_d2i(list, NID_authority_key_identifier, NULL, NULL);
    bool is_same = functions.X509_check_akid(issuer, key_id) == 0;
    functions.AUTHORITY_KEYID_free(key_id);
    return is_same;
}

/* The callback cert_crl of X509_STORE_set_cert_crl(3): returns 0 for a refused certificate. libcrypto has chosen and
 * checked the one list. */
static int check(X509_STORE_CTX *context, X509_CRL *list, X509 *certificate) {
    int verdict = own_check(context, list, certificate);
    if (verdict == 0) return 0;
    const void *issuer = functions.X509_STORE_CTX_get0_current_issuer(context);
    void *key = issuer ? functions.X509_get0_pubkey(issuer) : NULL;
    if (!key) {
        functions.X509_STORE_CTX_set_error(context, X509_V_ERR_UNABLE_TO_GET_CRL_ISSUER);
        return 0;
    }
    void *all = functions.X509_STORE_CTX_get1_crls(context, functions.X509_CRL_get_issuer(list));
    int count = all ? functions.OPENSSL_sk_num(all) : 0;
    bool has_whole = false;
    for (int index = 0; verdict && index < count; index++) {
        void *other = functions.OPENSSL_sk_value(all, index);
        if (!is_current(other) || !is_by(other, issuer)) continue;
        if (functions.X509_CRL_verify(other, key) == 1) {
            verdict = own_check(context, other, certificate);
            has_whole = has_whole || functions.X509_CRL_get_ext_by_NID(other, NID_delta_crl, -1) < 0;
        } else {
            functions.X509_STORE_CTX_set_error(context, X509_V_ERR_CRL_SIGNATURE_FAILURE);
            verdict = 0;
        }
    }
    if (all) functions.OPENSSL_sk_pop_free(all, (OPENSSL_sk_freefunc)functions.X509_CRL_free);
    if (verdict && !has_whole) {
        /* libcrypto treats a delta list as a complete one. */
        functions.X509_STORE_CTX_set_error(context, X509_V_ERR_UNABLE_TO_GET_CRL);
        verdict = 0;
    }
    return verdict;
}

/* Loads the lists of the files, one file per line. */
static bool load(void *store, const char *files) {
    void *lookup = functions.X509_STORE_add_lookup(store, functions.X509_LOOKUP_file());
    if (!lookup) return false;
    while (*files) {
        size_t length = strcspn(files, "\n");
        char file[PATH_MAX];
        if (snprintf(file, sizeof file, "%.*s", (int)length, files) != (int)length) return false;
        if (functions.X509_load_crl_file(lookup, file, X509_FILETYPE_PEM) < 1) return false;
        files += length;
        if (*files) files++;
    }
    return true;
}

CLIBRARIES_HIDDEN CURLcode ccurl_check_all_lists(void *tls, const char *more_files) {
    pthread_once(&once, find);
    void *store = own_check ? functions.SSL_CTX_get_cert_store(tls) : NULL;
    if (!store || !load(store, more_files)) return CURLE_SSL_CRL_BADFILE;
    functions.X509_STORE_set_cert_crl(store, check);
    return CURLE_OK;
}
