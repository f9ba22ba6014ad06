#include "trampolines.h"

#include <string.h>

static const char *const SERVICE = "org.freedesktop.secrets";
static const char *const SERVICE_PATH = "/org/freedesktop/secrets";
static const char *const SERVICE_INTERFACE = "org.freedesktop.Secret.Service";
static const char *const BUS = "org.freedesktop.DBus";
static const char *const BUS_PATH = "/org/freedesktop/DBus";
static const char *const GNOME_INTERFACE = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface";

enum { SESSION_BUS = 2, DEFAULT_TIMEOUT = -1, CREATE_REPLACE = 2 };

// The types of g_variant_new and g_variant_get.
typedef GVariant *new_variant(const char *format, ...);
typedef void get_variant(GVariant *value, const char *format, ...);
typedef GVariant *sink_variant(GVariant *value);

#define variant ((new_variant *)csecret_g_variant_new)
#define variant_get ((get_variant *)csecret_g_variant_get)

static GVariant *call(GDBusConnection *connection, const char *path, const char *interface, const char *method,
                      GVariant *parameters, GError **error) {
    return g_dbus_connection_call_sync(connection, SERVICE, path, interface, method, parameters, NULL, 0,
                                       DEFAULT_TIMEOUT, NULL, error);
}

static GVariant *call_bus(GDBusConnection *connection, const char *method, GVariant *parameters, GError **error) {
    return g_dbus_connection_call_sync(connection, BUS, BUS_PATH, BUS, method, parameters, NULL, 0, DEFAULT_TIMEOUT,
                                       NULL, error);
}

GDBusConnection *csecret_bus(GCancellable *cancellable, GError **error) {
    GDBusConnection *connection = g_bus_get_sync(SESSION_BUS, cancellable, error);
    if (connection) g_dbus_connection_set_exit_on_close(connection, 0);
    return connection;
}

int csecret_start_service(GDBusConnection *connection, GError **error) {
    GVariant *reply = call_bus(connection, "StartServiceByName", variant("(su)", SERVICE, 0), error);
    if (!reply) return 0;
    g_variant_unref(reply);
    return 1;
}

// A table that owns neither keys nor values: both live longer than the call.
static GHashTable *attributes(const char *name) {
    GHashTable *table = g_hash_table_new(csecret_g_str_hash, csecret_g_str_equal);
    g_hash_table_insert(table, "format", "1");
    if (name) g_hash_table_insert(table, "name", (void *)name);
    return table;
}

static SecretSchema schema_named(const char *name) {
    SecretSchema schema;
    memset(&schema, 0, sizeof schema);
    schema.name = name;
    schema.attributes[0].name = "format";
    schema.attributes[1].name = "name";
    return schema;
}

int csecret_search(SecretService *service, const char *schema, const char *name, char ***unlocked, char ***locked,
                   GError **error) {
    SecretSchema described = schema_named(schema);
    GHashTable *table = attributes(name);
    int done = secret_service_search_for_dbus_paths_sync(service, &described, table, NULL, unlocked, locked, error);
    g_hash_table_unref(table);
    return done;
}

char *csecret_create_item(SecretService *service, const char *collection, const char *schema, const char *name,
                          const char *label, SecretValue *value, GError **error) {
    sink_variant *sink = (sink_variant *)csecret_g_variant_ref_sink;
    new_variant *parsed = (new_variant *)csecret_g_variant_new_parsed;
    GVariant *label_property = sink(variant("s", label));
    GVariant *attribute_property = sink(parsed("{'format': '1', 'name': %s, 'xdg:schema': %s}", name, schema));
    GHashTable *properties = g_hash_table_new(csecret_g_str_hash, csecret_g_str_equal);
    g_hash_table_insert(properties, "org.freedesktop.Secret.Item.Label", label_property);
    g_hash_table_insert(properties, "org.freedesktop.Secret.Item.Attributes", attribute_property);
    char *path =
        secret_service_create_item_dbus_path_sync(service, collection, properties, value, CREATE_REPLACE, NULL, error);
    g_hash_table_unref(properties);
    g_variant_unref(attribute_property);
    g_variant_unref(label_property);
    return path;
}

char *csecret_service_owner(GDBusConnection *connection, uint32_t *process, GError **error) {
    *process = 0;
    GVariant *reply = call_bus(connection, "GetNameOwner", variant("(s)", SERVICE), error);
    if (!reply) return NULL;
    char *owner = NULL;
    variant_get(reply, "(s)", &owner);
    g_variant_unref(reply);
    reply = call_bus(connection, "GetConnectionUnixProcessID", variant("(s)", owner), NULL);
    if (reply) {
        variant_get(reply, "(u)", process);
        g_variant_unref(reply);
    }
    return owner;
}

// A property of a collection, whatever its type.
static GVariant *collection_property(GDBusConnection *connection, const char *collection, const char *name,
                                     GError **error) {
    GVariant *reply = call(connection, collection, "org.freedesktop.DBus.Properties", "Get",
                           variant("(ss)", "org.freedesktop.Secret.Collection", name), error);
    if (!reply) return NULL;
    GVariant *value = NULL;
    variant_get(reply, "(v)", &value);
    g_variant_unref(reply);
    return value;
}

char *csecret_label(GDBusConnection *connection, const char *collection, GError **error) {
    GVariant *value = collection_property(connection, collection, "Label", error);
    if (!value) return NULL;
    char *label = NULL;
    variant_get(value, "s", &label);
    g_variant_unref(value);
    return label;
}

int csecret_is_locked(GDBusConnection *connection, const char *collection, int *locked, GError **error) {
    GVariant *value = collection_property(connection, collection, "Locked", error);
    if (!value) return 0;
    variant_get(value, "b", locked);
    g_variant_unref(value);
    return 1;
}

int csecret_lock(GDBusConnection *connection, const char *collection, int *prompted, GError **error) {
    new_variant *parsed = (new_variant *)csecret_g_variant_new_parsed;
    GVariant *reply = call(connection, SERVICE_PATH, SERVICE_INTERFACE, "Lock", parsed("([%o],)", collection), error);
    if (!reply) return 0;
    const char *prompt = NULL;
    variant_get(reply, "(@ao&o)", NULL, &prompt);
    *prompted = prompt && strcmp(prompt, "/") != 0;
    g_variant_unref(reply);
    return 1;
}

int csecret_unlock_with_password(GDBusConnection *connection, const char *collection, GVariant *secret,
                                 GError **error) {
    GVariant *reply = call(connection, SERVICE_PATH, GNOME_INTERFACE, "UnlockWithMasterPassword",
                           variant("(o@(oayays))", collection, secret), error);
    if (!reply) return 0;
    g_variant_unref(reply);
    return 1;
}

int csecret_create_with_password(GDBusConnection *connection, const char *label, GVariant *secret, GError **error) {
    new_variant *parsed = (new_variant *)csecret_g_variant_new_parsed;
    GVariant *properties = parsed("{'org.freedesktop.Secret.Collection.Label': <%s>}", label);
    GVariant *reply = call(connection, SERVICE_PATH, GNOME_INTERFACE, "CreateWithMasterPassword",
                           variant("(@a{sv}@(oayays))", properties, secret), error);
    if (!reply) return 0;
    const char *collection = NULL;
    variant_get(reply, "(&o)", &collection);
    GVariant *done = call(connection, SERVICE_PATH, SERVICE_INTERFACE, "SetAlias",
                          variant("(so)", "default", collection), error);
    g_variant_unref(reply);
    if (!done) return 0;
    g_variant_unref(done);
    return 1;
}

int csecret_unlock_by_prompt(SecretService *service, const char *collection, int *unlocked, GError **error) {
    const char *paths[] = {collection, NULL};
    char **done = NULL;
    int count = secret_service_unlock_dbus_paths_sync(service, paths, NULL, &done, error);
    if (done) g_strfreev(done);
    *unlocked = count > 0;
    return count >= 0;
}
