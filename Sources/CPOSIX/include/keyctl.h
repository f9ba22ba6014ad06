#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The kernel's key management (keyrings(7)) by system call: glibc has no wrappers, and the keyctl(1) command
// would show a payload in its arguments. All return -1 and set errno.

/// The keyring shared by all processes of one user.
extern const int32_t cposix_user_keyring;
/// The keyring of this process alone.
extern const int32_t cposix_process_keyring;

/// add_key(2) with type "user".
int32_t cposix_key_add(const char *description, const void *payload, size_t count, int32_t keyring);
/// KEYCTL_SEARCH for a key of type "user".
int32_t cposix_key_search(int32_t keyring, const char *description);
/// KEYCTL_READ; answers the payload's length, which may be above count.
long cposix_key_read(int32_t key, void *payload, size_t count);
/// KEYCTL_LINK.
long cposix_key_link(int32_t key, int32_t keyring);
/// KEYCTL_UNLINK.
long cposix_key_unlink(int32_t key, int32_t keyring);
/// KEYCTL_SETPERM.
long cposix_key_set_permissions(int32_t key, uint32_t permissions);
/// KEYCTL_SET_TIMEOUT; 0 takes the timeout away.
long cposix_key_set_timeout(int32_t key, uint32_t seconds);
/// KEYCTL_REVOKE.
long cposix_key_revoke(int32_t key);

/// True when the kernel, or what guards this process (seccomp(2)), lets nobody keep keys: the calls themselves are refused.
/// Changes nothing.
bool cposix_key_is_refused(void);
