#pragma once

#include <openssl/asn1t.h>
#include <openssl/objects.h>
#include <openssl/pkcs12.h>
#include <openssl/pkcs7.h>
#include <openssl/x509.h>
#include <stdbool.h>
#include <stdint.h>

/* Reads the costs that a file declares before any key is derived: the file's author chooses how long that takes. */

static inline uint64_t copenssl_sum(uint64_t one, uint64_t other) {
    uint64_t sum;
    return __builtin_add_overflow(one, other, &sum) ? UINT64_MAX : sum;
}

static inline uint64_t copenssl_product(uint64_t one, uint64_t other) {
    uint64_t product;
    return __builtin_mul_overflow(one, other, &product) ? UINT64_MAX : product;
}

/* Returns the number; UINT64_MAX for a negative or larger one. */
static inline uint64_t copenssl_number(const ASN1_INTEGER *_Nullable number) {
    uint64_t value = 0;
    if (number == NULL) return 1;
    return ASN1_INTEGER_get_uint64(&value, number) == 1 ? value : UINT64_MAX;
}

/* Returns the rounds of a key derivation: PBKDF2 (RFC 8018), scrypt (RFC 7914: its blocks), or the algorithms of PKCS#5
 * and PKCS#12 that derive and encrypt in one step. Returns 0 for any other algorithm. */
static inline uint64_t copenssl_derivation_rounds(const X509_ALGOR *_Nullable algorithm) {
    const ASN1_OBJECT *object = NULL;
    const void *value = NULL;
    int type = 0;
    uint64_t rounds = 0;
    if (algorithm == NULL) return 0;
    X509_ALGOR_get0(&object, &type, &value, algorithm);
    if (type != V_ASN1_SEQUENCE) return 0;
    switch (OBJ_obj2nid(object)) {
    case NID_id_pbkdf2: {
        PBKDF2PARAM *parameters = (PBKDF2PARAM *)ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(PBKDF2PARAM));
        if (parameters != NULL) rounds = copenssl_number(parameters->iter);
        PBKDF2PARAM_free(parameters);
        break;
    }
    case NID_id_scrypt: {
        SCRYPT_PARAMS *parameters =
            (SCRYPT_PARAMS *)ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(SCRYPT_PARAMS));
        if (parameters != NULL) {
            rounds = copenssl_product(
                copenssl_number(parameters->costParameter),
                copenssl_product(
                    copenssl_number(parameters->blockSize), copenssl_number(parameters->parallelizationParameter)));
        }
        SCRYPT_PARAMS_free(parameters);
        break;
    }
    default: {
        PBEPARAM *parameters = (PBEPARAM *)ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(PBEPARAM));
        if (parameters != NULL) rounds = copenssl_number(parameters->iter);
        PBEPARAM_free(parameters);
        break;
    }
    }
    ERR_clear_error();
    return rounds;
}

/* Returns the rounds of an algorithm that uses a passphrase. For PBES2 and PBMAC1 (RFC 8018, RFC 9579) they are one
   level deeper. */
static inline uint64_t copenssl_rounds(const X509_ALGOR *_Nullable algorithm) {
    const ASN1_OBJECT *object = NULL;
    const void *value = NULL;
    int type = 0;
    if (algorithm == NULL) return 0;
    X509_ALGOR_get0(&object, &type, &value, algorithm);
    int kind = OBJ_obj2nid(object);
    if ((kind != NID_pbes2 && kind != NID_pbmac1) || type != V_ASN1_SEQUENCE)
        return copenssl_derivation_rounds(algorithm);
    PBE2PARAM *parameters = (PBE2PARAM *)ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(PBE2PARAM));
    uint64_t rounds = parameters == NULL ? 0 : copenssl_derivation_rounds(parameters->keyfunc);
    PBE2PARAM_free(parameters);
    ERR_clear_error();
    return rounds;
}

/* Returns the rounds that decrypting a key (PKCS#8) takes. */
static inline uint64_t copenssl_key_rounds(const X509_SIG *_Nullable key) {
    const X509_ALGOR *algorithm = NULL;
    if (key == NULL) return 0;
    X509_SIG_get0(key, &algorithm, NULL);
    return copenssl_rounds(algorithm);
}

/* How a key (PKCS#8) is encrypted by AES in CBC mode with a key of scrypt (RFC 7914 section 7, RFC 3565). */
struct copenssl_scrypt {
    uint64_t cost, block_size, parallelization;
    unsigned char salt[64], start[16];
    int salt_count, key_count;
};

/* Returns false for a key that is encrypted in any other way. */
static inline bool copenssl_scrypt(const X509_SIG *_Nonnull key, struct copenssl_scrypt *_Nonnull found) {
    const X509_ALGOR *algorithm = NULL;
    const ASN1_OBJECT *object = NULL;
    const void *value = NULL;
    int type = 0;
    bool is_known = false;
    X509_SIG_get0(key, &algorithm, NULL);
    X509_ALGOR_get0(&object, &type, &value, algorithm);
    if (OBJ_obj2nid(object) != NID_pbes2 || type != V_ASN1_SEQUENCE) return false;
    PBE2PARAM *both = (PBE2PARAM *)ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(PBE2PARAM));
    SCRYPT_PARAMS *parameters = NULL;
    if (both != NULL) {
        X509_ALGOR_get0(&object, &type, &value, both->keyfunc);
        if (OBJ_obj2nid(object) == NID_id_scrypt && type == V_ASN1_SEQUENCE)
            parameters = (SCRYPT_PARAMS *)ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(SCRYPT_PARAMS));
        X509_ALGOR_get0(&object, &type, &value, both->encryption);
    }
    int cipher = OBJ_obj2nid(object);
    if (parameters != NULL && (cipher == NID_aes_256_cbc || cipher == NID_aes_128_cbc) && type == V_ASN1_OCTET_STRING) {
        const ASN1_STRING *start = (const ASN1_STRING *)value;
        found->salt_count = ASN1_STRING_length(parameters->salt);
        if (found->salt_count <= (int)sizeof found->salt && ASN1_STRING_length(start) == sizeof found->start) {
            __builtin_memcpy(found->salt, ASN1_STRING_get0_data(parameters->salt), (size_t)found->salt_count);
            __builtin_memcpy(found->start, ASN1_STRING_get0_data(start), sizeof found->start);
            found->key_count = cipher == NID_aes_256_cbc ? 32 : 16;
            found->cost = copenssl_number(parameters->costParameter);
            found->block_size = copenssl_number(parameters->blockSize);
            found->parallelization = copenssl_number(parameters->parallelizationParameter);
            is_known = true;
        }
    }
    SCRYPT_PARAMS_free(parameters);
    PBE2PARAM_free(both);
    ERR_clear_error();
    return is_known;
}

/* The contents of a PKCS#12 file. */
struct copenssl_survey {
    /* Number of private keys. PKCS12_parse(3) returns the first and ignores the others silently. */
    int keys;
    /* Sum of the rounds of the integrity check and of all encrypted parts. */
    uint64_t rounds;
};

/* Whether the integrity check of a file is PBMAC1 (RFC 9579), which OpenSSL knows from version 3.4 on. */
static inline bool copenssl_has_pbmac1(const PKCS12 *_Nonnull file) {
    const X509_ALGOR *check = NULL;
    const ASN1_OBJECT *object = NULL;
    PKCS12_get0_mac(NULL, &check, NULL, NULL, file);
    if (check == NULL) return false;
    X509_ALGOR_get0(&object, NULL, NULL, check);
    return OBJ_obj2nid(object) == NID_pbmac1;
}

static inline void copenssl_survey_bags(
    const STACK_OF(PKCS12_SAFEBAG) *_Nullable bags, struct copenssl_survey *_Nonnull survey) {
    for (int index = 0; index < sk_PKCS12_SAFEBAG_num(bags); index++) {
        const PKCS12_SAFEBAG *bag = sk_PKCS12_SAFEBAG_value(bags, index);
        switch (PKCS12_SAFEBAG_get_nid(bag)) {
        case NID_pkcs8ShroudedKeyBag:
            survey->rounds = copenssl_sum(survey->rounds, copenssl_key_rounds(PKCS12_SAFEBAG_get0_pkcs8(bag)));
            survey->keys++;
            break;
        case NID_keyBag: survey->keys++; break;
        case NID_safeContentsBag: copenssl_survey_bags(PKCS12_SAFEBAG_get0_safes(bag), survey); break;
        }
    }
}

/* Reads the structure of a file, and with `opens` also its encrypted parts, using the passphrase, which ends at a NUL.
 * Parts that cannot be read are not counted. */
static inline struct copenssl_survey copenssl_survey(
    const PKCS12 *_Nonnull file, bool opens, const char *_Nullable passphrase) {
    struct copenssl_survey survey = {0, 0};
    const X509_ALGOR *check = NULL;
    const ASN1_INTEGER *rounds = NULL;
    PKCS12_get0_mac(NULL, &check, NULL, &rounds, file);
    if (check != NULL) survey.rounds = copenssl_sum(copenssl_number(rounds), copenssl_rounds(check));
    STACK_OF(PKCS7) *parts = PKCS12_unpack_authsafes(file);
    for (int index = 0; index < sk_PKCS7_num(parts); index++) {
        PKCS7 *part = sk_PKCS7_value(parts, index);
        STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
        switch (OBJ_obj2nid(part->type)) {
        case NID_pkcs7_data: bags = PKCS12_unpack_p7data(part); break;
        case NID_pkcs7_encrypted:
            if (part->d.encrypted != NULL && part->d.encrypted->enc_data != NULL)
                survey.rounds = copenssl_sum(survey.rounds, copenssl_rounds(part->d.encrypted->enc_data->algorithm));
            if (opens) bags = PKCS12_unpack_p7encdata(part, passphrase, -1);
            break;
        }
        copenssl_survey_bags(bags, &survey);
        sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    }
    sk_PKCS7_pop_free(parts, PKCS7_free);
    ERR_clear_error();
    return survey;
}

/* Takes ownership of the key. The name is the one that the file gives it (friendlyName, RFC 2985 section 5.5.1), in UTF-16BE, of
   so many bytes: PKCS12_get_friendlyname() fails for one that ends with a character of three bytes in UTF-8. */
typedef void (*copenssl_key_receiver)(
    void *_Nullable context, EVP_PKEY *_Nonnull key, const unsigned char *_Nullable name, int count);

static inline void copenssl_bag_keys(
    const STACK_OF(PKCS12_SAFEBAG) *_Nullable bags, const char *_Nullable passphrase,
    copenssl_key_receiver _Nonnull receive, void *_Nullable context) {
    for (int index = 0; index < sk_PKCS12_SAFEBAG_num(bags); index++) {
        PKCS12_SAFEBAG *bag = sk_PKCS12_SAFEBAG_value(bags, index);
        EVP_PKEY *key = NULL;
        switch (PKCS12_SAFEBAG_get_nid(bag)) {
        case NID_pkcs8ShroudedKeyBag: {
            PKCS8_PRIV_KEY_INFO *plain = PKCS12_decrypt_skey(bag, passphrase, -1);
            if (plain != NULL) key = EVP_PKCS82PKEY(plain);
            PKCS8_PRIV_KEY_INFO_free(plain);
            break;
        }
        case NID_keyBag: key = EVP_PKCS82PKEY(PKCS12_SAFEBAG_get0_p8inf(bag)); break;
        case NID_safeContentsBag:
            copenssl_bag_keys(PKCS12_SAFEBAG_get0_safes(bag), passphrase, receive, context);
            break;
        }
        if (key == NULL) continue;
        const ASN1_TYPE *name = PKCS12_SAFEBAG_get0_attr(bag, NID_friendlyName);
        const ASN1_BMPSTRING *text = name != NULL && name->type == V_ASN1_BMPSTRING ? name->value.bmpstring : NULL;
        receive(context, key, text != NULL ? text->data : NULL, text != NULL ? text->length : 0);
    }
}

/* Passes on all private keys of a file whose costs copenssl_survey() has found bearable. */
static inline void copenssl_keys(
    const PKCS12 *_Nonnull file, const char *_Nullable passphrase, copenssl_key_receiver _Nonnull receive,
    void *_Nullable context) {
    STACK_OF(PKCS7) *parts = PKCS12_unpack_authsafes(file);
    for (int index = 0; index < sk_PKCS7_num(parts); index++) {
        PKCS7 *part = sk_PKCS7_value(parts, index);
        STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
        switch (OBJ_obj2nid(part->type)) {
        case NID_pkcs7_data: bags = PKCS12_unpack_p7data(part); break;
        case NID_pkcs7_encrypted: bags = PKCS12_unpack_p7encdata(part, passphrase, -1); break;
        }
        copenssl_bag_keys(bags, passphrase, receive, context);
        sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    }
    sk_PKCS7_pop_free(parts, PKCS7_free);
}
