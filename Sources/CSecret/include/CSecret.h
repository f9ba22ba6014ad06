#pragma once

// The parts of libsecret, GObject, GIO and GLib that fedauth calls, without their headers and without linking them.
// csecret_load() opens libsecret, which loads the others, and every function below calls the real one. Call none of
// them before csecret_load() has returned NULL. The declarations match libsecret 0.18 and GLib 2.50 and later.

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct _SecretSchema SecretSchema;
typedef struct _SecretService SecretService;
typedef struct _SecretValue SecretValue;
typedef struct _GCancellable GCancellable;
typedef struct _GDBusConnection GDBusConnection;
typedef struct _GVariant GVariant;
typedef struct _GHashTable GHashTable;
typedef struct _GVariantType GVariantType;
typedef struct _GMainContext GMainContext;
typedef struct _GSource GSource;

typedef struct _GError {
    uint32_t domain;
    int code;
    char *message;
} GError;

/// Opens the library and finds every function. Returns NULL, or what is missing. Silences GLib's log.
const char *csecret_load(void);

// X(result, name, parameters, arguments): functions that are called directly. Kind 0 of a checksum is MD5; g_free frees
// its text.
#define CSECRET_FUNCTIONS(X)                                                                                          \
    X(void, g_error_free, (GError * error), (error))                                                                  \
    X(void, g_free, (void *memory), (memory))                                                                         \
    X(void, g_object_unref, (void *object), (object))                                                                 \
    X(void, g_strfreev, (char **strings), (strings))                                                                  \
    X(void, g_variant_unref, (GVariant * value), (value))                                                             \
    X(int, g_variant_is_of_type, (GVariant * value, const GVariantType *type), (value, type))                         \
    X(void, g_variant_get_va, (GVariant * value, const char *format, const char **end, va_list *places),              \
      (value, format, end, places))                                                                                   \
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

#define CSECRET_DECLARE(result, name, parameters, arguments)                                                          \
    __attribute__((visibility("hidden"))) result name parameters;
CSECRET_FUNCTIONS(CSECRET_DECLARE)

// Wrappers for calls that are variadic or take hash tables. Unless stated otherwise they return 0 and set *error on failure.

/// Returns the session bus (g_bus_get_sync), configured not to end the process when the bus closes.
GDBusConnection *csecret_bus(GCancellable *cancellable, GError **error);
/// Starts org.freedesktop.secrets by D-Bus activation when no process owns the name; does nothing else.
int csecret_start_service(GDBusConnection *connection, GError **error);
/// Finds the paths of all items with these attributes: pairs of a name and a value. Free them with g_strfreev.
int csecret_search(SecretService *service, const char *const *pairs, size_t count, char ***unlocked, char ***locked,
                   GError **error);
/// Calls CreateItem and replaces an item with the same attributes; takes ownership of a floating secret. Returns the
/// path of a prompt ("/": done); free it with g_free.
char *csecret_create_item(GDBusConnection *connection, const char *collection, const char *schema, const char *name,
                          const char *label, GVariant *secret, GError **error);
/// Calls SetSecret of an item; takes ownership of a floating secret. Never prompts.
int csecret_set_secret(GDBusConnection *connection, const char *item, GVariant *secret, GError **error);
/// Calls Delete. Returns the path of a prompt ("/": done); free it with g_free.
char *csecret_delete_item(GDBusConnection *connection, const char *item, GError **error);
/// Returns the unique bus name of the owner of org.freedesktop.secrets (free it with g_free) and its process ID (0 when
/// the bus does not know it).
char *csecret_service_owner(GDBusConnection *connection, uint32_t *process, GError **error);
/// Returns the property Label of a collection; free it with g_free.
char *csecret_label(GDBusConnection *connection, const char *collection, GError **error);
/// Returns the attribute "name" of an item, or NULL without an error when it has none; free it with g_free.
char *csecret_item_name(GDBusConnection *connection, const char *item, GError **error);
/// Returns the property Label of an item; free it with g_free.
char *csecret_item_label(GDBusConnection *connection, const char *item, GError **error);
/// Returns the attributes of an item, and how many; free them with g_variant_unref.
GVariant *csecret_item_attributes(GDBusConnection *connection, const char *item, size_t *count, GError **error);
/// Lends the name and the value of one attribute until the attributes are freed.
void csecret_attribute(GVariant *attributes, size_t index, const char **name, const char **value);
/// Returns the paths of all collections; free them with g_strfreev.
char **csecret_collections(GDBusConnection *connection, GError **error);
/// Reads the property Locked of a collection.
int csecret_is_locked(GDBusConnection *connection, const char *collection, int *locked, GError **error);
/// Asks KWallet whether the wallet is open for any program. Returns 0, without an error, when the service is another.
int csecret_wallet_is_open(GDBusConnection *connection, const char *wallet, int *is_open);
/// Call the methods Lock and Unlock. Return the path of a prompt ("/": done); free it with g_free.
char *csecret_lock(GDBusConnection *connection, const char *collection, GError **error);
char *csecret_unlock(GDBusConnection *connection, const char *collection, GError **error);
/// Finds out whether the service has gnome-keyring's private interface, which the next two calls need.
int csecret_takes_passwords(GDBusConnection *connection, int *takes, GError **error);
/// Calls gnome-keyring's UnlockWithMasterPassword; takes ownership of a floating secret.
int csecret_unlock_with_password(GDBusConnection *connection, const char *collection, GVariant *secret,
                                 GError **error);
/// Calls gnome-keyring's CreateWithMasterPassword, then SetAlias "default".
int csecret_create_with_password(GDBusConnection *connection, const char *label, GVariant *secret, GError **error);
/// How a prompt ended.
typedef enum {
    /// Prompt() failed, and the error is set.
    CSECRET_PROMPT_FAILED,
    /// The service completed the request.
    CSECRET_PROMPT_COMPLETED,
    /// The user or the service refused.
    CSECRET_PROMPT_DISMISSED,
    /// The service or the bus disappeared.
    CSECRET_PROMPT_GONE,
    /// No answer arrived in time. The prompt was left open, not dismissed, and the connection was closed.
    CSECRET_PROMPT_UNANSWERED,
} csecret_prompt_end;

/// Runs a prompt, which may or may not show a dialog, and waits up to this many milliseconds for its end.
csecret_prompt_end csecret_prompt(GDBusConnection *connection, const char *prompt, uint32_t milliseconds,
                                  GError **error);

/// A thread that after this many milliseconds closes the connection and cancels the cancellable (each may be NULL). Do not use
/// it with a cancellable while a prompt may be open: libsecret would dismiss the prompt, and gnome-keyring would abort.
typedef struct csecret_watch csecret_watch;
csecret_watch *csecret_watch_start(GDBusConnection *connection, GCancellable *cancellable, uint32_t milliseconds);
/// Ends the thread. Returns 1 when the time had run out.
int csecret_watch_stop(csecret_watch *watch);
