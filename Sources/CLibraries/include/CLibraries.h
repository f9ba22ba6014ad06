#pragma once

/* The libraries that are opened at their first use, and the one place that opens them.
 *
 * A C module that calls such a library keeps a pointer for each function and has all of them filled here. Libraries are
 * found by their sonames in the system's places only (dlopen(3) without a slash). */

#include <stddef.h>

#pragma GCC visibility push(hidden)

enum clibraries_name {
    clibraries_curl,
    clibraries_psl,
    clibraries_ssl,
    clibraries_xml2,
    clibraries_xmlsec,
    clibraries_xmlsec_openssl,
    clibraries_secret,
    clibraries_microhttpd,
    clibraries_qrencode,
    clibraries_smime,
    clibraries_count,
};

/* A symbol to be found, and the pointer that gets its address. */
struct clibraries_symbol {
    void *_Nonnull place;
    const char *_Nonnull name;
};

/* An entry of a table of symbols for a pointer `functions.symbol`, for the X macros of the modules. */
#define CLIBRARIES_SYMBOL(symbol) {&functions.symbol, #symbol},

/* Opens the library by the first of its sonames that is there and has all symbols (dlopen(3), dlsym(3)), and fills the
 * pointers. Returns NULL, or why it cannot be used: a text that stays valid and that a later call for the same library
 * may replace. On failure some pointers may be filled. Any thread may call it. */
const char *_Nullable clibraries_load(
    enum clibraries_name name, const struct clibraries_symbol *_Nonnull symbols, size_t count);

/* As clibraries_load, but only for a library that is in the process already (RTLD_NOLOAD). */
const char *_Nullable clibraries_find_loaded(
    enum clibraries_name name, const struct clibraries_symbol *_Nonnull symbols, size_t count);

/* The address of a symbol of an opened library; NULL when it has none, or is not open. */
void *_Nullable clibraries_symbol(enum clibraries_name name, const char *_Nonnull symbol);

/* The file that was opened, as the dynamic linker names it (dlinfo(3), RTLD_DI_LINKMAP); NULL when none was. */
const char *_Nullable clibraries_file(enum clibraries_name name);

/* The sonames of a library, the newest ABI that is known to work first; NULL behind the last one. */
const char *_Nullable clibraries_soname(enum clibraries_name name, size_t index);

#pragma GCC visibility pop
