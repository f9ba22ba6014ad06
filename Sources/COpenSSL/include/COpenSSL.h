#pragma once

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/pkcs7.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "PKCS12Survey.h"

/* Swift cannot use function-like macros; these functions wrap those of libcrypto. */

/* A stack: copenssl_…_new(), _free() with its elements, _count() and _at(). */
#define COPENSSL_STACK(name, element) \
    static inline STACK_OF(element) *_Nullable copenssl_##name##_new(void) { return sk_##element##_new_null(); } \
    static inline void copenssl_##name##_free(STACK_OF(element) *_Nullable all) { \
        sk_##element##_pop_free(all, element##_free); \
    } \
    static inline int copenssl_##name##_count(const STACK_OF(element) *_Nullable all) { return sk_##element##_num(all); } \
    static inline element *_Nullable copenssl_##name##_at(const STACK_OF(element) *_Nullable all, int index) { \
        return sk_##element##_value(all, index); \
    }
COPENSSL_STACK(certificates, X509)
COPENSSL_STACK(extensions, X509_EXTENSION)
COPENSSL_STACK(names, GENERAL_NAME)
COPENSSL_STACK(objects, ASN1_OBJECT)

/* Takes ownership of the certificate when it returns true. */
static inline int copenssl_certificates_push(STACK_OF(X509) *_Nonnull all, X509 *_Nonnull one) {
    return sk_X509_push(all, one) > 0;
}

/* Returns the text of an alternative name (dNSName, rfc822Name, URI, iPAddress, or Microsoft's user principal name);
 * NULL for other kinds. The bytes belong to `name`, and are not always text. */
static inline const ASN1_STRING *_Nullable copenssl_name_string(
    const GENERAL_NAME *_Nonnull name, int *_Nonnull kind) {
    int type = -1;
    const void *value = GENERAL_NAME_get0_value(name, &type);
    *kind = type;
    if (type == GEN_DNS || type == GEN_EMAIL || type == GEN_URI || type == GEN_IPADD) {
        return (const ASN1_STRING *)value;
    }
    if (type == GEN_OTHERNAME) {
        const OTHERNAME *other = (const OTHERNAME *)value;
        if (OBJ_obj2nid(other->type_id) == NID_ms_upn && other->value->type == V_ASN1_UTF8STRING) {
            return other->value->value.utf8string;
        }
    }
    return NULL;
}

static inline long copenssl_bio_bytes(BIO *_Nonnull bio, char *_Nullable *_Nonnull bytes) {
    return BIO_get_mem_data(bio, bytes);
}

/* Returns flags for RFC 4514 output with non-ASCII characters as UTF-8 instead of escapes. */
static inline unsigned long copenssl_name_format(void) {
    return (XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB) | ASN1_STRFLGS_UTF8_CONVERT;
}

static inline int copenssl_error_library(unsigned long error) { return ERR_GET_LIB(error); }
static inline int copenssl_error_reason(unsigned long error) { return ERR_GET_REASON(error); }
static inline int copenssl_unsupported(void) { return ERR_R_UNSUPPORTED; }

/* Functions for the extensions that a request asks for. */
/* Adds an extension (X509V3_add1_i2d(3)); the caller keeps `value`. */
static inline int copenssl_extensions_add(
    STACK_OF(X509_EXTENSION) *_Nonnull all, int identifier, void *_Nonnull value, int is_critical) {
    return X509V3_add1_i2d(&all, identifier, value, is_critical, X509V3_ADD_APPEND);
}

/* Adds a copy of the extension. */
static inline int copenssl_extensions_copy(
    STACK_OF(X509_EXTENSION) *_Nonnull all, const X509_EXTENSION *_Nullable one) {
    X509_EXTENSION *copy = one == NULL ? NULL : X509_EXTENSION_dup(one);
    if (copy != NULL && sk_X509_EXTENSION_push(all, copy) > 0) return 1;
    X509_EXTENSION_free(copy);
    return 0;
}

/* Takes ownership of the object, even when it fails. */
static inline int copenssl_objects_push(STACK_OF(ASN1_OBJECT) *_Nonnull all, ASN1_OBJECT *_Nonnull one) {
    if (sk_ASN1_OBJECT_push(all, one) > 0) return 1;
    ASN1_OBJECT_free(one);
    return 0;
}

/* Adds a name of the given kind: a mail address, host or address unchanged, GEN_OTHERNAME as a user principal name. */
static inline int copenssl_names_add(
    GENERAL_NAMES *_Nonnull all, int kind, const unsigned char *_Nullable bytes, int count) {
    GENERAL_NAME *name = GENERAL_NAME_new();
    ASN1_STRING *text = kind == GEN_OTHERNAME ? ASN1_UTF8STRING_new() : ASN1_IA5STRING_new();
    if (name == NULL || text == NULL || ASN1_STRING_set(text, bytes, count) != 1) goto failed;
    if (kind == GEN_OTHERNAME) {
        ASN1_TYPE *value = ASN1_TYPE_new();
        if (value == NULL) goto failed;
        ASN1_TYPE_set(value, V_ASN1_UTF8STRING, text);
        text = NULL;
        if (GENERAL_NAME_set0_othername(name, OBJ_nid2obj(NID_ms_upn), value) != 1) {
            ASN1_TYPE_free(value);
            goto failed;
        }
    } else {
        GENERAL_NAME_set0_value(name, kind, text);
        text = NULL;
    }
    if (sk_GENERAL_NAME_push(all, name) > 0) return 1;
failed:
    ASN1_STRING_free(text);
    GENERAL_NAME_free(name);
    return 0;
}

/* Returns the certificates of a SignedData, which keeps ownership of them. */
static inline STACK_OF(X509) *_Nullable copenssl_pkcs7_certificates(PKCS7 *_Nonnull message) {
    return PKCS7_type_is_signed(message) && message->d.sign != NULL ? message->d.sign->cert : NULL;
}
