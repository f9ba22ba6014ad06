#define _GNU_SOURCE
#include "CGcrypt.h"
#include "CLibraries.h"

#include <pthread.h>
#include <string.h>

/* Of <gcrypt.h>. All of it is in libgcrypt 1.6.0 (2013) and later. */
typedef struct gcry_md_handle *gcry_md_hd_t;
typedef struct gcry_mpi *gcry_mpi_t;
typedef unsigned int gcry_error_t;
enum {
    MD_SHA256 = 8, MD_FLAG_HMAC = 2,
    CIPHER_AES128 = 7, CIPHER_AES256 = 9, MODE_CBC = 3, MODE_GCM = 9,
    CONTROL_DISABLE_SECMEM = 37,
    CONTROL_INITIALIZATION_FINISHED = 38,
    CONTROL_INITIALIZATION_FINISHED_P = 39,
    CONTROL_FIPS_MODE_P = 55,
    MPI_FLAG_SECURE = 1,
    MPI_FORMAT_UNSIGNED = 5,
};
const char *gcry_check_version(const char *version);
gcry_error_t gcry_control(int command, ...);
void gcry_md_hash_buffer(int algorithm, void *hash, const void *bytes, size_t count);
gcry_error_t gcry_md_open(gcry_md_hd_t *handle, int algorithm, unsigned flags);
gcry_error_t gcry_md_setkey(gcry_md_hd_t handle, const void *key, size_t count);
void gcry_md_write(gcry_md_hd_t handle, const void *bytes, size_t count);
unsigned char *gcry_md_read(gcry_md_hd_t handle, int algorithm);
void gcry_md_close(gcry_md_hd_t handle);
gcry_error_t gcry_cipher_open(cgcrypt_cipher **handle, int algorithm, int mode, unsigned flags);
void gcry_cipher_close(cgcrypt_cipher *handle);
gcry_error_t gcry_cipher_setkey(cgcrypt_cipher *handle, const void *key, size_t count);
gcry_error_t gcry_cipher_setiv(cgcrypt_cipher *handle, const void *start, size_t count);
gcry_error_t gcry_cipher_authenticate(cgcrypt_cipher *handle, const void *bytes, size_t count);
gcry_error_t gcry_cipher_encrypt(cgcrypt_cipher *handle, void *out, size_t size, const void *bytes, size_t count);
gcry_error_t gcry_cipher_decrypt(cgcrypt_cipher *handle, void *out, size_t size, const void *bytes, size_t count);
gcry_error_t gcry_cipher_gettag(cgcrypt_cipher *handle, void *tag, size_t count);
gcry_error_t gcry_cipher_checktag(cgcrypt_cipher *handle, const void *tag, size_t count);
gcry_mpi_t gcry_mpi_new(unsigned bits);
gcry_mpi_t gcry_mpi_snew(unsigned bits);
gcry_mpi_t gcry_mpi_set_ui(gcry_mpi_t number, unsigned long value);
void gcry_mpi_sub_ui(gcry_mpi_t number, gcry_mpi_t from, unsigned long value);
void gcry_mpi_set_flag(gcry_mpi_t number, int flag);
void gcry_mpi_release(gcry_mpi_t number);
int gcry_mpi_cmp(gcry_mpi_t one, gcry_mpi_t other);
int gcry_mpi_cmp_ui(gcry_mpi_t one, unsigned long other);
void gcry_mpi_powm(gcry_mpi_t result, gcry_mpi_t base, gcry_mpi_t exponent, gcry_mpi_t modulus);
gcry_error_t gcry_mpi_scan(gcry_mpi_t *number, int format, const void *bytes, size_t count, size_t *read);
gcry_error_t gcry_mpi_print(int format, unsigned char *bytes, size_t size, size_t *written, gcry_mpi_t number);

enum { tag_bytes = 16, nonce_bytes = 12, hash_bytes = 32, group_bytes = 128, exponent_bytes = 32, block_bytes = 16 };

#define FUNCTIONS \
    gcry_check_version, gcry_control, gcry_md_hash_buffer, gcry_md_open, gcry_md_setkey, gcry_md_write, \
    gcry_md_read, gcry_md_close, gcry_cipher_open, gcry_cipher_close, gcry_cipher_setkey, gcry_cipher_setiv, \
    gcry_cipher_authenticate, gcry_cipher_encrypt, gcry_cipher_decrypt, gcry_cipher_gettag, \
    gcry_cipher_checktag, gcry_mpi_new, gcry_mpi_snew, gcry_mpi_set_ui, gcry_mpi_sub_ui, gcry_mpi_set_flag, \
    gcry_mpi_release, gcry_mpi_cmp, gcry_mpi_cmp_ui, gcry_mpi_powm, gcry_mpi_scan, gcry_mpi_print

static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, FUNCTIONS) } functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_usable;

static void open_library(void) {
    if (CLIBRARIES_OPEN(clibraries_load, clibraries_gcrypt, FUNCTIONS)) return;
    if (!functions.gcry_check_version("1.6.0")) return;
    if (!functions.gcry_control(CONTROL_INITIALIZATION_FINISHED_P)) {
        /* Its secure memory is 16 KiB, of which nothing is used here. */
        functions.gcry_control(CONTROL_DISABLE_SECMEM, 0);
        functions.gcry_control(CONTROL_INITIALIZATION_FINISHED, 0);
    }
    is_usable = !functions.gcry_control(CONTROL_FIPS_MODE_P);
}

bool cgcrypt_load(void) {
    pthread_once(&once, open_library);
    return is_usable;
}

/* MARK: Hashes */

bool cgcrypt_sha256(const void *bytes, size_t count, uint8_t *hash) {
    if (!cgcrypt_load()) return false;
    functions.gcry_md_hash_buffer(MD_SHA256, hash, bytes ? bytes : "", count);
    return true;
}

bool cgcrypt_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, uint8_t *code) {
    gcry_md_hd_t handle = NULL;
    if (!cgcrypt_load() || functions.gcry_md_open(&handle, MD_SHA256, MD_FLAG_HMAC)) return false;
    bool is_done = false;
    if (!functions.gcry_md_setkey(handle, key ? key : "", key_count)) {
        if (count > 0) functions.gcry_md_write(handle, bytes, count);
        const unsigned char *result = functions.gcry_md_read(handle, MD_SHA256);
        is_done = result != NULL;
        if (is_done) memcpy(code, result, hash_bytes);
    }
    functions.gcry_md_close(handle);
    return is_done;
}

/* MARK: Ciphers */

static cgcrypt_cipher *new_cipher(int algorithm, int mode, const void *key, size_t count) {
    cgcrypt_cipher *cipher = NULL;
    if (!cgcrypt_load() || functions.gcry_cipher_open(&cipher, algorithm, mode, 0)) return NULL;
    if (!functions.gcry_cipher_setkey(cipher, key, count)) return cipher;
    functions.gcry_cipher_close(cipher);
    return NULL;
}

cgcrypt_cipher *cgcrypt_gcm_new(const void *key) { return new_cipher(CIPHER_AES256, MODE_GCM, key, 32); }

void cgcrypt_gcm_free(cgcrypt_cipher *cipher) { functions.gcry_cipher_close(cipher); }

static bool begin(cgcrypt_cipher *cipher, const void *nonce, const void *additional, size_t count) {
    return !functions.gcry_cipher_setiv(cipher, nonce, nonce_bytes)
        && (count == 0 || !functions.gcry_cipher_authenticate(cipher, additional, count));
}

bool cgcrypt_gcm_seal(
    cgcrypt_cipher *cipher, const void *nonce, const void *additional, size_t additional_count, const void *plain,
    size_t count, void *sealed) {
    if (!begin(cipher, nonce, additional, additional_count)) return false;
    if (plain != sealed && count > 0) memmove(sealed, plain, count);
    /* Without input the function encrypts in place. */
    return !functions.gcry_cipher_encrypt(cipher, sealed, count, NULL, 0)
        && !functions.gcry_cipher_gettag(cipher, (uint8_t *)sealed + count, tag_bytes);
}

bool cgcrypt_gcm_open(
    cgcrypt_cipher *cipher, const void *nonce, const void *additional, size_t additional_count, const void *sealed,
    size_t count, void *plain, bool *is_altered) {
    uint8_t tag[tag_bytes];
    memcpy(tag, (const uint8_t *)sealed + count, sizeof tag);
    *is_altered = false;
    if (!begin(cipher, nonce, additional, additional_count)) return false;
    if (count > 0 && functions.gcry_cipher_decrypt(cipher, plain, count, plain == sealed ? NULL : sealed,
                                                   plain == sealed ? 0 : count))
        return false;
    *is_altered = functions.gcry_cipher_checktag(cipher, tag, sizeof tag) != 0;
    return true;
}

bool cgcrypt_cbc_decrypt(const void *key, const void *start, const void *bytes, size_t count, void *plain) {
    if (count == 0 || count % block_bytes != 0) return false;
    cgcrypt_cipher *cipher = new_cipher(CIPHER_AES128, MODE_CBC, key, 16);
    if (!cipher) return false;
    bool is_done = !functions.gcry_cipher_setiv(cipher, start, block_bytes)
        && !functions.gcry_cipher_decrypt(cipher, plain, count, bytes, count);
    functions.gcry_cipher_close(cipher);
    return is_done;
}

/* MARK: Diffie-Hellman */

/* RFC 2409 section 6.2. The generator is 2. */
static const uint8_t prime[group_bytes] = {
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xC9, 0x0F, 0xDA, 0xA2, 0x21, 0x68, 0xC2, 0x34,
    0xC4, 0xC6, 0x62, 0x8B, 0x80, 0xDC, 0x1C, 0xD1, 0x29, 0x02, 0x4E, 0x08, 0x8A, 0x67, 0xCC, 0x74,
    0x02, 0x0B, 0xBE, 0xA6, 0x3B, 0x13, 0x9B, 0x22, 0x51, 0x4A, 0x08, 0x79, 0x8E, 0x34, 0x04, 0xDD,
    0xEF, 0x95, 0x19, 0xB3, 0xCD, 0x3A, 0x43, 0x1B, 0x30, 0x2B, 0x0A, 0x6D, 0xF2, 0x5F, 0x14, 0x37,
    0x4F, 0xE1, 0x35, 0x6D, 0x6D, 0x51, 0xC2, 0x45, 0xE4, 0x85, 0xB5, 0x76, 0x62, 0x5E, 0x7E, 0xC6,
    0xF4, 0x4C, 0x42, 0xE9, 0xA6, 0x37, 0xED, 0x6B, 0x0B, 0xFF, 0x5C, 0xB6, 0xF4, 0x06, 0xB7, 0xED,
    0xEE, 0x38, 0x6B, 0xFB, 0x5A, 0x89, 0x9F, 0xA5, 0xAE, 0x9F, 0x24, 0x11, 0x7C, 0x4B, 0x1F, 0xE6,
    0x49, 0x28, 0x66, 0x51, 0xEC, 0xE6, 0x53, 0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
};

static gcry_mpi_t number(const void *bytes, size_t count) {
    gcry_mpi_t made = NULL;
    return functions.gcry_mpi_scan(&made, MPI_FORMAT_UNSIGNED, bytes, count, NULL) ? NULL : made;
}

/* Writes base^exponent, with zeros in front. Consumes the base. */
static bool power(gcry_mpi_t base, const uint8_t *exponent, gcry_mpi_t modulus, uint8_t *result) {
    gcry_mpi_t secret = number(exponent, exponent_bytes);
    gcry_mpi_t product = functions.gcry_mpi_snew(group_bytes * 8);
    bool is_done = false;
    if (base && secret && product) {
        /* A secure exponent selects the algorithm whose time does not depend on it. */
        functions.gcry_mpi_set_flag(secret, MPI_FLAG_SECURE);
        functions.gcry_mpi_powm(product, base, secret, modulus);
        uint8_t digits[group_bytes];
        size_t count = 0;
        is_done = !functions.gcry_mpi_print(MPI_FORMAT_UNSIGNED, digits, sizeof digits, &count, product);
        if (is_done) {
            memset(result, 0, group_bytes - count);
            memcpy(result + group_bytes - count, digits, count);
        }
        explicit_bzero(digits, sizeof digits);
    }
    functions.gcry_mpi_release(product);
    functions.gcry_mpi_release(secret);
    functions.gcry_mpi_release(base);
    return is_done;
}

bool cgcrypt_dh_public(const uint8_t *exponent, uint8_t *public_key) {
    if (!cgcrypt_load()) return false;
    gcry_mpi_t modulus = number(prime, sizeof prime);
    if (!modulus) return false;
    bool is_done = power(functions.gcry_mpi_set_ui(NULL, 2), exponent, modulus, public_key);
    functions.gcry_mpi_release(modulus);
    return is_done;
}

bool cgcrypt_dh_shared(const uint8_t *exponent, const void *peer, size_t peer_count, uint8_t *shared) {
    if (!cgcrypt_load() || !peer || peer_count == 0 || peer_count > group_bytes) return false;
    gcry_mpi_t modulus = number(prime, sizeof prime), base = number(peer, peer_count), last = functions.gcry_mpi_new(0);
    bool is_done = false;
    if (modulus && base && last) {
        functions.gcry_mpi_sub_ui(last, modulus, 1);
        if (functions.gcry_mpi_cmp_ui(base, 1) > 0 && functions.gcry_mpi_cmp(base, last) < 0) {
            is_done = power(base, exponent, modulus, shared);
            base = NULL;
        }
    }
    functions.gcry_mpi_release(last);
    functions.gcry_mpi_release(base);
    functions.gcry_mpi_release(modulus);
    return is_done;
}
