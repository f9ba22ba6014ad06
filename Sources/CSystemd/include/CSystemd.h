#pragma once

/* The calls of org.freedesktop.Secret.Service that reading items needs, by sd-bus (sd-bus(3)). GLib and libsecret can do
 * the same, but opening them takes longer than the calls.
 *
 * Each function returns 0, CSYSTEMD_LATE, or CSYSTEMD_OTHER: libsystemd is missing, the service refuses or says something
 * else, or nothing is certain. Each waits at most the given time. */

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum {
    /* No answer in time; the connection must not be used again. */
    CSYSTEMD_LATE = 1,
    CSYSTEMD_OTHER = 2,
    /* The longest path of an object that is accepted, with its NUL. */
    CSYSTEMD_PATH = 512,
};

typedef struct sd_bus csystemd_bus;
typedef struct sd_bus_message csystemd_message;

/* Connects to the bus at an address in D-Bus syntax, and waits until it has accepted the connection. */
int csystemd_open(const char *_Nonnull address, uint32_t milliseconds, csystemd_bus *_Nullable *_Nonnull bus);
void csystemd_close(csystemd_bus *_Nonnull bus);

/* Calls SearchItems. Returns 0 only when no item is locked; then `*found` is for csystemd_get_secrets, `*count` the number of the
 * unlocked items. `name` may be NULL, for all of the schema. */
int csystemd_search(
    csystemd_bus *_Nonnull bus, uint32_t milliseconds, const char *_Nonnull schema, const char *_Nullable name,
    csystemd_message *_Nullable *_Nonnull found, size_t *_Nonnull count);

/* Returns 0 only when there is a default collection, and none is locked. */
int csystemd_require_unlocked(csystemd_bus *_Nonnull bus, uint32_t milliseconds);

/* Calls OpenSession with dh-ietf1024-sha256-aes128-cbc-pkcs7. `peer` receives `*peer_count` bytes, of at most that many;
 * `session` the path. */
int csystemd_open_session(
    csystemd_bus *_Nonnull bus, uint32_t milliseconds, const void *_Nonnull public_key, size_t count, void *_Nonnull peer,
    size_t *_Nonnull peer_count, char *_Nonnull session);

/* The secret of an item as the session encrypts it; valid as long as the message with it. */
struct csystemd_secret {
    const void *_Nullable start;
    size_t start_count;
    const void *_Nullable value;
    size_t value_count;
};

/* Calls GetSecrets for the items that a search has found. */
int csystemd_get_secrets(
    csystemd_bus *_Nonnull bus, uint32_t milliseconds, csystemd_message *_Nonnull found, const char *_Nonnull session,
    csystemd_message *_Nullable *_Nonnull secrets);

/* Reads the next secret; another value than 0 after the last one. */
int csystemd_next_secret(
    csystemd_message *_Nonnull secrets, const char *_Nonnull session, struct csystemd_secret *_Nonnull secret);
void csystemd_message_free(csystemd_message *_Nonnull message);

#pragma GCC visibility pop
