#include <limits.h>
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

typedef int check_function(void *context, void *list, void *certificate);

static struct {
    void *(*store)(const void *tls);
    void (*set_check)(void *store, check_function *check);
    check_function *(*check)(const void *context);
    void *(*context_new)(void);
    int (*context_init)(void *context, void *store, void *target, void *others);
    void (*context_free)(void *context);
    void *(*lists)(const void *context, const void *name);
    void *(*issuer)(const void *context);
    void (*set_error)(void *context, int error);
    const void *(*issuer_name)(const void *list);
    const void *(*this_update)(const void *list);
    const void *(*next_update)(const void *list);
    int (*compare_now)(const void *time);
    int (*verify)(void *list, void *key);
    void *(*extension)(const void *list, int number, int *is_critical, int *index);
    int (*extension_index)(const void *list, int number, int behind);
    int (*check_key_id)(const void *issuer, const void *key_id);
    void (*free_key_id)(void *key_id);
    void *(*key)(const void *certificate);
    int (*count)(const void *stack);
    void *(*value)(const void *stack, int index);
    void (*free_stack)(void *stack, void (*free_each)(void *));
    void (*free_list)(void *list);
    void *(*add_lookup)(void *store, const void *method);
    const void *(*file_method)(void);
    int (*load)(void *lookup, const char *file, int type);
} crypto;

/* Of <openssl/x509_vfy.h>, <openssl/x509.h> and <openssl/obj_mac.h>. */
enum { error_list_missing = 3, error_signature = 8, error_issuer_missing = 33 };
enum { type_pem = 1, number_key_id = 90, number_delta = 140 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
/* libcrypto's own check of a certificate and one list; NULL when the functions are missing. */
static check_function *own_check;

static void find(void) {
    const struct clibraries_symbol symbols[] = {
        {&crypto.store, "SSL_CTX_get_cert_store"},       {&crypto.set_check, "X509_STORE_set_cert_crl"},
        {&crypto.check, "X509_STORE_CTX_get_cert_crl"},  {&crypto.context_new, "X509_STORE_CTX_new"},
        {&crypto.context_init, "X509_STORE_CTX_init"},   {&crypto.context_free, "X509_STORE_CTX_free"},
        {&crypto.lists, "X509_STORE_CTX_get1_crls"},     {&crypto.issuer, "X509_STORE_CTX_get0_current_issuer"},
        {&crypto.set_error, "X509_STORE_CTX_set_error"}, {&crypto.issuer_name, "X509_CRL_get_issuer"},
        {&crypto.this_update, "X509_CRL_get0_lastUpdate"}, {&crypto.next_update, "X509_CRL_get0_nextUpdate"},
        {&crypto.compare_now, "X509_cmp_current_time"},  {&crypto.verify, "X509_CRL_verify"},
        {&crypto.extension, "X509_CRL_get_ext_d2i"},     {&crypto.check_key_id, "X509_check_akid"},
        {&crypto.free_key_id, "AUTHORITY_KEYID_free"},   {&crypto.key, "X509_get0_pubkey"},
        {&crypto.count, "OPENSSL_sk_num"},               {&crypto.value, "OPENSSL_sk_value"},
        {&crypto.free_stack, "OPENSSL_sk_pop_free"},     {&crypto.free_list, "X509_CRL_free"},
        {&crypto.add_lookup, "X509_STORE_add_lookup"},   {&crypto.file_method, "X509_LOOKUP_file"},
        {&crypto.load, "X509_load_crl_file"},            {&crypto.extension_index, "X509_CRL_get_ext_by_NID"},
    };
    if (clibraries_find_loaded(clibraries_ssl, symbols, sizeof symbols / sizeof *symbols)) return;
    void *context = crypto.context_new();
    if (context && crypto.context_init(context, NULL, NULL, NULL) == 1) own_check = crypto.check(context);
    crypto.context_free(context);
}

static bool is_current(const void *list) {
    const void *next = crypto.next_update(list);
    return crypto.compare_now(crypto.this_update(list)) < 0 && (!next || crypto.compare_now(next) > 0);
}

/* Returns whether the list names the issuer's key, or no key: another authority may have the same name. */
static bool is_by(const void *list, const void *issuer) {
    void *key_id = crypto.extension(list, number_key_id, NULL, NULL);
    bool is_same = crypto.check_key_id(issuer, key_id) == 0;
    crypto.free_key_id(key_id);
    return is_same;
}

/* The callback cert_crl of X509_STORE_set_cert_crl(3): returns 0 for a refused certificate. libcrypto has chosen and
 * checked the one list. */
static int check(void *context, void *list, void *certificate) {
    int verdict = own_check(context, list, certificate);
    if (verdict == 0) return 0;
    void *issuer = crypto.issuer(context);
    void *key = issuer ? crypto.key(issuer) : NULL;
    if (!key) {
        crypto.set_error(context, error_issuer_missing);
        return 0;
    }
    void *all = crypto.lists(context, crypto.issuer_name(list));
    int count = all ? crypto.count(all) : 0;
    bool has_whole = false;
    for (int index = 0; verdict && index < count; index++) {
        void *other = crypto.value(all, index);
        if (!is_current(other) || !is_by(other, issuer)) continue;
        if (crypto.verify(other, key) == 1) {
            verdict = own_check(context, other, certificate);
            has_whole = has_whole || crypto.extension_index(other, number_delta, -1) < 0;
        } else {
            crypto.set_error(context, error_signature);
            verdict = 0;
        }
    }
    if (all) crypto.free_stack(all, crypto.free_list);
    if (verdict && !has_whole) {
        /* libcrypto treats a delta list as a complete one. */
        crypto.set_error(context, error_list_missing);
        verdict = 0;
    }
    return verdict;
}

/* Loads the lists of the files, one file per line. */
static bool load(void *store, const char *files) {
    void *lookup = crypto.add_lookup(store, crypto.file_method());
    if (!lookup) return false;
    while (*files) {
        size_t length = strcspn(files, "\n");
        char file[PATH_MAX];
        if (snprintf(file, sizeof file, "%.*s", (int)length, files) != (int)length) return false;
        if (crypto.load(lookup, file, type_pem) < 1) return false;
        files += length;
        if (*files) files++;
    }
    return true;
}

CLIBRARIES_HIDDEN CURLcode ccurl_check_all_lists(void *tls, const char *more_files) {
    pthread_once(&once, find);
    void *store = own_check ? crypto.store(tls) : NULL;
    if (!store || !load(store, more_files)) return CURLE_SSL_CRL_BADFILE;
    crypto.set_check(store, check);
    return CURLE_OK;
}
