#pragma once

/* The libraries that are opened on first use, the only code that opens them, and the packages that have them.
 *
 * A C module that calls such a library keeps one pointer for each function and has them filled here. Libraries are
 * looked up by soname in the system's directories only (dlopen(3) without a slash). */

#include <stddef.h>

#pragma GCC visibility push(hidden)

enum clibraries_name {
    clibraries_curl,
    clibraries_psl,
    clibraries_ssl,
    clibraries_xml2,
    clibraries_secret,
    clibraries_microhttpd,
    clibraries_qrencode,
    clibraries_smime,
    clibraries_gssapi,
    clibraries_gcrypt,
    clibraries_crypto,
    clibraries_systemd,
    clibraries_sqlite,
    /* The following are not libraries, and have no soname. */
    clibraries_authority_files,
    clibraries_chromium,
    clibraries_firefox,
    clibraries_token_provider,
    clibraries_keyring,
    clibraries_wayland_clipboard,
    clibraries_x11_clipboard,
    clibraries_opener,
    clibraries_count,
};

/* Distributions whose packages have other names. Those made from one of them have its names. */
enum clibraries_distribution {
    /* And 13, and Ubuntu 22.04 to 25.04. */
    clibraries_debian_12,
    /* And later, and Ubuntu 25.10 and later. */
    clibraries_debian_14,
    clibraries_fedora,
    clibraries_suse,
    clibraries_arch,
    clibraries_alpine,
    clibraries_distribution_count,
};

/* The name of a symbol, and the pointer that receives its address. */
struct clibraries_symbol {
    void *_Nonnull place;
    const char *_Nonnull name;
};

/* Hides a function of a C module from the dynamic linker. */
#define CLIBRARIES_HIDDEN __attribute__((visibility("hidden")))

/* For a list of names: `static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, NAMES) } functions;` has a pointer for each declared
 * function, named like it, and CLIBRARIES_OPEN fills them: `open` is one of the next two functions. A list has up to 256 names. */
#define CLIBRARIES_POINTER(symbol) __typeof__(&symbol) symbol;
#define CLIBRARIES_SYMBOL(symbol) {&functions.symbol, #symbol},
#define CLIBRARIES_OPEN(open, library, ...)                                                                           \
    ({                                                                                                                \
        const struct clibraries_symbol symbols[] = {CLIBRARIES_EACH(CLIBRARIES_SYMBOL, __VA_ARGS__)};                 \
        open(library, symbols, sizeof symbols / sizeof *symbols);                                                     \
    })
/* X(name) for each name. A macro does not expand within itself: each pass expands the rest of the list once more. */
#define CLIBRARIES_EACH(X, ...) CLIBRARIES_PASS_4(CLIBRARIES_NEXT(X, __VA_ARGS__))
#define CLIBRARIES_NEXT(X, name, ...) X(name) __VA_OPT__(CLIBRARIES_AGAIN CLIBRARIES_NOTHING()()(X, __VA_ARGS__))
#define CLIBRARIES_AGAIN() CLIBRARIES_NEXT
#define CLIBRARIES_NOTHING()
#define CLIBRARIES_PASS_4(...) CLIBRARIES_PASS_3(CLIBRARIES_PASS_3(CLIBRARIES_PASS_3(CLIBRARIES_PASS_3(__VA_ARGS__))))
#define CLIBRARIES_PASS_3(...) CLIBRARIES_PASS_2(CLIBRARIES_PASS_2(CLIBRARIES_PASS_2(CLIBRARIES_PASS_2(__VA_ARGS__))))
#define CLIBRARIES_PASS_2(...) CLIBRARIES_PASS_1(CLIBRARIES_PASS_1(CLIBRARIES_PASS_1(CLIBRARIES_PASS_1(__VA_ARGS__))))
#define CLIBRARIES_PASS_1(...) __VA_ARGS__

/* Opens the library by the first soname that exists and has all symbols (dlopen(3), dlsym(3)), and fills the pointers.
 * Returns NULL, or the reason why the library cannot be used. The text stays valid, but a later call for the same
 * library may replace it. After a failure some pointers may be filled. Any thread may call it. */
const char *_Nullable clibraries_load(
    enum clibraries_name name, const struct clibraries_symbol *_Nullable symbols, size_t count);

/* Does the same, but only for a library that the process has already loaded (RTLD_NOLOAD). */
const char *_Nullable clibraries_find_loaded(
    enum clibraries_name name, const struct clibraries_symbol *_Nullable symbols, size_t count);

/* Returns the address of a symbol of an opened library; NULL when the symbol is missing or the library is not open. */
void *_Nullable clibraries_symbol(enum clibraries_name name, const char *_Nonnull symbol);

/* Returns the path of the opened file as the dynamic linker reports it (dlinfo(3), RTLD_DI_LINKMAP); NULL when the
   library is not open. */
const char *_Nullable clibraries_file(enum clibraries_name name);

/* Returns the soname at `index`, newest ABI known to work first; NULL after the last one. */
const char *_Nullable clibraries_soname(enum clibraries_name name, size_t index);

/* Returns the package that has the library or program; NULL when the distribution has none. */
const char *_Nullable clibraries_package(enum clibraries_name name, enum clibraries_distribution distribution);

/* Returns the identifiers in ID and ID_LIKE of os-release(5), separated by blanks; none for a later version. */
const char *_Nonnull clibraries_identifiers(enum clibraries_distribution distribution);

/* Returns the command that installs a package. */
const char *_Nonnull clibraries_installs(enum clibraries_distribution distribution);

/* Returns the directory where the distribution keeps trusted certificates named by their hashes; NULL when it is that of an
   earlier one. */
const char *_Nullable clibraries_authorities(enum clibraries_distribution distribution);

#pragma GCC visibility pop
