#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// System calls of the kernel's key management (keyrings(7)): glibc has no wrappers, and keyctl(1) would show the
// payload in its arguments. All return -1 with errno on failure.

/// The keyring that all processes of a user share.
extern const int32_t cposix_user_keyring;
/// The keyring of this process only.
extern const int32_t cposix_process_keyring;

/// Calls add_key(2) with type "user".
int32_t cposix_key_add(const char *description, const void *payload, size_t count, int32_t keyring);
/// Calls KEYCTL_SEARCH for a key of type "user".
int32_t cposix_key_search(int32_t keyring, const char *description);
/// Calls KEYCTL_READ. Returns the length of the payload, which may exceed `count`.
long cposix_key_read(int32_t key, void *payload, size_t count);
/// Calls KEYCTL_LINK.
long cposix_key_link(int32_t key, int32_t keyring);
/// Calls KEYCTL_UNLINK.
long cposix_key_unlink(int32_t key, int32_t keyring);
/// Calls KEYCTL_SETPERM.
long cposix_key_set_permissions(int32_t key, uint32_t permissions);
/// Calls KEYCTL_SET_TIMEOUT; 0 removes the timeout.
long cposix_key_set_timeout(int32_t key, uint32_t seconds);
/// Calls KEYCTL_REVOKE.
long cposix_key_revoke(int32_t key);
