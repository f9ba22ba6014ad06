#define _GNU_SOURCE
#include "keyctl.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

const int32_t cposix_user_keyring = KEY_SPEC_USER_KEYRING;
const int32_t cposix_process_keyring = KEY_SPEC_PROCESS_KEYRING;

int32_t cposix_key_add(const char *description, const void *payload, size_t count, int32_t keyring) {
    return (int32_t)syscall(SYS_add_key, "user", description, payload, count, keyring);
}

int32_t cposix_key_search(int32_t keyring, const char *description) {
    return (int32_t)syscall(SYS_keyctl, KEYCTL_SEARCH, keyring, "user", description, 0);
}

long cposix_key_read(int32_t key, void *payload, size_t count) {
    return syscall(SYS_keyctl, KEYCTL_READ, key, payload, count);
}

long cposix_key_link(int32_t key, int32_t keyring) {
    return syscall(SYS_keyctl, KEYCTL_LINK, key, keyring);
}

long cposix_key_unlink(int32_t key, int32_t keyring) {
    return syscall(SYS_keyctl, KEYCTL_UNLINK, key, keyring);
}

long cposix_key_set_permissions(int32_t key, uint32_t permissions) {
    return syscall(SYS_keyctl, KEYCTL_SETPERM, key, permissions);
}

long cposix_key_set_timeout(int32_t key, uint32_t seconds) {
    return syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds);
}

long cposix_key_revoke(int32_t key) {
    return syscall(SYS_keyctl, KEYCTL_REVOKE, key);
}
