#define _GNU_SOURCE
#include "CSystemd.h"
#include "CLibraries.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

/* Of <systemd/sd-bus.h>. All of it is in systemd 245 (2020) and later. */
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct {
    const char *name;
    const char *message;
    int need_free;
} sd_bus_error;
int sd_bus_new(sd_bus **bus);
int sd_bus_set_address(sd_bus *bus, const char *address);
int sd_bus_set_bus_client(sd_bus *bus, int is_client);
int sd_bus_start(sd_bus *bus);
int sd_bus_is_ready(sd_bus *bus);
int sd_bus_process(sd_bus *bus, sd_bus_message **message);
int sd_bus_wait(sd_bus *bus, uint64_t microseconds);
sd_bus *sd_bus_close_unref(sd_bus *bus);
int sd_bus_call(sd_bus *bus, sd_bus_message *call, uint64_t microseconds, sd_bus_error *error, sd_bus_message **reply);
void sd_bus_error_free(sd_bus_error *error);
int sd_bus_message_new_method_call(
    sd_bus *bus, sd_bus_message **message, const char *to, const char *path, const char *interface, const char *member);
sd_bus_message *sd_bus_message_unref(sd_bus_message *message);
int sd_bus_message_sensitive(sd_bus_message *message);
int sd_bus_message_append(sd_bus_message *message, const char *types, ...);
int sd_bus_message_append_array(sd_bus_message *message, char type, const void *bytes, size_t count);
int sd_bus_message_open_container(sd_bus_message *message, char type, const char *contents);
int sd_bus_message_close_container(sd_bus_message *message);
int sd_bus_message_read_basic(sd_bus_message *message, char type, void *value);
int sd_bus_message_read_array(sd_bus_message *message, char type, const void **bytes, size_t *count);
int sd_bus_message_enter_container(sd_bus_message *message, char type, const char *contents);
int sd_bus_message_exit_container(sd_bus_message *message);
int sd_bus_message_rewind(sd_bus_message *message, int is_complete);

#define FUNCTIONS \
    sd_bus_new, sd_bus_set_address, sd_bus_set_bus_client, sd_bus_start, sd_bus_is_ready, sd_bus_process, \
    sd_bus_wait, sd_bus_close_unref, sd_bus_call, sd_bus_error_free, sd_bus_message_new_method_call, \
    sd_bus_message_unref, sd_bus_message_sensitive, sd_bus_message_append, sd_bus_message_append_array, \
    sd_bus_message_open_container, sd_bus_message_close_container, sd_bus_message_read_basic, \
    sd_bus_message_read_array, sd_bus_message_enter_container, sd_bus_message_exit_container, sd_bus_message_rewind

static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, FUNCTIONS) } functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem;

static void open_library(void) {
    problem = CLIBRARIES_OPEN(clibraries_load, clibraries_systemd, FUNCTIONS);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* MARK: The connection */

int csystemd_open(const char *address, uint32_t milliseconds, csystemd_bus **bus) {
    pthread_once(&once, open_library);
    if (problem || functions.sd_bus_new(bus) < 0) return CSYSTEMD_OTHER;
    const int64_t end = now() + (int64_t)milliseconds * 1000;
    int result = CSYSTEMD_OTHER;
    if (functions.sd_bus_set_address(*bus, address) >= 0 && functions.sd_bus_set_bus_client(*bus, 1) >= 0
        && functions.sd_bus_start(*bus) >= 0) {
        for (;;) {
            if (functions.sd_bus_is_ready(*bus) > 0) return 0;
            int done = functions.sd_bus_process(*bus, NULL);
            if (done < 0) break;
            if (done > 0) continue;
            int64_t left = end - now();
            if (left <= 0) {
                result = CSYSTEMD_LATE;
                break;
            }
            done = functions.sd_bus_wait(*bus, (uint64_t)left);
            if (done < 0 && done != -EINTR) break;
        }
    }
    csystemd_close(*bus);
    *bus = NULL;
    return result;
}

void csystemd_close(csystemd_bus *bus) { functions.sd_bus_close_unref(bus); }

/* MARK: Calls */

static sd_bus_message *method(csystemd_bus *bus, const char *path, const char *interface, const char *name) {
    sd_bus_message *message = NULL;
    int result =
        functions.sd_bus_message_new_method_call(bus, &message, "org.freedesktop.secrets", path, interface, name);
    return result < 0 ? NULL : message;
}

static const char service_path[] = "/org/freedesktop/secrets";
static const char service[] = "org.freedesktop.Secret.Service";

/* Sends the call, if it was built, and frees it. */
static int ask(
    csystemd_bus *bus, uint32_t milliseconds, sd_bus_message *message, bool is_built, sd_bus_message **reply) {
    *reply = NULL;
    int result = CSYSTEMD_OTHER;
    if (is_built) {
        sd_bus_error error = {NULL, NULL, 0};
        const uint64_t limit = (uint64_t)milliseconds * 1000;
        const int64_t start = now();
        if (functions.sd_bus_call(bus, message, limit, &error, reply) >= 0)
            result = 0;
        else if (now() - start >= (int64_t)limit)
            result = CSYSTEMD_LATE;
        functions.sd_bus_error_free(&error);
    }
    functions.sd_bus_message_unref(message);
    return result;
}

/* Reads the path of an object. Returns whether there was one, which is short enough. */
static bool read_path(sd_bus_message *message, char *path) {
    const char *found = NULL;
    if (functions.sd_bus_message_read_basic(message, 'o', &found) <= 0 || strlen(found) >= CSYSTEMD_PATH) return false;
    strcpy(path, found);
    return true;
}

/* Reads an array of paths. Returns their number, or -1; the last one stays in `path`. */
static int read_paths(sd_bus_message *message, char *path) {
    if (functions.sd_bus_message_enter_container(message, 'a', "o") <= 0) return -1;
    int count = 0;
    while (read_path(message, path)) count++;
    return functions.sd_bus_message_exit_container(message) < 0 ? -1 : count;
}

int csystemd_search(
    csystemd_bus *bus, uint32_t milliseconds, const char *schema, const char *name, sd_bus_message **found,
    size_t *count) {
    sd_bus_message *call = method(bus, service_path, service, "SearchItems");
    bool is_built = call
        && (name
                ? functions.sd_bus_message_append(call, "a{ss}", 3, "format", "1", "name", name, "xdg:schema", schema)
                : functions.sd_bus_message_append(call, "a{ss}", 2, "format", "1", "xdg:schema", schema))
            >= 0;
    int result = ask(bus, milliseconds, call, is_built, found);
    if (result) return result;
    char path[CSYSTEMD_PATH];
    int unlocked = read_paths(*found, path);
    if (unlocked >= 0 && read_paths(*found, path) == 0 && functions.sd_bus_message_rewind(*found, 1) >= 0) {
        *count = (size_t)unlocked;
        return 0;
    }
    csystemd_message_free(*found);
    return CSYSTEMD_OTHER;
}

/* Reads a property, up to the value in its variant. */
static int property(
    csystemd_bus *bus, uint32_t milliseconds, const char *path, const char *interface, const char *name,
    const char *type, sd_bus_message **reply) {
    sd_bus_message *call = method(bus, path, "org.freedesktop.DBus.Properties", "Get");
    bool is_built = call && functions.sd_bus_message_append(call, "ss", interface, name) >= 0;
    int result = ask(bus, milliseconds, call, is_built, reply);
    if (result || functions.sd_bus_message_enter_container(*reply, 'v', type) > 0) return result;
    csystemd_message_free(*reply);
    return CSYSTEMD_OTHER;
}

int csystemd_require_unlocked(csystemd_bus *bus, uint32_t milliseconds) {
    sd_bus_message *call = method(bus, service_path, service, "ReadAlias"), *collections, *reply;
    bool is_built = call && functions.sd_bus_message_append(call, "s", "default") >= 0;
    int result = ask(bus, milliseconds, call, is_built, &reply);
    if (result) return result;
    char path[CSYSTEMD_PATH];
    bool is_there = read_path(reply, path) && strcmp(path, "/") != 0;
    csystemd_message_free(reply);
    if (!is_there) return CSYSTEMD_OTHER;
    result = property(bus, milliseconds, service_path, service, "Collections", "ao", &collections);
    if (result) return result;
    if (functions.sd_bus_message_enter_container(collections, 'a', "o") <= 0) result = CSYSTEMD_OTHER;
    while (!result && read_path(collections, path)) {
        result = property(bus, milliseconds, path, "org.freedesktop.Secret.Collection", "Locked", "b", &reply);
        if (result) break;
        int is_locked = 1;
        if (functions.sd_bus_message_read_basic(reply, 'b', &is_locked) <= 0 || is_locked) result = CSYSTEMD_OTHER;
        csystemd_message_free(reply);
    }
    if (!result && functions.sd_bus_message_exit_container(collections) < 0) result = CSYSTEMD_OTHER;
    csystemd_message_free(collections);
    return result;
}

int csystemd_open_session(
    csystemd_bus *bus, uint32_t milliseconds, const void *public_key, size_t count, void *peer, size_t *peer_count,
    char *session) {
    sd_bus_message *call = method(bus, service_path, service, "OpenSession"), *reply;
    bool is_built = call && functions.sd_bus_message_append(call, "s", "dh-ietf1024-sha256-aes128-cbc-pkcs7") >= 0
        && functions.sd_bus_message_open_container(call, 'v', "ay") >= 0
        && functions.sd_bus_message_append_array(call, 'y', public_key, count) >= 0
        && functions.sd_bus_message_close_container(call) >= 0;
    int result = ask(bus, milliseconds, call, is_built, &reply);
    if (result) return result;
    const void *bytes = NULL;
    size_t found = 0;
    bool is_read = functions.sd_bus_message_enter_container(reply, 'v', "ay") > 0
        && functions.sd_bus_message_read_array(reply, 'y', &bytes, &found) >= 0
        && functions.sd_bus_message_exit_container(reply) >= 0 && read_path(reply, session) && found <= *peer_count;
    if (is_read) {
        memcpy(peer, bytes, found);
        *peer_count = found;
    }
    functions.sd_bus_message_unref(reply);
    return is_read ? 0 : CSYSTEMD_OTHER;
}

int csystemd_get_secrets(
    csystemd_bus *bus, uint32_t milliseconds, sd_bus_message *found, const char *session, sd_bus_message **secrets) {
    sd_bus_message *call = method(bus, service_path, service, "GetSecrets");
    char path[CSYSTEMD_PATH];
    bool is_built = call && functions.sd_bus_message_sensitive(call) >= 0
        && functions.sd_bus_message_enter_container(found, 'a', "o") > 0
        && functions.sd_bus_message_open_container(call, 'a', "o") >= 0;
    while (is_built && read_path(found, path)) is_built = functions.sd_bus_message_append(call, "o", path) >= 0;
    is_built = is_built && functions.sd_bus_message_exit_container(found) >= 0
        && functions.sd_bus_message_close_container(call) >= 0
        && functions.sd_bus_message_append(call, "o", session) >= 0;
    int result = ask(bus, milliseconds, call, is_built, secrets);
    if (result || functions.sd_bus_message_enter_container(*secrets, 'a', "{o(oayays)}") > 0) return result;
    csystemd_message_free(*secrets);
    return CSYSTEMD_OTHER;
}

int csystemd_next_secret(sd_bus_message *secrets, const char *session, struct csystemd_secret *secret) {
    char path[CSYSTEMD_PATH];
    const char *media_type;
    bool is_read = functions.sd_bus_message_enter_container(secrets, 'e', "o(oayays)") > 0 && read_path(secrets, path)
        && functions.sd_bus_message_enter_container(secrets, 'r', "oayays") > 0 && read_path(secrets, path)
        && strcmp(path, session) == 0
        && functions.sd_bus_message_read_array(secrets, 'y', &secret->start, &secret->start_count) >= 0
        && functions.sd_bus_message_read_array(secrets, 'y', &secret->value, &secret->value_count) >= 0
        && functions.sd_bus_message_read_basic(secrets, 's', &media_type) > 0
        && functions.sd_bus_message_exit_container(secrets) >= 0
        && functions.sd_bus_message_exit_container(secrets) >= 0;
    return is_read ? 0 : CSYSTEMD_OTHER;
}

void csystemd_message_free(sd_bus_message *message) { functions.sd_bus_message_unref(message); }
