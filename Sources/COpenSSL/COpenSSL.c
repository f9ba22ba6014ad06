#define _GNU_SOURCE
/* OpenSSL 3.5 takes these requests as const; what is defined here is the same function for either header. */
#define X509_REQ_check_private_key declared_X509_REQ_check_private_key
#define X509_REQ_get0_pubkey declared_X509_REQ_get0_pubkey
#include "COpenSSL.h"
#include "CLibraries.h"
#include "Functions.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#undef X509_REQ_check_private_key
#undef X509_REQ_get0_pubkey
int X509_REQ_check_private_key(X509_REQ *, EVP_PKEY *);
EVP_PKEY *X509_REQ_get0_pubkey(X509_REQ *);

#define POINTER(result, name, parameters, arguments) CLIBRARIES_POINTER(name)
#define SYMBOL(result, name, parameters, arguments) CLIBRARIES_SYMBOL(name)

static struct { COPENSSL_FUNCTIONS(POINTER) } functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    const struct clibraries_symbol symbols[] = {COPENSSL_FUNCTIONS(SYMBOL)};
    const char *problem = clibraries_load(clibraries_crypto, symbols, sizeof symbols / sizeof *symbols);
    if (!problem) return;
    /* The package depends on libcrypto, so this ends as the dynamic linker ends a program without its library. */
    dprintf(STDERR_FILENO, "fedauth: %s\n", problem);
    _exit(127);
}

/* Any thread may call any of these functions; the first call opens the library. */
#define TRAMPOLINE(result, name, parameters, arguments)                                                               \
    CLIBRARIES_HIDDEN result name parameters {                                                                        \
        pthread_once(&once, open_library);                                                                            \
        return functions.name arguments;                                                                              \
    }
COPENSSL_FUNCTIONS(TRAMPOLINE)
