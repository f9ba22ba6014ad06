#define _GNU_SOURCE
#include "trampolines.h"

#include <dlfcn.h>
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

const char *csecret_load(const char *library) {
    static int is_loaded;
    if (is_loaded) return NULL;
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
    // dlsym looks into the libraries that libsecret needs as well: GLib, GObject, GIO.
#define FIND(result, name, parameters, arguments)                                                                     \
    real_##name = dlsym(handle, #name);                                                                               \
    if (!real_##name) return #name " is missing";
    CSECRET_FUNCTIONS(FIND)
#define FIND_POINTER(name)                                                                                            \
    csecret_##name = dlsym(handle, #name);                                                                            \
    if (!csecret_##name) return #name " is missing";
    CSECRET_POINTERS(FIND_POINTER)
    g_log_set_default_handler(ignore_message, NULL);
    g_log_set_writer_func(ignore_fields, NULL, NULL);
    is_loaded = 1;
    return NULL;
}
