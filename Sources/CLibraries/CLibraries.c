#define _GNU_SOURCE
#include "CLibraries.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>

enum { most_sonames = 3 };

/* Newest ABI known to work first. */
static struct {
    const char *sonames[most_sonames];
    void *handle;
    char problem[256];
} libraries[clibraries_count] = {
    [clibraries_curl] = {{"libcurl.so.4"}},
    [clibraries_psl] = {{"libpsl.so.5"}},
    [clibraries_ssl] = {{"libssl.so.3"}},
    /* libxml2 2.14 changed the soname; the functions and structures that fedauth uses are unchanged. */
    [clibraries_xml2] = {{"libxml2.so.16", "libxml2.so.2"}},
    [clibraries_secret] = {{"libsecret-1.so.0"}},
    [clibraries_microhttpd] = {{"libmicrohttpd.so.12"}},
    [clibraries_qrencode] = {{"libqrencode.so.4"}},
    [clibraries_smime] = {{"libsmime3.so"}},
    [clibraries_gssapi] = {{"libgssapi_krb5.so.2"}},
    [clibraries_gcrypt] = {{"libgcrypt.so.20"}},
    [clibraries_crypto] = {{"libcrypto.so.3"}},
    [clibraries_systemd] = {{"libsystemd.so.0"}},
    [clibraries_sqlite] = {{"libsqlite3.so.0"}},
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static const char *missing_symbol(void *handle, const struct clibraries_symbol *symbols, size_t count) {
    for (size_t index = 0; index < count; index++) {
        /* dlsym returns an object pointer; POSIX guarantees that it converts to a function pointer. */
        if (!(*(void **)symbols[index].place = dlsym(handle, symbols[index].name))) return symbols[index].name;
    }
    return NULL;
}

static const char *load(
    enum clibraries_name name, const struct clibraries_symbol *symbols, size_t count, int flags) {
    char *problem = libraries[name].problem;
    const size_t room = sizeof libraries[name].problem;
    snprintf(problem, room, "%s is not there", libraries[name].sonames[0]);
    for (size_t index = 0; index < most_sonames && libraries[name].sonames[index]; index++) {
        const char *soname = libraries[name].sonames[index];
        void *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL | flags);
        if (!handle) {
            const char *why = dlerror();
            if (why) snprintf(problem, room, "%s", why);
            continue;
        }
        const char *missing = missing_symbol(handle, symbols, count);
        if (!missing) {
            libraries[name].handle = handle;
            return NULL;
        }
        snprintf(problem, room, "%s lacks %s", soname, missing);
        dlclose(handle);
    }
    return problem;
}

static const char *load_once(
    enum clibraries_name name, const struct clibraries_symbol *symbols, size_t count, int flags) {
    pthread_mutex_lock(&mutex);
    const char *why;
    if (libraries[name].handle) {
        const char *missing = missing_symbol(libraries[name].handle, symbols, count);
        if (missing) snprintf(libraries[name].problem, sizeof libraries[name].problem, "it lacks %s", missing);
        why = missing ? libraries[name].problem : NULL;
    } else {
        why = load(name, symbols, count, flags);
    }
    pthread_mutex_unlock(&mutex);
    return why;
}

const char *clibraries_load(enum clibraries_name name, const struct clibraries_symbol *symbols, size_t count) {
    return load_once(name, symbols, count, 0);
}

const char *clibraries_find_loaded(enum clibraries_name name, const struct clibraries_symbol *symbols, size_t count) {
    return load_once(name, symbols, count, RTLD_NOLOAD);
}

void *clibraries_symbol(enum clibraries_name name, const char *symbol) {
    pthread_mutex_lock(&mutex);
    void *handle = libraries[name].handle;
    pthread_mutex_unlock(&mutex);
    return handle ? dlsym(handle, symbol) : NULL;
}

const char *clibraries_file(enum clibraries_name name) {
    struct link_map *map = NULL;
    pthread_mutex_lock(&mutex);
    void *handle = libraries[name].handle;
    pthread_mutex_unlock(&mutex);
    return handle && !dlinfo(handle, RTLD_DI_LINKMAP, &map) && map ? map->l_name : NULL;
}

const char *clibraries_soname(enum clibraries_name name, size_t index) {
    return index < most_sonames ? libraries[name].sonames[index] : NULL;
}
