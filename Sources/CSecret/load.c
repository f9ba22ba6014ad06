#define _GNU_SOURCE
#include "CLibraries.h"
#include "trampolines.h"

#include <stddef.h>

#define DEFINE(result, name, parameters, arguments)                                                                   \
    static result(*real_##name) parameters;                                                                           \
    result name parameters {                                                                                          \
        return real_##name arguments;                                                                                 \
    }
CSECRET_FUNCTIONS(DEFINE)

#define POINTER(name) void *csecret_##name;
CSECRET_POINTERS(POINTER)

static void ignore_message(const char *domain, int level, const char *message, void *data) {
    (void)domain, (void)level, (void)message, (void)data;
}

static int ignore_fields(int level, const void *fields, size_t count, void *data) {
    (void)level, (void)fields, (void)count, (void)data;
    return 1; // G_LOG_WRITER_HANDLED
}

const char *csecret_load(void) {
    static int is_loaded;
    if (is_loaded) return NULL;
    // dlsym also searches the libraries that libsecret depends on: GLib, GObject, GIO.
#define FUNCTION(result, name, parameters, arguments) {&real_##name, #name},
#define ADDRESS(name) {&csecret_##name, #name},
    const struct clibraries_symbol symbols[] = {CSECRET_FUNCTIONS(FUNCTION) CSECRET_POINTERS(ADDRESS)};
    const char *problem = clibraries_load(clibraries_secret, symbols, sizeof symbols / sizeof *symbols);
    if (problem) return problem;
    g_log_set_default_handler(ignore_message, NULL);
    g_log_set_writer_func(ignore_fields, NULL, NULL);
    is_loaded = 1;
    return NULL;
}
