#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Declares the functions only, not the macros that check types. */
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"
#include "CLibraries.h"
#include "CWiping.h"
#undef curl_easy_setopt
#undef curl_easy_getinfo

/* MARK: libcurl */

#define CURL_FUNCTIONS \
    curl_global_init_mem, curl_easy_init, curl_easy_reset, curl_easy_cleanup, curl_easy_perform, curl_easy_recv, \
    curl_easy_setopt, curl_easy_getinfo, curl_easy_strerror, curl_version_info, curl_slist_append, \
    curl_slist_free_all

#define PSL_FUNCTIONS psl_builtin, psl_latest, psl_free, psl_is_public_suffix2

static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, CURL_FUNCTIONS, PSL_FUNCTIONS) } functions;

static pthread_once_t curl_once = PTHREAD_ONCE_INIT;
static const char *curl_problem;

static bool keeps_key_log;

CLIBRARIES_HIDDEN void ccurl_keep_key_log(void) { keeps_key_log = true; }

static void open_curl(void) {
    /* With these keys, anyone with a recording of the traffic can read it. libcurl and OpenSSL both read the variable
       once. */
    if (!keeps_key_log) unsetenv("SSLKEYLOGFILE");
    curl_problem = CLIBRARIES_OPEN(clibraries_load, clibraries_curl, CURL_FUNCTIONS);
    if (curl_problem) return;
    if (functions.curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, cwiping_free, cwiping_realloc, cwiping_strdup, calloc))
        curl_problem = "curl_global_init_mem failed";
}

static bool curl_is_ready(void) {
    pthread_once(&curl_once, open_curl);
    return !curl_problem;
}

CLIBRARIES_HIDDEN bool ccurl_load(const char **error) {
    bool is_ready = curl_is_ready();
    *error = curl_problem;
    return is_ready;
}

/* Defines a function of a library, which returns `otherwise` without it. */
#define TRAMPOLINE(is_ready, otherwise, result, name, parameters, arguments)                                          \
    CLIBRARIES_HIDDEN result name parameters { return is_ready() ? functions.name arguments : otherwise; }
#define LIBCURL(...) TRAMPOLINE(curl_is_ready, __VA_ARGS__)

LIBCURL(NULL, CURL *, curl_easy_init, (void), ())
LIBCURL((void)0, void, curl_easy_reset, (CURL *handle), (handle))
LIBCURL((void)0, void, curl_easy_cleanup, (CURL *handle), (handle))
LIBCURL(CURLE_FAILED_INIT, CURLcode, curl_easy_perform, (CURL *handle), (handle))
LIBCURL(CURLE_FAILED_INIT, CURLcode, curl_easy_recv, (CURL *handle, void *buffer, size_t size, size_t *count),
        (handle, buffer, size, count))
LIBCURL(curl_problem, const char *, curl_easy_strerror, (CURLcode code), (code))
LIBCURL(NULL, curl_version_info_data *, curl_version_info, (CURLversion age), (age))
LIBCURL(NULL, struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text))
LIBCURL((void)0, void, curl_slist_free_all, (struct curl_slist *list), (list))

/* The option's number tells the type of its argument. */
CLIBRARIES_HIDDEN CURLcode curl_easy_setopt(CURL *handle, CURLoption option, ...) {
    if (!curl_is_ready()) return CURLE_FAILED_INIT;
    CURLcode code;
    va_list arguments;
    va_start(arguments, option);
    if (option < CURLOPTTYPE_OBJECTPOINT)
        code = functions.curl_easy_setopt(handle, option, va_arg(arguments, long));
    else if (option < CURLOPTTYPE_FUNCTIONPOINT)
        code = functions.curl_easy_setopt(handle, option, va_arg(arguments, void *));
    else if (option < CURLOPTTYPE_OFF_T)
        code = functions.curl_easy_setopt(handle, option, va_arg(arguments, void (*)(void)));
    else if (option < CURLOPTTYPE_BLOB)
        code = functions.curl_easy_setopt(handle, option, va_arg(arguments, curl_off_t));
    else
        code = functions.curl_easy_setopt(handle, option, va_arg(arguments, struct curl_blob *));
    va_end(arguments);
    return code;
}

CLIBRARIES_HIDDEN CURLcode curl_easy_getinfo(CURL *handle, CURLINFO info, ...) {
    if (!curl_is_ready()) return CURLE_FAILED_INIT;
    va_list arguments;
    va_start(arguments, info);
    CURLcode code = functions.curl_easy_getinfo(handle, info, va_arg(arguments, void *));
    va_end(arguments);
    return code;
}

/* MARK: libpsl */

static pthread_once_t psl_once = PTHREAD_ONCE_INIT;
static bool psl_ready;

static void open_psl(void) { psl_ready = !CLIBRARIES_OPEN(clibraries_load, clibraries_psl, PSL_FUNCTIONS); }

CLIBRARIES_HIDDEN bool ccurl_load_psl(void) {
    pthread_once(&psl_once, open_psl);
    return psl_ready;
}

#define PSL(...) TRAMPOLINE(ccurl_load_psl, __VA_ARGS__)

PSL(NULL, const psl_ctx_t *, psl_builtin, (void), ())
PSL(NULL, psl_ctx_t *, psl_latest, (const char *filename), (filename))
PSL((void)0, void, psl_free, (psl_ctx_t *list), (list))
/* 1 is the stricter answer. */
PSL(1, int, psl_is_public_suffix2, (const psl_ctx_t *list, const char *domain, int type), (list, domain, type))
