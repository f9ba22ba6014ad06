#pragma once

// libsecret, GObject, GIO and GLib, as far as fedauth calls them, without their headers and without linking them:
// csecret_load() opens libsecret-1.so.0, which brings the others, and every function below leads to the real one.
// Until csecret_load() has answered NULL none of them may be called. The declarations are those of
// libsecret 0.18 and GLib 2.50 and later.

#include <stddef.h>
#include <stdint.h>

typedef struct _SecretService SecretService;
typedef struct _SecretValue SecretValue;
typedef struct _GCancellable GCancellable;
typedef struct _GDBusConnection GDBusConnection;
typedef struct _GVariant GVariant;

typedef struct _GError {
    uint32_t domain;
    int code;
    char *message;
} GError;

/// Opens a library (libsecret-1.so.0) and finds every function; NULL, or what is missing. Silences GLib.
const char *csecret_load(const char *library);

// GLib, GObject, GIO
void g_error_free(GError *error);
void g_free(void *memory);
void g_object_unref(void *object);
void g_strfreev(char **strings);
void g_variant_unref(GVariant *value);
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
int secret_service_delete_item_dbus_path_sync(
    SecretService *service, const char *item_path, GCancellable *cancellable, GError **error);
GVariant *secret_service_encode_dbus_secret(SecretService *service, SecretValue *value);
SecretValue *secret_value_new(const char *secret, ptrdiff_t length, const char *content_type);
const char *secret_value_get(SecretValue *value, size_t *length);
void secret_value_unref(void *value);

// Calls whose arguments are variadic or hash tables; all answer 0 and set *error on failure.

/// The session bus (g_bus_get_sync), which is not left when it closes.
GDBusConnection *csecret_bus(GCancellable *cancellable, GError **error);
/// StartServiceByName: D-Bus activation of org.freedesktop.secrets, nothing beyond.
int csecret_start_service(GDBusConnection *connection, GError **error);
/// Paths of our items: with this name, or all for NULL. To be freed by g_strfreev.
int csecret_search(SecretService *service, const char *schema, const char *name, char ***unlocked, char ***locked,
                   GError **error);
/// CreateItem, replacing the item of the same attributes; its path is to be freed by g_free.
char *csecret_create_item(SecretService *service, const char *collection, const char *schema, const char *name,
                          const char *label, SecretValue *value, GError **error);
/// Who answers for org.freedesktop.secrets: its unique name on the bus, to be freed by g_free, and its process
/// (0 when the bus does not know).
char *csecret_service_owner(GDBusConnection *connection, uint32_t *process, GError **error);
/// The property Label of a collection, to be freed by g_free.
char *csecret_label(GDBusConnection *connection, const char *collection, GError **error);
/// The property Locked of a collection.
int csecret_is_locked(GDBusConnection *connection, const char *collection, int *locked, GError **error);
/// The method Lock; *prompted is 1 when the service wants to ask first.
int csecret_lock(GDBusConnection *connection, const char *collection, int *prompted, GError **error);
/// gnome-keyring's own UnlockWithMasterPassword; takes over a floating secret.
int csecret_unlock_with_password(GDBusConnection *connection, const char *collection, GVariant *secret,
                                 GError **error);
/// gnome-keyring's own CreateWithMasterPassword, and SetAlias "default".
int csecret_create_with_password(GDBusConnection *connection, const char *label, GVariant *secret, GError **error);
/// Unlock by the service's own prompt; *unlocked is how many were.
int csecret_unlock_by_prompt(SecretService *service, const char *collection, int *unlocked, GError **error);

/// A thread that, after so many milliseconds, closes the connection and cancels, whichever is not NULL. Never for
/// a cancellable with which a prompt may be up: libsecret would dismiss it, and gnome-keyring would abort.
typedef struct csecret_watch csecret_watch;
csecret_watch *csecret_watch_start(GDBusConnection *connection, GCancellable *cancellable, uint32_t milliseconds);
/// Ends the thread; 1 when it had to act.
int csecret_watch_stop(csecret_watch *watch);
