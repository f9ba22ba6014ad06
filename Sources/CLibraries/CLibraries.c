#define _GNU_SOURCE
#include "CLibraries.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>

enum { most_sonames = 2 };

/* The one table of what fedauth uses of the system: the sonames of a library, newest ABI known to work first, and the package
 * that has the library or program. A name under debian_14 that is not given is that of debian_12. */
static struct {
    const char *sonames[most_sonames];
    const char *packages[clibraries_distribution_count];
    void *handle;
    char problem[512];
} libraries[clibraries_count] = {
#define ROW(name, debian_12, debian_14, fedora, suse, arch, alpine, ...)                                              \
    [clibraries_##name] = {{__VA_ARGS__}, {debian_12, debian_14, fedora, suse, arch, alpine}, NULL, ""},
    ROW(curl, "libcurl4", NULL, "libcurl", "libcurl4", "curl", "libcurl", "libcurl.so.4")
    ROW(psl, "libpsl5", NULL, "libpsl", "libpsl5", "libpsl", "libpsl", "libpsl.so.5")
    ROW(ssl, "libssl3", NULL, "openssl-libs", "libopenssl3", "openssl", "libssl3", "libssl.so.3")
    /* libxml2 2.14 changed the soname. The functions, and the members of structures, that fedauth uses are unchanged. */
    ROW(xml2, "libxml2", "libxml2-16", "libxml2", "libxml2-16", "libxml2", "libxml2", "libxml2.so.16", "libxml2.so.2")
    ROW(secret, "libsecret-1-0", NULL, "libsecret", "libsecret-1-0", "libsecret", "libsecret", "libsecret-1.so.0")
    ROW(microhttpd, "libmicrohttpd12", NULL, "libmicrohttpd", "libmicrohttpd12", "libmicrohttpd", "libmicrohttpd",
        "libmicrohttpd.so.12")
    ROW(qrencode, "libqrencode4", NULL, "qrencode-libs", "libqrencode4", "qrencode", "libqrencode", "libqrencode.so.4")
    ROW(smime, "libnss3", NULL, "nss", "mozilla-nss", "nss", "nss", "libsmime3.so")
    ROW(gssapi, "libgssapi-krb5-2", NULL, "krb5-libs", "krb5", "krb5", "krb5-libs", "libgssapi_krb5.so.2")
    ROW(gcrypt, "libgcrypt20", NULL, "libgcrypt", "libgcrypt20", "libgcrypt", "libgcrypt", "libgcrypt.so.20")
    ROW(crypto, "libssl3", NULL, "openssl-libs", "libopenssl3", "openssl", "libcrypto3", "libcrypto.so.3")
    ROW(systemd, "libsystemd0", NULL, "systemd-libs", "libsystemd0", "systemd-libs", NULL, "libsystemd.so.0")
    ROW(sqlite, "libsqlite3-0", NULL, "sqlite-libs", "libsqlite3-0", "sqlite", "sqlite-libs", "libsqlite3.so.0")
    ROW(authority_files, "ca-certificates", NULL, "ca-certificates", "ca-certificates", "ca-certificates", "ca-certificates",
        NULL)
    ROW(chromium, "chromium", NULL, "chromium", "chromium", "chromium", "chromium", NULL)
    ROW(firefox, "firefox-esr", NULL, "firefox", "MozillaFirefox", "firefox", "firefox", NULL)
    /* Debian has the provider since 13, and the engine until then. */
    ROW(token_provider, "libengine-pkcs11-openssl", "pkcs11-provider", "pkcs11-provider", "pkcs11-provider", "pkcs11-provider",
        "pkcs11-provider", NULL)
    ROW(keyring, "gnome-keyring", NULL, "gnome-keyring", "gnome-keyring", "gnome-keyring", "gnome-keyring", NULL)
    ROW(wayland_clipboard, "wl-clipboard", NULL, "wl-clipboard", "wl-clipboard", "wl-clipboard", "wl-clipboard", NULL)
    ROW(x11_clipboard, "xclip", NULL, "xclip", "xclip", "xclip", "xclip", NULL)
    ROW(opener, "xdg-utils", NULL, "xdg-utils", "xdg-utils", "xdg-utils", "xdg-utils", NULL)
#undef ROW
};

/* What else differs. Certificates named by their hashes are in the first directory that has any. */
static const struct {
    const char *identifiers, *installs, *authorities;
} distributions[clibraries_distribution_count] = {
    [clibraries_debian_12] = {"debian ubuntu", "apt install", "/etc/ssl/certs"},
    [clibraries_debian_14] = {"", "apt install", NULL},
    [clibraries_fedora] = {
        "fedora rhel centos", "dnf install", "/etc/pki/ca-trust/extracted/pem/directory-hash"},
    [clibraries_suse] = {"suse opensuse", "zypper install", "/var/lib/ca-certificates/pem"},
    [clibraries_arch] = {"arch", "pacman -S", NULL},
    [clibraries_alpine] = {"alpine", "apk add", NULL},
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
    size_t used = 0;
    problem[0] = 0;
    for (size_t index = 0; index < most_sonames && libraries[name].sonames[index]; index++) {
        const char *soname = libraries[name].sonames[index], *why = "is not there";
        const char *between = index > 0 ? "; " : "";
        void *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL | flags);
        int written;
        if (handle) {
            const char *missing = missing_symbol(handle, symbols, count);
            if (!missing) {
                libraries[name].handle = handle;
                return NULL;
            }
            written = snprintf(problem + used, room - used, "%s%s lacks %s", between, soname, missing);
            dlclose(handle);
        } else {
            /* Begins with the name. RTLD_NOLOAD leaves no error. */
            const char *said = dlerror();
            written = snprintf(
                problem + used, room - used, "%s%s%s%s", between, said ? "" : soname, said ? "" : " ", said ? said : why);
        }
        if (written > 0) used = used + (size_t)written < room ? used + (size_t)written : room - 1;
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

const char *clibraries_package(enum clibraries_name name, enum clibraries_distribution distribution) {
    const char *const *packages = libraries[name].packages;
    if (distribution == clibraries_debian_14 && !packages[distribution]) return packages[clibraries_debian_12];
    return packages[distribution];
}

const char *clibraries_identifiers(enum clibraries_distribution distribution) {
    return distributions[distribution].identifiers;
}

const char *clibraries_installs(enum clibraries_distribution distribution) { return distributions[distribution].installs; }

const char *clibraries_authorities(enum clibraries_distribution distribution) {
    return distributions[distribution].authorities;
}
