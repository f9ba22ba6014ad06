#pragma once

/* libcurl and libpsl, opened on first use.
 *
 * Linking libcurl would add 3.4 ms and some thirty libraries to every start. Therefore CCurl.c defines each function
 * that fedauth uses under its own name, hidden from the dynamic linker; it calls the real function, found with
 * dlopen(3) and dlsym(3). Call ccurl_load() first: without the library the functions do nothing and report failure. */

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Opens libcurl and initialises it with an allocator that wipes what it frees. Returns true when it can be used;
 * otherwise *error is the reason (a static text). May be called repeatedly and from any thread. */
bool ccurl_load(const char *_Nullable *_Nonnull error);

/* Allows libcurl to write the keys of connections to the file in SSLKEYLOGFILE. Without this call, opening libcurl
 * removes that variable from the environment of this process. Call it before libcurl is opened. */
void ccurl_keep_key_log(void);

/* Opens libpsl. Returns true when the functions below can be used. */
bool ccurl_load_psl(void);

/* The part of <libpsl.h> that fedauth uses. The ABI is stable, and the header is rarely installed. */
typedef struct psl_ctx_st psl_ctx_t;
const psl_ctx_t *_Nullable psl_builtin(void);
psl_ctx_t *_Nullable psl_latest(const char *_Nullable filename);
void psl_free(psl_ctx_t *_Nullable psl);
int psl_is_public_suffix2(const psl_ctx_t *_Nonnull psl, const char *_Nonnull domain, int type);
/* PSL_TYPE_ICANN | PSL_TYPE_PRIVATE: the whole list. */
enum { ccurl_psl_type_any = 3 };

/* Whether a server has asked for a client certificate, the names of the authorities that it accepts, and whether it has
   ended the connection with close_notify. */
enum { ccurl_issuer_count = 64, ccurl_issuer_bytes = 256 };
struct ccurl_heard {
    bool asked;
    bool ended;
    /* False when the TLS library does not report the end. */
    bool hears_end;
    int count;
    char issuers[ccurl_issuer_count][ccurl_issuer_bytes];
};

/* An identity whose key is in a token: the key, and the certificates in DER, the owner's first. */
struct ccurl_token_identity {
    void *_Nullable key;
    const unsigned char *_Nullable certificates;
    size_t count;
};

/* The settings for TLS handshakes beyond libcurl's own options. */
struct ccurl_handshake {
    struct ccurl_heard heard;
    /* Presented to the server, but to no proxy; the key is NULL for none. */
    struct ccurl_token_identity token;
    /* Whether a proxy is reached by TLS, too: libcurl prepares its handshakes in the same way. */
    bool has_tls_proxy;
    /* The other files with revocation lists, one per line, when CURLOPT_CRLFILE is set: all lists are checked. NULL
       when it is not set. */
    char *_Nullable more_lists;
};

/* The state of the user's Kerberos ticket. */
enum ccurl_ticket { ccurl_ticket_unknown, ccurl_ticket_missing, ccurl_ticket_expired, ccurl_ticket_valid };

/* Looks at the ticket that libcurl would use (gss_inquire_cred(3)), and writes the name of its owner, ending with NUL,
   when it is valid. Unknown when libcurl has not loaded the library of MIT Kerberos. Contacts no server. */
enum ccurl_ticket ccurl_find_ticket(char *_Nonnull name, size_t room);

/* Applies the settings to the next transfer. *handshake must live as long as the connections of the handle. */
CURLcode ccurl_prepare_handshake(CURL *_Nonnull handle, struct ccurl_handshake *_Nonnull handshake);

/* MARK: tokens */

/* How keys in PKCS#11 tokens are used: by OpenSSL's provider 'pkcs11' (pkcs11-provider), by its engine of that name (libp11),
   or not at all. */
enum ccurl_token_way { ccurl_token_none, ccurl_token_provider, ccurl_token_engine };

/* The PIN to give when a token asks, and the number of questions. Without a PIN, or when asked again, nothing is answered,
   and nobody else is asked. */
struct ccurl_token_pin {
    const char *_Nullable bytes;
    size_t count;
    int questions;
};

/* Returns why no token can be used at all: libcurl's TLS library is not OpenSSL 3 or later. NULL: none. Call it, like all
   functions below, after ccurl_load(). */
const char *_Nullable ccurl_token_problem(void);

/* Returns the module that the environment names, after ccurl_open_tokens(), if it cannot be loaded; else NULL. */
const char *_Nullable ccurl_unusable_module(void);
/* Loads the provider, or else the engine, for the rest of the process. With the provider, PKCS11_MODULE_PATH names the
   module as it does with the engine, unless PKCS11_PROVIDER_MODULE is set. */
enum ccurl_token_way ccurl_open_tokens(void);

/* Looks for both without keeping one, and without opening a module. Writes the version of the provider, ending with NUL,
   which it tells since 1.1; the engine does not tell its own. */
enum ccurl_token_way ccurl_find_tokens(char *_Nonnull version, size_t room);

/* Returns the private key at an address (RFC 7512), for ccurl_free_token_key(); NULL when it cannot be used. Then
   ccurl_next_token_error() tells why. */
void *_Nullable ccurl_token_key(const char *_Nonnull address, struct ccurl_token_pin *_Nonnull pin);
void ccurl_free_token_key(void *_Nullable key);

typedef void ccurl_certificate_receiver(void *_Nullable context, const unsigned char *_Nonnull bytes, size_t count);

/* Passes on each certificate at an address, in DER. The engine has at most one. */
void ccurl_token_certificates(
    const char *_Nonnull address, struct ccurl_token_pin *_Nonnull pin, ccurl_certificate_receiver *_Nonnull receive,
    void *_Nullable context);

/* Passes on the label (32 bytes), manufacturer (32), model (16) and serial number (16) of each token, padded with blanks. */
void ccurl_list_tokens(ccurl_certificate_receiver *_Nonnull receive, void *_Nullable context);

/* Returns whether the certificate, in DER, is that of the key. */
bool ccurl_token_key_belongs(void *_Nonnull key, const unsigned char *_Nonnull certificate, size_t count);

enum ccurl_pin_fault { ccurl_pin_fine, ccurl_pin_wrong, ccurl_pin_locked };

/* Takes the oldest error out of OpenSSL's queue: its text, and what it says of the PIN. Returns false when there is none. */
bool ccurl_next_token_error(char *_Nonnull text, size_t room, enum ccurl_pin_fault *_Nonnull fault);

#pragma GCC visibility pop

/* Returns the name at `index`, which must be below count. */
static inline const char *_Nonnull ccurl_issuer(const struct ccurl_handshake *_Nonnull handshake, int index) {
    return handshake->heard.issuers[index];
}

/* Swift can call neither variadic functions nor macros; these are shims, one for each type of argument. */
#define CCURL_SETTER(name, argument)                                                                                  \
    static inline CURLcode ccurl_set_##name(CURL *_Nonnull handle, CURLoption option, argument value) {               \
        return curl_easy_setopt(handle, option, value);                                                               \
    }

CCURL_SETTER(long, long)
CCURL_SETTER(offset, curl_off_t)
/* A text, which libcurl copies, and a pointer, which it keeps. */
CCURL_SETTER(text, const char *_Nullable)
CCURL_SETTER(pointer, const void *_Nullable)

/* For CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION. */
typedef size_t (*ccurl_receiver)(char *_Nullable, size_t, size_t, void *_Nullable);
CCURL_SETTER(receiver, ccurl_receiver _Nullable)

/* Sets an option to bytes; libcurl keeps the pointer. */
static inline CURLcode ccurl_set_blob(
    CURL *_Nonnull handle, CURLoption option, const void *_Nullable bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_NOCOPY};
    return curl_easy_setopt(handle, option, &blob);
}

/* Sets CURLOPT_SEEKFUNCTION. */
static inline CURLcode ccurl_set_seeker(
    CURL *_Nonnull handle, int (*_Nullable seeker)(void *_Nullable, curl_off_t, int)) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, seeker);
}

/* Sets CURLOPT_PREREQFUNCTION. */
static inline CURLcode ccurl_set_prerequisite(
    CURL *_Nonnull handle,
    int (*_Nullable listener)(void *_Nullable, char *_Nullable, char *_Nullable, int, int)) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, listener);
}

/* Sets CURLOPT_XFERINFOFUNCTION, and CURLOPT_NOPROGRESS. */
static inline CURLcode ccurl_set_progress(
    CURL *_Nonnull handle,
    int (*_Nullable listener)(void *_Nullable, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_NOPROGRESS, listener ? 0L : 1L);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, listener) : code;
}

static inline CURLcode ccurl_set_debug(
    CURL *_Nonnull handle,
    int (*_Nullable listener)(CURL *_Nullable, curl_infotype, char *_Nullable, size_t, void *_Nullable)) {
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, listener);
}

static inline CURLcode ccurl_get_long(CURL *_Nonnull handle, CURLINFO info, long *_Nonnull value) {
    return curl_easy_getinfo(handle, info, value);
}

/* Returns CURLINFO_ACTIVESOCKET; -1 when there is none. */
static inline int ccurl_socket(CURL *_Nonnull handle) {
    curl_socket_t found = CURL_SOCKET_BAD;
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &found) == CURLE_OK ? (int)found : -1;
}
