#pragma once

// libsecret, GObject, GIO and GLib, as far as fedauth calls them, without their headers and without linking them:
// csecret_load() opens libsecret, which brings the others, and every function below leads to the real one.
// Until csecret_load() has answered NULL none of them may be called. The declarations are those of
// libsecret 0.18 and GLib 2.50 and later.

#include <stddef.h>
#include <stdint.h>

typedef struct _SecretService SecretService;
typedef struct _SecretValue SecretValue;
typedef struct _GCancellable GCancellable;
typedef struct _GDBusConnection GDBusConnection;
typedef struct _GVariant GVariant;
typedef struct _GHashTable GHashTable;

typedef struct _GError {
    uint32_t domain;
    int code;
    char *message;
} GError;

/// Opens the library and finds every function; NULL, or what is missing. Silences GLib.
const char *csecret_load(void);

// GLib, GObject, GIO
void g_error_free(GError *error);
void g_free(void *memory);
void g_object_unref(void *object);
void g_strfreev(char **strings);
void g_variant_unref(GVariant *value);
void *g_hash_table_lookup(GHashTable *table, const void *key);
void g_hash_table_unref(GHashTable *table);
GCancellable *g_cancellable_new(void);
char *g_dbus_error_get_remote_error(const GError *error);
void g_dbus_connection_set_exit_on_close(GDBusConnection *connection, int exit_on_close);

// libsecret
SecretService *secret_service_get_sync(int flags, GCancellable *cancellable, GError **error);
int secret_service_ensure_session_sync(SecretService *service, GCancellable *cancellable, GError **error);
char *secret_service_read_alias_dbus_path_sync(
    SecretService *service, const char *alias, GCancellable *cancellable, GError **error);
SecretValue *secret_service_get_secret_for_dbus_path_sync(
    SecretService *service, const char *item_path, GCancellable *cancellable, GError **error);
GHashTable *secret_service_get_secrets_for_dbus_paths_sync(
    SecretService *service, const char *const *item_paths, GCancellable *cancellable, GError **error);
GVariant *secret_service_encode_dbus_secret(SecretService *service, SecretValue *value);
SecretValue *secret_value_new(const char *secret, ptrdiff_t length, const char *content_type);
const char *secret_value_get(SecretValue *value, size_t *length);
void secret_value_unref(void *value);

// Calls whose arguments are variadic or hash tables; all answer 0 and set *error on failure.

/// The session bus (g_bus_get_sync), which is not left when it closes.
GDBusConnection *csecret_bus(GCancellable *cancellable, GError **error);
/// D-Bus activation of org.freedesktop.secrets where nobody owns the name, nothing beyond.
int csecret_start_service(GDBusConnection *connection, GError **error);
/// Paths of our items: with this name, or all for NULL. To be freed by g_strfreev.
int csecret_search(SecretService *service, const char *schema, const char *name, char ***unlocked, char ***locked,
                   GError **error);
/// CreateItem, replacing the item of the same attributes; takes over a floating secret. Answers the path of a prompt
/// ("/": done), to be freed by g_free.
char *csecret_create_item(GDBusConnection *connection, const char *collection, const char *schema, const char *name,
                          const char *label, GVariant *secret, GError **error);
/// SetSecret of an item; takes over a floating secret. Never prompts.
int csecret_set_secret(GDBusConnection *connection, const char *item, GVariant *secret, GError **error);
/// Delete; answers the path of a prompt ("/": done), to be freed by g_free.
char *csecret_delete_item(GDBusConnection *connection, const char *item, GError **error);
/// Who answers for org.freedesktop.secrets: its unique name on the bus, to be freed by g_free, and its process
/// (0 when the bus does not know).
char *csecret_service_owner(GDBusConnection *connection, uint32_t *process, GError **error);
/// The property Label of a collection, to be freed by g_free.
char *csecret_label(GDBusConnection *connection, const char *collection, GError **error);
/// The attribute "name" of an item, to be freed by g_free; NULL without an error when it has none.
char *csecret_item_name(GDBusConnection *connection, const char *item, GError **error);
/// The paths of all collections, to be freed by g_strfreev.
char **csecret_collections(GDBusConnection *connection, GError **error);
/// The property Locked of a collection.
int csecret_is_locked(GDBusConnection *connection, const char *collection, int *locked, GError **error);
/// The methods Lock and Unlock; answer the path of a prompt ("/": done), to be freed by g_free.
char *csecret_lock(GDBusConnection *connection, const char *collection, GError **error);
char *csecret_unlock(GDBusConnection *connection, const char *collection, GError **error);
/// Whether the service has gnome-keyring's own interface of the two calls that follow.
int csecret_takes_passwords(GDBusConnection *connection, int *takes, GError **error);
/// gnome-keyring's own UnlockWithMasterPassword; takes over a floating secret.
int csecret_unlock_with_password(GDBusConnection *connection, const char *collection, GVariant *secret,
                                 GError **error);
/// gnome-keyring's own CreateWithMasterPassword, and SetAlias "default".
int csecret_create_with_password(GDBusConnection *connection, const char *label, GVariant *secret, GError **error);
/// How a prompt ended.
typedef enum {
    /// Prompt() failed, with the error set.
    CSECRET_PROMPT_FAILED,
    /// The service did what it was asked for.
    CSECRET_PROMPT_COMPLETED,
    /// A person, or the service, refused.
    CSECRET_PROMPT_DISMISSED,
    /// The service or the bus went away.
    CSECRET_PROMPT_GONE,
    /// Nobody answered in time. The prompt was left as it is, never dismissed, and the connection dropped.
    CSECRET_PROMPT_UNANSWERED,
} csecret_prompt_end;

/// Lets a prompt do its work, which may or may not show something, and waits so many milliseconds for its end.
csecret_prompt_end csecret_prompt(GDBusConnection *connection, const char *prompt, uint32_t milliseconds,
                                  GError **error);

/// A thread that, after so many milliseconds, closes the connection and cancels, whichever is not NULL. Never for
/// a cancellable with which a prompt may be up: libsecret would dismiss it, and gnome-keyring would abort.
typedef struct csecret_watch csecret_watch;
csecret_watch *csecret_watch_start(GDBusConnection *connection, GCancellable *cancellable, uint32_t milliseconds);
/// Ends the thread; 1 when it had to act.
int csecret_watch_stop(csecret_watch *watch);
