#pragma once

/* The functions of libgcrypt that the way to a stored value needs. libcrypto has them too, but opening and preparing it
 * takes ten times as long as the rest of that way. Every function returns false when the library is missing, in FIPS mode
 * (where it refuses to encrypt with a given nonce) or fails. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Opens the library. Returns whether it can be used. Any thread may call it. */
bool cgcrypt_load(void);

/* SHA-256 (FIPS 180-4), 32 bytes. */
bool cgcrypt_sha256(const void *_Nullable bytes, size_t count, uint8_t *_Nonnull hash);

/* HMAC-SHA256 (RFC 2104), 32 bytes. */
bool cgcrypt_hmac_sha256(
    const void *_Nullable key, size_t key_count, const void *_Nullable bytes, size_t count, uint8_t *_Nonnull code);

/* AES-256-GCM (NIST SP 800-38D) under one key. */
typedef struct gcry_cipher_handle cgcrypt_cipher;

/* Takes a key of 32 bytes. NULL when the library cannot be used. */
cgcrypt_cipher *_Nullable cgcrypt_gcm_new(const void *_Nonnull key);
/* Frees the cipher and wipes the expanded key. */
void cgcrypt_gcm_free(cgcrypt_cipher *_Nonnull cipher);
/* Encrypts `count` bytes; `sealed` has room for 16 more. It may be the same memory as `plain`. The nonce has 12 bytes. */
bool cgcrypt_gcm_seal(
    cgcrypt_cipher *_Nonnull cipher, const void *_Nonnull nonce, const void *_Nullable additional, size_t additional_count,
    const void *_Nullable plain, size_t count, void *_Nonnull sealed);
/* Decrypts `count` bytes, after which the tag (16 bytes) follows. `plain` may be the same memory as `sealed`. Sets
 * `is_altered` when the tag does not match; the plaintext must not be used then. */
bool cgcrypt_gcm_open(
    cgcrypt_cipher *_Nonnull cipher, const void *_Nonnull nonce, const void *_Nullable additional, size_t additional_count,
    const void *_Nonnull sealed, size_t count, void *_Nullable plain, bool *_Nonnull is_altered);

/* Diffie-Hellman in the second Oakley group (RFC 2409 section 6.2), 128 bytes, with an exponent of 32 bytes. */
bool cgcrypt_dh_public(const uint8_t *_Nonnull exponent, uint8_t *_Nonnull public_key);
/* Refuses a key of the other side outside of 2 to p - 2. */
bool cgcrypt_dh_shared(
    const uint8_t *_Nonnull exponent, const void *_Nullable peer, size_t peer_count, uint8_t *_Nonnull shared);

/* Decrypts whole blocks of AES-128-CBC (NIST SP 800-38A) with a key and a start value of 16 bytes. The padding stays. */
bool cgcrypt_cbc_decrypt(
    const void *_Nonnull key, const void *_Nonnull start, const void *_Nonnull bytes, size_t count, void *_Nonnull plain);

#pragma GCC visibility pop
