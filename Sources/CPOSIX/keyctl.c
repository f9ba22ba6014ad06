#define _GNU_SOURCE
#include "keyctl.h"

#include <sys/syscall.h>
#include <unistd.h>

int32_t cposix_key_add(const char *description, const void *payload, size_t count, int32_t keyring) {
    return (int32_t)syscall(SYS_add_key, "user", description, payload, count, keyring);
}

int32_t cposix_key_search(int32_t keyring, const char *description) {
    return (int32_t)syscall(SYS_keyctl, KEYCTL_SEARCH, keyring, "user", description, 0);
}

long cposix_key_read(int32_t key, void *payload, size_t count) {
    return syscall(SYS_keyctl, KEYCTL_READ, key, payload, count);
}

long cposix_key_do(int operation, int32_t key, uint32_t argument) {
    return syscall(SYS_keyctl, operation, key, argument);
}
