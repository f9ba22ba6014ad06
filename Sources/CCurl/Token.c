#define _GNU_SOURCE
#include <dlfcn.h>
#include <openssl/core.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <openssl/ssl.h>
#include <openssl/store.h>
#include <openssl/ui.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"
#include "CLibraries.h"
#include "Handshake.h"

/* Keys and certificates in PKCS#11 tokens, through OpenSSL's provider 'pkcs11' or else its engine of that name. All functions
 * are those of the libcrypto below libcurl's libssl, which uses the keys. OpenSSL 4.0 has no engines: their functions may be
 * missing. */

#define PROVIDER_FUNCTIONS \
    ERR_clear_error, ERR_error_string_n, ERR_get_error_all, EVP_PKEY_free, OSSL_LIB_CTX_free, OSSL_LIB_CTX_new, \
    OSSL_PROVIDER_available, OSSL_PROVIDER_get_params, OSSL_PROVIDER_load, OSSL_PROVIDER_try_load, \
    OSSL_PROVIDER_unload, OSSL_STORE_INFO_free, OSSL_STORE_INFO_get1_CERT, OSSL_STORE_INFO_get1_PKEY, \
    OSSL_STORE_close, OSSL_STORE_eof, OSSL_STORE_expect, OSSL_STORE_load, OSSL_STORE_open, UI_create_method, \
    UI_get0_user_data, UI_get_string_type, UI_method_set_reader, UI_set_default_method, UI_set_result_ex, \
    X509_check_private_key, X509_free, CRYPTO_free, d2i_X509, i2d_X509

#define HANDSHAKE_FUNCTIONS SSL_CTX_use_certificate, SSL_CTX_use_PrivateKey, SSL_CTX_ctrl

static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, PROVIDER_FUNCTIONS, HANDSHAKE_FUNCTIONS) } functions;

/* Of <openssl/engine.h>, which OpenSSL 4.0 does not have. */
static struct {
    void *(*by_id)(const char *name);
    int (*init)(void *engine);
    void *(*load_key)(void *engine, const char *address, UI_METHOD *asking, void *data);
    int (*command)(void *engine, const char *name, long number, void *data, void (*function)(void), int is_optional);
} engines;

static pthread_once_t library_once = PTHREAD_ONCE_INIT;
static const char *library_problem = "";
static bool has_engines;
/* Asks for the PIN; also OpenSSL's default, because a provider or engine would otherwise ask on the terminal itself. */
static UI_METHOD *asking;

static pthread_once_t way_once = PTHREAD_ONCE_INIT;
static enum ccurl_token_way way;
static void *engine;

/* The reader of a UI_METHOD: gives the PIN once; the default method has none to give. Returns 1 for an answer, -1 to end
 * the questions. */
static int answer_question(UI *ui, UI_STRING *question) {
    const enum UI_string_types type = functions.UI_get_string_type(question);
    if (type != UIT_PROMPT && type != UIT_VERIFY) return 1;
    struct ccurl_token_pin *pin = functions.UI_get0_user_data(ui);
    if (!pin) return -1;
    pin->questions++;
    if (!pin->bytes || pin->questions > 1) return -1;
    return functions.UI_set_result_ex(ui, question, pin->bytes, (int)pin->count) >= 0 ? 1 : -1;
}

static void open_library(void) {
    library_problem = CLIBRARIES_OPEN(clibraries_find_loaded, clibraries_ssl, PROVIDER_FUNCTIONS);
    if (library_problem) return;
    asking = functions.UI_create_method("fedauth");
    if (!asking || functions.UI_method_set_reader(asking, answer_question)) {
        library_problem = "out of memory";
        return;
    }
    functions.UI_set_default_method(asking);
    const struct clibraries_symbol more[] = {
        {&engines.by_id, "ENGINE_by_id"},
        {&engines.init, "ENGINE_init"},
        {&engines.load_key, "ENGINE_load_private_key"},
        {&engines.command, "ENGINE_ctrl_cmd"},
    };
    has_engines = !clibraries_find_loaded(clibraries_ssl, more, sizeof more / sizeof *more);
}

static bool is_ready(void) {
    pthread_once(&library_once, open_library);
    return !library_problem;
}

CLIBRARIES_HIDDEN const char *ccurl_token_problem(void) { return is_ready() ? NULL : library_problem; }

static void *pkcs11_engine(void) {
    void *found = has_engines ? engines.by_id("pkcs11") : NULL;
    functions.ERR_clear_error();
    return found;
}

static void choose_way(void) {
    /* The provider has a variable of its own for what the engine, and p11tool, call PKCS11_MODULE_PATH. */
    const char *module = getenv("PKCS11_MODULE_PATH");
    /* The engine would take fedauth itself for the module. */
    if (module && !*module) unsetenv("PKCS11_MODULE_PATH");
    bool is_named = module && *module && !getenv("PKCS11_PROVIDER_MODULE");
    if (is_named) setenv("PKCS11_PROVIDER_MODULE", module, 1);
    /* First those providers that are used without a configuration: of two that have an algorithm, the first is taken, and a
       module that itself calls OpenSSL would end up in the provider that calls it. */
    functions.OSSL_PROVIDER_available(NULL, "default");
    OSSL_PROVIDER *provider = functions.OSSL_PROVIDER_try_load(NULL, "pkcs11", 1);
    if (is_named) unsetenv("PKCS11_PROVIDER_MODULE");
    functions.ERR_clear_error();
    if (provider) {
        way = ccurl_token_provider;
        return;
    }
    engine = pkcs11_engine();
    if (!engine) return;
    /* Its own messages would go to stderr; those in the queue of errors say more. */
    engines.command(engine, "QUIET", 0, NULL, NULL, 1);
    if (engines.init(engine)) way = ccurl_token_engine;
    functions.ERR_clear_error();
}

CLIBRARIES_HIDDEN enum ccurl_token_way ccurl_open_tokens(void) {
    if (!is_ready()) return ccurl_token_none;
    pthread_once(&way_once, choose_way);
    return way;
}

CLIBRARIES_HIDDEN enum ccurl_token_way ccurl_find_tokens(char *version, size_t room) {
    *version = 0;
    if (!is_ready()) return ccurl_token_none;
    enum ccurl_token_way found = ccurl_token_none;
    /* A context of its own: in the common one, each later search for an algorithm would ask the provider, and open modules. */
    OSSL_LIB_CTX *context = functions.OSSL_LIB_CTX_new();
    OSSL_PROVIDER *provider = context ? functions.OSSL_PROVIDER_load(context, "pkcs11") : NULL;
    if (provider) {
        found = ccurl_token_provider;
        char *own = NULL, *build = NULL;
        OSSL_PARAM asked[] = {
            {"version", OSSL_PARAM_UTF8_PTR, &own, sizeof own, (size_t)-1},
            {"buildinfo", OSSL_PARAM_UTF8_PTR, &build, sizeof build, (size_t)-1},
            {NULL, 0, NULL, 0, 0},
        };
        /* Before its version 1.1, both are OpenSSL's version. */
        if (functions.OSSL_PROVIDER_get_params(provider, asked) && own && !(build && !strcmp(own, build)))
            snprintf(version, room, "%s", own);
        functions.OSSL_PROVIDER_unload(provider);
    } else if (pkcs11_engine()) {
        found = ccurl_token_engine;
    }
    functions.OSSL_LIB_CTX_free(context);
    functions.ERR_clear_error();
    return found;
}

/* Opens the address for objects of one kind; the first object, or the end, follows. */
static OSSL_STORE_CTX *open_store(const char *address, int kind, struct ccurl_token_pin *pin) {
    OSSL_STORE_CTX *store = functions.OSSL_STORE_open(address, asking, pin, NULL, NULL);
    if (store) functions.OSSL_STORE_expect(store, kind);
    return store;
}

static void *key_of_provider(const char *address, struct ccurl_token_pin *pin) {
    OSSL_STORE_CTX *store = open_store(address, OSSL_STORE_INFO_PKEY, pin);
    EVP_PKEY *key = NULL;
    while (store && !key && !functions.OSSL_STORE_eof(store)) {
        OSSL_STORE_INFO *object = functions.OSSL_STORE_load(store);
        /* An error, rather than an object of another kind: another attempt could try the PIN again. */
        if (!object) break;
        key = functions.OSSL_STORE_INFO_get1_PKEY(object);
        functions.OSSL_STORE_INFO_free(object);
    }
    if (store) functions.OSSL_STORE_close(store);
    return key;
}

CLIBRARIES_HIDDEN void *ccurl_token_key(const char *address, struct ccurl_token_pin *pin) {
    pin->questions = 0;
    switch (ccurl_open_tokens()) {
    case ccurl_token_provider: return key_of_provider(address, pin);
    case ccurl_token_engine: return engines.load_key(engine, address, asking, pin);
    case ccurl_token_none: break;
    }
    return NULL;
}

CLIBRARIES_HIDDEN void ccurl_free_token_key(void *key) { functions.EVP_PKEY_free(key); }

static void pass_on(X509 *certificate, ccurl_certificate_receiver *receive, void *context) {
    unsigned char *bytes = NULL;
    int count = certificate ? functions.i2d_X509(certificate, &bytes) : 0;
    if (count > 0) receive(context, bytes, (size_t)count);
    functions.CRYPTO_free(bytes, NULL, 0);
}

static void certificate_of_engine(
    const char *address, struct ccurl_token_pin *pin, ccurl_certificate_receiver *receive, void *context) {
    /* The parameter of the engine's command LOAD_CERT_CTRL. The engine asks by the user interface that it has. */
    struct {
        const char *address;
        X509 *certificate;
    } wanted = {address, NULL};
    engines.command(engine, "SET_USER_INTERFACE", 0, asking, NULL, 1);
    engines.command(engine, "SET_CALLBACK_DATA", 0, pin, NULL, 1);
    if (engines.command(engine, "LOAD_CERT_CTRL", 0, &wanted, NULL, 0)) pass_on(wanted.certificate, receive, context);
    engines.command(engine, "SET_CALLBACK_DATA", 0, NULL, NULL, 1);
    functions.X509_free(wanted.certificate);
}

CLIBRARIES_HIDDEN void ccurl_token_certificates(
    const char *address, struct ccurl_token_pin *pin, ccurl_certificate_receiver *receive, void *context) {
    pin->questions = 0;
    const enum ccurl_token_way way = ccurl_open_tokens();
    if (way == ccurl_token_engine) certificate_of_engine(address, pin, receive, context);
    if (way != ccurl_token_provider) return;
    OSSL_STORE_CTX *store = open_store(address, OSSL_STORE_INFO_CERT, pin);
    while (store && !functions.OSSL_STORE_eof(store)) {
        OSSL_STORE_INFO *object = functions.OSSL_STORE_load(store);
        if (!object) break;
        X509 *certificate = functions.OSSL_STORE_INFO_get1_CERT(object);
        pass_on(certificate, receive, context);
        functions.X509_free(certificate);
        functions.OSSL_STORE_INFO_free(object);
    }
    if (store) functions.OSSL_STORE_close(store);
}

/* The beginnings of CK_FUNCTION_LIST and CK_TOKEN_INFO (PKCS #11 version 2.40, section 3). */
struct module_functions {
    unsigned char version[2];
    unsigned long (*initialize)(void *arguments), (*finalize)(void *reserved), (*unused[2])(void);
    unsigned long (*slots)(unsigned char with_token, unsigned long *slots, unsigned long *count);
    unsigned long (*slot)(void);
    unsigned long (*token)(unsigned long slot, void *information);
};
CLIBRARIES_HIDDEN const char *ccurl_unusable_module(void) {
    const char *module = getenv(way == ccurl_token_provider && getenv("PKCS11_PROVIDER_MODULE") ? "PKCS11_PROVIDER_MODULE"
                                                                                               : "PKCS11_MODULE_PATH");
    if (!module || !*module) return NULL;
    /* It stays open, as OpenSSL is about to open it. */
    void *library = dlopen(module, RTLD_LAZY);
    return library && dlsym(library, "C_GetFunctionList") ? NULL : module;
}

struct module_token {
    unsigned char names[96];
    unsigned long numbers[11];
    unsigned char versions[4], time[16];
};

CLIBRARIES_HIDDEN void ccurl_list_tokens(ccurl_certificate_receiver *receive, void *context) {
    enum { most_tokens = 64 };
    const char *module = getenv("PKCS11_PROVIDER_MODULE");
    if (!module || !*module) module = getenv("PKCS11_MODULE_PATH");
    /* Only what the provider or engine has loaded; by itself it loads the proxy of p11-kit. */
    void *library = dlopen(module && *module ? module : "libp11-kit.so.0", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return;
    unsigned long (*list)(struct module_functions **) = NULL;
    *(void **)&list = dlsym(library, "C_GetFunctionList");
    struct module_functions *calls = NULL;
    if (list && list(&calls) == 0 && calls) {
        /* A module is initialised already; the proxy hands out one that is not. */
        const bool is_own = calls->initialize(NULL) == 0;
        unsigned long slots[most_tokens], count = most_tokens;
        if (calls->slots(1, slots, &count) == 0) {
            for (unsigned long index = 0; index < count && index < most_tokens; index++) {
                struct module_token token;
                if (calls->token(slots[index], &token) == 0) receive(context, token.names, sizeof token.names);
            }
        }
        if (is_own) calls->finalize(NULL);
    }
    dlclose(library);
}

CLIBRARIES_HIDDEN bool ccurl_token_key_belongs(void *key, const unsigned char *certificate, size_t count) {
    X509 *read = functions.d2i_X509(NULL, &certificate, (long)count);
    bool belongs = read && functions.X509_check_private_key(read, key) == 1;
    functions.X509_free(read);
    functions.ERR_clear_error();
    return belongs;
}

/* The return values of PKCS#11 (version 3.0, section 5.1) that tell about PINs. A module's errors have them as reasons. */
enum {
    rv_pin_incorrect = 0xA0,
    rv_pin_invalid = 0xA1,
    rv_pin_length = 0xA2,
    rv_pin_expired = 0xA3,
    rv_pin_locked = 0xA4,
};

CLIBRARIES_HIDDEN bool ccurl_next_token_error(char *text, size_t room, enum ccurl_pin_fault *fault) {
    const char *data = NULL;
    int flags = 0;
    *fault = ccurl_pin_fine;
    if (!is_ready()) return false;
    const unsigned long error = functions.ERR_get_error_all(NULL, NULL, NULL, &data, &flags);
    if (!error) return false;
    functions.ERR_error_string_n(error, text, room);
    const size_t length = strlen(text);
    if (data && *data && flags & ERR_TXT_STRING) snprintf(text + length, room - length, ": %s", data);
    /* Libraries that are not OpenSSL's own. */
    if (ERR_GET_LIB(error) < ERR_LIB_USER) return true;
    switch (ERR_GET_REASON(error)) {
    case rv_pin_incorrect:
    case rv_pin_invalid:
    case rv_pin_length: *fault = ccurl_pin_wrong; break;
    case rv_pin_expired:
    case rv_pin_locked: *fault = ccurl_pin_locked; break;
    default: break;
    }
    return true;
}

/* MARK: the handshake */

CLIBRARIES_HIDDEN bool ccurl_present_token(void *tls, const struct ccurl_token_identity *identity) {
    if (!is_ready() || CLIBRARIES_OPEN(clibraries_find_loaded, clibraries_ssl, HANDSHAKE_FUNCTIONS)) return false;
    const unsigned char *position = identity->certificates;
    const unsigned char *end = position + identity->count;
    bool is_first = true;
    while (position < end) {
        X509 *certificate = functions.d2i_X509(NULL, &position, end - position);
        if (!certificate) return false;
        bool is_taken = false;
        if (is_first) {
            is_taken = functions.SSL_CTX_use_certificate(tls, certificate) == 1;
            functions.X509_free(certificate);
        } else {
            /* Takes ownership of the certificate. */
            is_taken = functions.SSL_CTX_ctrl(tls, SSL_CTRL_CHAIN_CERT, 0, certificate) == 1;
            if (!is_taken) functions.X509_free(certificate);
        }
        if (!is_taken) return false;
        is_first = false;
    }
    /* Also compares the key with the certificate. */
    return !is_first && functions.SSL_CTX_use_PrivateKey(tls, identity->key) == 1;
}
