#include "trampolines.h"

#include <string.h>

static const char *const SERVICE = "org.freedesktop.secrets";
static const char *const SERVICE_PATH = "/org/freedesktop/secrets";
static const char *const SERVICE_INTERFACE = "org.freedesktop.Secret.Service";
static const char *const COLLECTION_INTERFACE = "org.freedesktop.Secret.Collection";
static const char *const ITEM_INTERFACE = "org.freedesktop.Secret.Item";
static const char *const BUS = "org.freedesktop.DBus";
static const char *const BUS_PATH = "/org/freedesktop/DBus";
static const char *const GNOME_INTERFACE = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface";

enum { SESSION_BUS = 2, DEFAULT_TIMEOUT = -1 };

// The types of g_variant_new and g_variant_get.
typedef GVariant *new_variant(const char *format, ...);
typedef void get_variant(GVariant *value, const char *format, ...);
typedef int lookup_variant(GVariant *value, const char *key, const char *format, ...);
typedef void get_child(GVariant *value, size_t index, const char *format, ...);

#define variant ((new_variant *)csecret_g_variant_new)
#define variant_get ((get_variant *)csecret_g_variant_get)

static GVariant *call(GDBusConnection *connection, const char *path, const char *interface, const char *method,
                      GVariant *parameters, const char *reply, GError **error) {
    return g_dbus_connection_call_sync(connection, SERVICE, path, interface, method, parameters,
                                       (const GVariantType *)reply, 0, DEFAULT_TIMEOUT, NULL, error);
}

static GVariant *call_bus(GDBusConnection *connection, const char *method, GVariant *parameters, const char *reply,
                          GError **error) {
    return g_dbus_connection_call_sync(connection, BUS, BUS_PATH, BUS, method, parameters,
                                       (const GVariantType *)reply, 0, DEFAULT_TIMEOUT, NULL, error);
}

// Frees a value, and puts copies of its parts into the places that the format names. Returns 0 for no value.
static int take(GVariant *value, const char *format, ...) {
    if (!value) return 0;
    va_list places;
    va_start(places, format);
    g_variant_get_va(value, format, NULL, &places);
    va_end(places);
    g_variant_unref(value);
    return 1;
}

GDBusConnection *csecret_bus(GCancellable *cancellable, GError **error) {
    GDBusConnection *connection = g_bus_get_sync(SESSION_BUS, cancellable, error);
    if (connection) g_dbus_connection_set_exit_on_close(connection, 0);
    return connection;
}

int csecret_start_service(GDBusConnection *connection, GError **error) {
    // A name that is owned but has no .service file (usual for KeePassXC) cannot be started; the bus would report an error.
    int is_owned = 0;
    if (!take(call_bus(connection, "NameHasOwner", variant("(s)", SERVICE), "(b)", error), "(b)", &is_owned)) return 0;
    if (is_owned) return 1;
    return take(call_bus(connection, "StartServiceByName", variant("(su)", SERVICE, 0), "(u)", error), "(u)", NULL);
}

int csecret_search(SecretService *service, const char *const *pairs, size_t count, char ***unlocked, char ***locked,
                   GError **error) {
    // The table does not own keys and values, because both outlive the call.
    GHashTable *table = g_hash_table_new(csecret_g_str_hash, csecret_g_str_equal);
    for (size_t index = 0; index < count; index++)
        g_hash_table_insert(table, (void *)pairs[2 * index], (void *)pairs[2 * index + 1]);
    int done = secret_service_search_for_dbus_paths_sync(service, NULL, table, NULL, unlocked, locked, error);
    g_hash_table_unref(table);
    return done;
}

char *csecret_create_item(GDBusConnection *connection, const char *collection, const char *schema, const char *name,
                          const char *label, GVariant *secret, GError **error) {
    new_variant *parsed = (new_variant *)csecret_g_variant_new_parsed;
    GVariant *properties = parsed("{'org.freedesktop.Secret.Item.Label': <%s>, 'org.freedesktop.Secret.Item.Attributes': "
                                  "<{'format': '1', 'name': %s, 'xdg:schema': %s}>}",
                                  label, name, schema);
    GVariant *reply = call(connection, collection, "org.freedesktop.Secret.Collection", "CreateItem",
                           variant("(@a{sv}@(oayays)b)", properties, secret, 1), "(oo)", error);
    char *prompt = NULL;
    take(reply, "(oo)", NULL, &prompt);
    return prompt;
}

int csecret_set_secret(GDBusConnection *connection, const char *item, GVariant *secret, GError **error) {
    return take(call(connection, item, ITEM_INTERFACE, "SetSecret", variant("(@(oayays))", secret), "()", error), "()");
}

char *csecret_delete_item(GDBusConnection *connection, const char *item, GError **error) {
    char *prompt = NULL;
    take(call(connection, item, ITEM_INTERFACE, "Delete", NULL, "(o)", error), "(o)", &prompt);
    return prompt;
}

char *csecret_service_owner(GDBusConnection *connection, uint32_t *process, GError **error) {
    *process = 0;
    char *owner = NULL;
    if (!take(call_bus(connection, "GetNameOwner", variant("(s)", SERVICE), "(s)", error), "(s)", &owner)) return NULL;
    take(call_bus(connection, "GetConnectionUnixProcessID", variant("(s)", owner), "(u)", NULL), "(u)", process);
    return owner;
}

// Reads a property of the given type from the service, a collection or an item.
static GVariant *property(GDBusConnection *connection, const char *path, const char *interface, const char *name,
                          const char *type, GError **error) {
    GVariant *reply = call(connection, path, "org.freedesktop.DBus.Properties", "Get",
                           variant("(ss)", interface, name), "(v)", error);
    GVariant *value = NULL;
    if (!take(reply, "(v)", &value) || g_variant_is_of_type(value, (const GVariantType *)type)) return value;
    g_variant_unref(value);
    return NULL;
}

static char *label(GDBusConnection *connection, const char *path, const char *interface, GError **error) {
    char *label = NULL;
    take(property(connection, path, interface, "Label", "s", error), "s", &label);
    return label;
}

char *csecret_label(GDBusConnection *connection, const char *collection, GError **error) {
    return label(connection, collection, COLLECTION_INTERFACE, error);
}

char *csecret_item_label(GDBusConnection *connection, const char *item, GError **error) {
    return label(connection, item, ITEM_INTERFACE, error);
}

int csecret_is_locked(GDBusConnection *connection, const char *collection, int *locked, GError **error) {
    return take(property(connection, collection, COLLECTION_INTERFACE, "Locked", "b", error), "b", locked);
}

int csecret_wallet_is_open(GDBusConnection *connection, const char *wallet, int *is_open) {
    static const char *const paths[] = {"/modules/kwalletd6", "/modules/kwalletd5"};
    for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
        GVariant *reply = call(connection, paths[index], "org.kde.KWallet", "isOpen", variant("(s)", wallet), "(b)",
                               NULL);
        if (take(reply, "(b)", is_open)) return 1;
    }
    return 0;
}

// Calls Lock or Unlock for one collection; returns the path of a prompt.
static char *call_service(GDBusConnection *connection, const char *method, const char *collection, GError **error) {
    new_variant *parsed = (new_variant *)csecret_g_variant_new_parsed;
    GVariant *reply = call(connection, SERVICE_PATH, SERVICE_INTERFACE, method, parsed("([%o],)", collection), "(aoo)",
                           error);
    char *prompt = NULL;
    take(reply, "(@aoo)", NULL, &prompt);
    return prompt;
}

char *csecret_lock(GDBusConnection *connection, const char *collection, GError **error) {
    return call_service(connection, "Lock", collection, error);
}

char *csecret_unlock(GDBusConnection *connection, const char *collection, GError **error) {
    return call_service(connection, "Unlock", collection, error);
}

int csecret_takes_passwords(GDBusConnection *connection, int *takes, GError **error) {
    GVariant *reply = call(connection, SERVICE_PATH, "org.freedesktop.DBus.Introspectable", "Introspect", NULL, "(s)",
                           error);
    if (!reply) return 0;
    const char *description = NULL;
    variant_get(reply, "(&s)", &description);
    *takes = description && strstr(description, GNOME_INTERFACE);
    g_variant_unref(reply);
    return 1;
}

char *csecret_item_name(GDBusConnection *connection, const char *item, GError **error) {
    GVariant *value = property(connection, item, ITEM_INTERFACE, "Attributes", "a{ss}", error);
    if (!value) return NULL;
    char *name = NULL;
    ((lookup_variant *)csecret_g_variant_lookup)(value, "name", "s", &name);
    g_variant_unref(value);
    return name;
}

GVariant *csecret_item_attributes(GDBusConnection *connection, const char *item, size_t *count, GError **error) {
    GVariant *value = property(connection, item, ITEM_INTERFACE, "Attributes", "a{ss}", error);
    *count = value ? g_variant_n_children(value) : 0;
    return value;
}

void csecret_attribute(GVariant *attributes, size_t index, const char **name, const char **value) {
    ((get_child *)csecret_g_variant_get_child)(attributes, index, "{&s&s}", name, value);
}

char **csecret_collections(GDBusConnection *connection, GError **error) {
    char **paths = NULL;
    take(property(connection, SERVICE_PATH, SERVICE_INTERFACE, "Collections", "ao", error), "^ao", &paths);
    return paths;
}

int csecret_unlock_with_password(GDBusConnection *connection, const char *collection, GVariant *secret,
                                 GError **error) {
    GVariant *reply = call(connection, SERVICE_PATH, GNOME_INTERFACE, "UnlockWithMasterPassword",
                           variant("(o@(oayays))", collection, secret), "()", error);
    return take(reply, "()");
}

int csecret_create_with_password(GDBusConnection *connection, const char *label, GVariant *secret, GError **error) {
    new_variant *parsed = (new_variant *)csecret_g_variant_new_parsed;
    GVariant *properties = parsed("{'org.freedesktop.Secret.Collection.Label': <%s>}", label);
    GVariant *reply = call(connection, SERVICE_PATH, GNOME_INTERFACE, "CreateWithMasterPassword",
                           variant("(@a{sv}@(oayays))", properties, secret), "(o)", error);
    if (!reply) return 0;
    const char *collection = NULL;
    variant_get(reply, "(&o)", &collection);
    GVariant *done = call(connection, SERVICE_PATH, SERVICE_INTERFACE, "SetAlias",
                          variant("(so)", "default", collection), "()", error);
    g_variant_unref(reply);
    return take(done, "()");
}
