#pragma once

#include <linux/keyctl.h>
#include <stddef.h>
#include <stdint.h>

// System calls of the kernel's key management (keyrings(7)): glibc has no wrappers, and keyctl(1) would show the
// payload in its arguments. All return -1 with errno on failure.

/// Calls add_key(2) with type "user".
int32_t cposix_key_add(const char *description, const void *payload, size_t count, int32_t keyring);
/// Calls KEYCTL_SEARCH for a key of type "user".
int32_t cposix_key_search(int32_t keyring, const char *description);
/// Calls KEYCTL_READ. Returns the length of the payload, which may exceed `count`.
long cposix_key_read(int32_t key, void *payload, size_t count);
/// Calls an operation with one argument: KEYCTL_LINK and KEYCTL_UNLINK with a keyring, KEYCTL_SETPERM with permissions,
/// KEYCTL_SET_TIMEOUT with seconds (0 removes the timeout), KEYCTL_REVOKE with none.
long cposix_key_do(int operation, int32_t key, uint32_t argument);
