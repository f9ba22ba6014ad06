#pragma once

#include "CSecret.h"

// Declarations for our C code only.

typedef struct _GVariantType GVariantType;
typedef struct _GMainContext GMainContext;
typedef struct _GSource GSource;

typedef struct {
    const char *name;
    int type;
} SecretSchemaAttribute;

/// libsecret's schema; the reserved fields keep its size.
typedef struct {
    const char *name;
    int flags;
    SecretSchemaAttribute attributes[32];
    int reserved;
    void *reserved1, *reserved2, *reserved3, *reserved4, *reserved5, *reserved6, *reserved7;
} SecretSchema;

// X(result, name, parameters, arguments): functions that are called directly.
#define CSECRET_FUNCTIONS(X)                                                                                          \
    X(void, g_error_free, (GError * error), (error))                                                                  \
    X(void, g_free, (void *memory), (memory))                                                                         \
    X(void, g_object_unref, (void *object), (object))                                                                 \
    X(void, g_strfreev, (char **strings), (strings))                                                                  \
    X(void, g_variant_unref, (GVariant * value), (value))                                                             \
    X(int, g_variant_is_of_type, (GVariant * value, const GVariantType *type), (value, type))                         \
    X(size_t, g_variant_n_children, (GVariant * value), (value))                                                      \
    X(GCancellable *, g_cancellable_new, (void), ())                                                                  \
    X(void, g_cancellable_cancel, (GCancellable * cancellable), (cancellable))                                        \
    X(char *, g_dbus_error_get_remote_error, (const GError *error), (error))                                          \
    X(void, g_dbus_connection_set_exit_on_close, (GDBusConnection * connection, int exit_on_close),                   \
      (connection, exit_on_close))                                                                                    \
    X(void, g_dbus_connection_close,                                                                                  \
      (GDBusConnection * connection, GCancellable * cancellable, void *callback, void *data),                         \
      (connection, cancellable, callback, data))                                                                      \
    X(GDBusConnection *, g_bus_get_sync, (int type, GCancellable *cancellable, GError **error),                       \
      (type, cancellable, error))                                                                                     \
    X(GVariant *, g_dbus_connection_call_sync,                                                                        \
      (GDBusConnection * connection, const char *bus, const char *path, const char *interface, const char *method,    \
       GVariant *parameters, const GVariantType *reply, int flags, int milliseconds, GCancellable *cancellable,       \
       GError **error),                                                                                               \
      (connection, bus, path, interface, method, parameters, reply, flags, milliseconds, cancellable, error))         \
    X(GMainContext *, g_main_context_new, (void), ())                                                                 \
    X(void, g_main_context_unref, (GMainContext * context), (context))                                                \
    X(void, g_main_context_push_thread_default, (GMainContext * context), (context))                                  \
    X(void, g_main_context_pop_thread_default, (GMainContext * context), (context))                                   \
    X(int, g_main_context_iteration, (GMainContext * context, int may_block), (context, may_block))                   \
    X(GSource *, g_timeout_source_new, (unsigned milliseconds), (milliseconds))                                       \
    X(void, g_source_set_callback, (GSource * source, void *callback, void *data, void *notify),                      \
      (source, callback, data, notify))                                                                               \
    X(unsigned, g_source_attach, (GSource * source, GMainContext * context), (source, context))                       \
    X(void, g_source_destroy, (GSource * source), (source))                                                           \
    X(void, g_source_unref, (GSource * source), (source))                                                             \
    X(int64_t, g_get_monotonic_time, (void), ())                                                                      \
    X(int, g_dbus_connection_is_closed, (GDBusConnection * connection), (connection))                                 \
    X(unsigned, g_dbus_connection_signal_subscribe,                                                                   \
      (GDBusConnection * connection, const char *sender, const char *interface, const char *member,                   \
       const char *path, const char *argument, int flags, void *callback, void *data, void *notify),                  \
      (connection, sender, interface, member, path, argument, flags, callback, data, notify))                         \
    X(void, g_dbus_connection_signal_unsubscribe, (GDBusConnection * connection, unsigned subscription),              \
      (connection, subscription))                                                                                     \
    X(char *, g_compute_checksum_for_string, (int kind, const char *text, ptrdiff_t length), (kind, text, length))    \
    X(GHashTable *, g_hash_table_new, (void *hash, void *equal), (hash, equal))                                       \
    X(int, g_hash_table_insert, (GHashTable * table, void *key, void *value), (table, key, value))                    \
    X(void *, g_hash_table_lookup, (GHashTable * table, const void *key), (table, key))                               \
    X(void, g_hash_table_unref, (GHashTable * table), (table))                                                        \
    X(void, g_log_set_default_handler, (void *handler, void *data), (handler, data))                                  \
    X(void, g_log_set_writer_func, (void *writer, void *data, void *free), (writer, data, free))                      \
    X(SecretService *, secret_service_get_sync, (int flags, GCancellable *cancellable, GError **error),               \
      (flags, cancellable, error))                                                                                    \
    X(void, secret_service_disconnect, (void), ())                                                                    \
    X(int, secret_service_ensure_session_sync,                                                                        \
      (SecretService * service, GCancellable * cancellable, GError * *error), (service, cancellable, error))          \
    X(char *, secret_service_read_alias_dbus_path_sync,                                                               \
      (SecretService * service, const char *alias, GCancellable *cancellable, GError **error),                        \
      (service, alias, cancellable, error))                                                                           \
    X(SecretValue *, secret_service_get_secret_for_dbus_path_sync,                                                    \
      (SecretService * service, const char *path, GCancellable *cancellable, GError **error),                         \
      (service, path, cancellable, error))                                                                            \
    X(GHashTable *, secret_service_get_secrets_for_dbus_paths_sync,                                                   \
      (SecretService * service, const char *const *paths, GCancellable *cancellable, GError **error),                 \
      (service, paths, cancellable, error))                                                                           \
    X(int, secret_service_search_for_dbus_paths_sync,                                                                 \
      (SecretService * service, const SecretSchema *schema, GHashTable *attributes, GCancellable *cancellable,        \
       char ***unlocked, char ***locked, GError **error),                                                             \
      (service, schema, attributes, cancellable, unlocked, locked, error))                                            \
    X(GVariant *, secret_service_encode_dbus_secret, (SecretService * service, SecretValue * value),                  \
      (service, value))                                                                                               \
    X(SecretValue *, secret_value_new, (const char *secret, ptrdiff_t length, const char *content_type),              \
      (secret, length, content_type))                                                                                 \
    X(const char *, secret_value_get, (SecretValue * value, size_t * length), (value, length))                        \
    X(void, secret_value_unref, (void *value), (value))

// Variadic functions, and functions whose address is needed.
#define CSECRET_POINTERS(X)                                                                                           \
    X(g_variant_new)                                                                                                  \
    X(g_variant_lookup)                                                                                               \
    X(g_variant_get_child)                                                                                            \
    X(g_variant_get)                                                                                                  \
    X(g_variant_new_parsed)                                                                                           \
    X(g_str_hash)                                                                                                     \
    X(g_str_equal)

#define CSECRET_DECLARE(result, name, parameters, arguments)                                                          \
    __attribute__((visibility("hidden"))) result name parameters;
CSECRET_FUNCTIONS(CSECRET_DECLARE)

#define CSECRET_POINTER(name) extern __attribute__((visibility("hidden"))) void *csecret_##name;
CSECRET_POINTERS(CSECRET_POINTER)
