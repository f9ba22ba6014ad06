#pragma once

/* The functions of libcrypto that are called: X(result, name, parameters, arguments). The compiler compares each line with
 * the declaration in OpenSSL's headers. */
#define COPENSSL_FUNCTIONS(X) \
    X(void, ASN1_BIT_STRING_free, (ASN1_BIT_STRING *a), (a)) \
    X(ASN1_BIT_STRING *, ASN1_BIT_STRING_new, (void), ()) \
    X(int, ASN1_BIT_STRING_set_bit, (ASN1_BIT_STRING *a, int b, int c), (a, b, c)) \
    X(ASN1_IA5STRING *, ASN1_IA5STRING_new, (void), ()) \
    X(int, ASN1_INTEGER_get_uint64, (uint64_t *a, const ASN1_INTEGER *b), (a, b)) \
    X(BIGNUM *, ASN1_INTEGER_to_BN, (const ASN1_INTEGER *a, BIGNUM *b), (a, b)) \
    X(void, ASN1_OBJECT_free, (ASN1_OBJECT *a), (a)) \
    X(void, ASN1_STRING_free, (ASN1_STRING *a), (a)) \
    X(const unsigned char *, ASN1_STRING_get0_data, (const ASN1_STRING *a), (a)) \
    X(int, ASN1_STRING_length, (const ASN1_STRING *a), (a)) \
    X(int, ASN1_STRING_set, (ASN1_STRING *a, const void *b, int c), (a, b, c)) \
    X(int, ASN1_STRING_to_UTF8, (unsigned char **a, const ASN1_STRING *b), (a, b)) \
    X(int, ASN1_TIME_to_tm, (const ASN1_TIME *a, struct tm *b), (a, b)) \
    X(void, ASN1_TYPE_free, (ASN1_TYPE *a), (a)) \
    X(ASN1_TYPE *, ASN1_TYPE_new, (void), ()) \
    X(void, ASN1_TYPE_set, (ASN1_TYPE *a, int b, void *c), (a, b, c)) \
    X(ASN1_UTF8STRING *, ASN1_UTF8STRING_new, (void), ()) \
    X(int, ASN1_get_object, (const unsigned char **a, long *b, int *c, int *d, long e), (a, b, c, d, e)) \
    X(void *, ASN1_item_unpack, (const ASN1_STRING *a, const ASN1_ITEM *b), (a, b)) \
    X(long, BIO_ctrl, (BIO *a, int b, long c, void *d), (a, b, c, d)) \
    X(int, BIO_free, (BIO *a), (a)) \
    X(BIO *, BIO_new, (const BIO_METHOD *a), (a)) \
    X(BIO *, BIO_new_mem_buf, (const void *a, int b), (a, b)) \
    X(const BIO_METHOD *, BIO_s_mem, (void), ()) \
    X(BIGNUM *, BN_bin2bn, (const unsigned char *a, int b, BIGNUM *c), (a, b, c)) \
    X(char *, BN_bn2hex, (const BIGNUM *a), (a)) \
    X(void, BN_free, (BIGNUM *a), (a)) \
    X(void, CRYPTO_free, (void *a, const char *b, int c), (a, b, c)) \
    X(void, ECDSA_SIG_free, (ECDSA_SIG *a), (a)) \
    X(ECDSA_SIG *, ECDSA_SIG_new, (void), ()) \
    X(int, ECDSA_SIG_set0, (ECDSA_SIG *a, BIGNUM *b, BIGNUM *c), (a, b, c)) \
    X(void, ERR_clear_error, (void), ()) \
    X(void, ERR_error_string_n, (unsigned long a, char *b, size_t c), (a, b, c)) \
    X(unsigned long, ERR_get_error, (void), ()) \
    X(int, EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX *a, int b, int c, void *d), (a, b, c, d)) \
    X(void, EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *a), (a)) \
    X(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void), ()) \
    X(int, EVP_CipherInit_ex, \
      (EVP_CIPHER_CTX *a, const EVP_CIPHER *b, ENGINE *c, \
       const unsigned char *d, const unsigned char *e, int f), (a, b, c, d, e, f)) \
    X(int, EVP_CipherUpdate, \
      (EVP_CIPHER_CTX *a, unsigned char *b, int *c, const unsigned char *d, int e), (a, b, c, d, e)) \
    X(int, EVP_DecryptFinal_ex, (EVP_CIPHER_CTX *a, unsigned char *b, int *c), (a, b, c)) \
    X(int, EVP_Digest, \
      (const void *a, size_t b, unsigned char *c, unsigned int *d, const EVP_MD *e, ENGINE *f), (a, b, c, d, e, f)) \
    X(int, EVP_DigestSign, \
      (EVP_MD_CTX *a, unsigned char *b, size_t *c, const unsigned char *d, size_t e), (a, b, c, d, e)) \
    X(int, EVP_DigestSignInit, \
      (EVP_MD_CTX *a, EVP_PKEY_CTX **b, const EVP_MD *c, ENGINE *d, EVP_PKEY *e), (a, b, c, d, e)) \
    X(int, EVP_DigestVerify, \
      (EVP_MD_CTX *a, const unsigned char *b, size_t c, const unsigned char *d, size_t e), (a, b, c, d, e)) \
    X(int, EVP_DigestVerifyInit, \
      (EVP_MD_CTX *a, EVP_PKEY_CTX **b, const EVP_MD *c, ENGINE *d, EVP_PKEY *e), (a, b, c, d, e)) \
    X(int, EVP_EncryptFinal_ex, (EVP_CIPHER_CTX *a, unsigned char *b, int *c), (a, b, c)) \
    X(void, EVP_MD_CTX_free, (EVP_MD_CTX *a), (a)) \
    X(EVP_MD_CTX *, EVP_MD_CTX_new, (void), ()) \
    X(int, EVP_PBE_scrypt, \
      (const char *a, size_t b, const unsigned char *c, size_t d, uint64_t e, \
       uint64_t f, uint64_t g, uint64_t h, unsigned char *i, size_t j), (a, b, c, d, e, f, g, h, i, j)) \
    X(EVP_PKEY *, EVP_PKCS82PKEY, (const PKCS8_PRIV_KEY_INFO *a), (a)) \
    X(PKCS8_PRIV_KEY_INFO *, EVP_PKEY2PKCS8, (const EVP_PKEY *a), (a)) \
    X(void, EVP_PKEY_CTX_free, (EVP_PKEY_CTX *a), (a)) \
    X(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_name, (OSSL_LIB_CTX *a, const char *b, const char *c), (a, b, c)) \
    X(int, EVP_PKEY_CTX_set_group_name, (EVP_PKEY_CTX *a, const char *b), (a, b)) \
    X(int, EVP_PKEY_CTX_set_rsa_keygen_bits, (EVP_PKEY_CTX *a, int b), (a, b)) \
    X(int, EVP_PKEY_CTX_set_rsa_padding, (EVP_PKEY_CTX *a, int b), (a, b)) \
    X(int, EVP_PKEY_CTX_set_rsa_pss_saltlen, (EVP_PKEY_CTX *a, int b), (a, b)) \
    X(void, EVP_PKEY_free, (EVP_PKEY *a), (a)) \
    X(int, EVP_PKEY_generate, (EVP_PKEY_CTX *a, EVP_PKEY **b), (a, b)) \
    X(const char *, EVP_PKEY_get0_type_name, (const EVP_PKEY *a), (a)) \
    X(int, EVP_PKEY_get_bits, (const EVP_PKEY *a), (a)) \
    X(int, EVP_PKEY_get_group_name, (const EVP_PKEY *a, char *b, size_t c, size_t *d), (a, b, c, d)) \
    X(int, EVP_PKEY_keygen_init, (EVP_PKEY_CTX *a), (a)) \
    X(const EVP_CIPHER *, EVP_aes_128_cbc, (void), ()) \
    X(const EVP_CIPHER *, EVP_aes_256_cbc, (void), ()) \
    X(const EVP_CIPHER *, EVP_aes_256_gcm, (void), ()) \
    X(const EVP_MD *, EVP_md5, (void), ()) \
    X(const EVP_MD *, EVP_sha1, (void), ()) \
    X(const EVP_MD *, EVP_sha256, (void), ()) \
    X(const EVP_MD *, EVP_sha384, (void), ()) \
    X(const EVP_MD *, EVP_sha512, (void), ()) \
    X(void, GENERAL_NAMES_free, (GENERAL_NAMES *a), (a)) \
    X(void, GENERAL_NAME_free, (GENERAL_NAME *a), (a)) \
    X(void *, GENERAL_NAME_get0_value, (const GENERAL_NAME *a, int *b), (a, b)) \
    X(GENERAL_NAME *, GENERAL_NAME_new, (void), ()) \
    X(int, GENERAL_NAME_set0_othername, (GENERAL_NAME *a, ASN1_OBJECT *b, ASN1_TYPE *c), (a, b, c)) \
    X(void, GENERAL_NAME_set0_value, (GENERAL_NAME *a, int b, void *c), (a, b, c)) \
    X(unsigned char *, HMAC, \
      (const EVP_MD *a, const void *b, int c, \
       const unsigned char *d, size_t e, unsigned char *f, unsigned int *g), (a, b, c, d, e, f, g)) \
    X(ASN1_OBJECT *, OBJ_nid2obj, (int a), (a)) \
    X(const char *, OBJ_nid2sn, (int a), (a)) \
    X(int, OBJ_obj2nid, (const ASN1_OBJECT *a), (a)) \
    X(ASN1_OBJECT *, OBJ_txt2obj, (const char *a, int b), (a, b)) \
    X(int, OPENSSL_init_crypto, (uint64_t a, const OPENSSL_INIT_SETTINGS *b), (a, b)) \
    X(OPENSSL_STACK *, OPENSSL_sk_new_null, (void), ()) \
    X(int, OPENSSL_sk_num, (const OPENSSL_STACK *a), (a)) \
    X(void, OPENSSL_sk_pop_free, (OPENSSL_STACK *a, void (*b)(void *)), (a, b)) \
    X(int, OPENSSL_sk_push, (OPENSSL_STACK *a, const void *b), (a, b)) \
    X(void *, OPENSSL_sk_value, (const OPENSSL_STACK *a, int b), (a, b)) \
    X(void, OSSL_LIB_CTX_free, (OSSL_LIB_CTX *a), (a)) \
    X(OSSL_LIB_CTX *, OSSL_LIB_CTX_new, (void), ()) \
    X(OSSL_PROVIDER *, OSSL_PROVIDER_load, (OSSL_LIB_CTX *a, const char *b), (a, b)) \
    X(int, OSSL_PROVIDER_unload, (OSSL_PROVIDER *a), (a)) \
    X(const char *, OpenSSL_version, (int a), (a)) \
    X(void, PBE2PARAM_free, (PBE2PARAM *a), (a)) \
    X(const ASN1_ITEM *, PBE2PARAM_it, (void), ()) \
    X(void, PBEPARAM_free, (PBEPARAM *a), (a)) \
    X(const ASN1_ITEM *, PBEPARAM_it, (void), ()) \
    X(void, PBKDF2PARAM_free, (PBKDF2PARAM *a), (a)) \
    X(const ASN1_ITEM *, PBKDF2PARAM_it, (void), ()) \
    X(PKCS7 *, PEM_read_bio_PKCS7, (BIO *a, PKCS7 **b, pem_password_cb *c, void *d), (a, b, c, d)) \
    X(X509_SIG *, PEM_read_bio_PKCS8, (BIO *a, X509_SIG **b, pem_password_cb *c, void *d), (a, b, c, d)) \
    X(EVP_PKEY *, PEM_read_bio_PrivateKey, (BIO *a, EVP_PKEY **b, pem_password_cb *c, void *d), (a, b, c, d)) \
    X(X509 *, PEM_read_bio_X509_AUX, (BIO *a, X509 **b, pem_password_cb *c, void *d), (a, b, c, d)) \
    X(X509_REQ *, PEM_read_bio_X509_REQ, (BIO *a, X509_REQ **b, pem_password_cb *c, void *d), (a, b, c, d)) \
    X(void, PKCS12_SAFEBAG_free, (PKCS12_SAFEBAG *a), (a)) \
    X(const ASN1_TYPE *, PKCS12_SAFEBAG_get0_attr, (const PKCS12_SAFEBAG *a, int b), (a, b)) \
    X(const PKCS8_PRIV_KEY_INFO *, PKCS12_SAFEBAG_get0_p8inf, (const PKCS12_SAFEBAG *a), (a)) \
    X(const X509_SIG *, PKCS12_SAFEBAG_get0_pkcs8, (const PKCS12_SAFEBAG *a), (a)) \
    X(const struct stack_st_PKCS12_SAFEBAG *, PKCS12_SAFEBAG_get0_safes, (const PKCS12_SAFEBAG *a), (a)) \
    X(int, PKCS12_SAFEBAG_get_nid, (const PKCS12_SAFEBAG *a), (a)) \
    X(PKCS12 *, PKCS12_create, \
      (const char *a, const char *b, EVP_PKEY *c, X509 *d, struct stack_st_X509 *e, \
       int f, int g, int h, int i, int j), (a, b, c, d, e, f, g, h, i, j)) \
    X(PKCS8_PRIV_KEY_INFO *, PKCS12_decrypt_skey, (const PKCS12_SAFEBAG *a, const char *b, int c), (a, b, c)) \
    X(void, PKCS12_free, (PKCS12 *a), (a)) \
    X(void, PKCS12_get0_mac, \
      (const ASN1_OCTET_STRING **a, const X509_ALGOR **b, \
       const ASN1_OCTET_STRING **c, const ASN1_INTEGER **d, const PKCS12 *e), (a, b, c, d, e)) \
    X(int, PKCS12_mac_present, (const PKCS12 *a), (a)) \
    X(int, PKCS12_parse, \
      (PKCS12 *a, const char *b, EVP_PKEY **c, X509 **d, struct stack_st_X509 **e), (a, b, c, d, e)) \
    X(int, PKCS12_set_mac, \
      (PKCS12 *a, const char *b, int c, unsigned char *d, int e, int f, const EVP_MD *g), (a, b, c, d, e, f, g)) \
    X(struct stack_st_PKCS7 *, PKCS12_unpack_authsafes, (const PKCS12 *a), (a)) \
    X(struct stack_st_PKCS12_SAFEBAG *, PKCS12_unpack_p7data, (PKCS7 *a), (a)) \
    X(struct stack_st_PKCS12_SAFEBAG *, PKCS12_unpack_p7encdata, (PKCS7 *a, const char *b, int c), (a, b, c)) \
    X(int, PKCS12_verify_mac, (PKCS12 *a, const char *b, int c), (a, b, c)) \
    X(X509_ALGOR *, PKCS5_pbe2_set_iv, \
      (const EVP_CIPHER *a, int b, unsigned char *c, int d, unsigned char *e, int f), (a, b, c, d, e, f)) \
    X(void, PKCS7_free, (PKCS7 *a), (a)) \
    X(void, PKCS8_PRIV_KEY_INFO_free, (PKCS8_PRIV_KEY_INFO *a), (a)) \
    X(X509_SIG *, PKCS8_set0_pbe, (const char *a, int b, PKCS8_PRIV_KEY_INFO *c, X509_ALGOR *d), (a, b, c, d)) \
    X(void, SCRYPT_PARAMS_free, (SCRYPT_PARAMS *a), (a)) \
    X(const ASN1_ITEM *, SCRYPT_PARAMS_it, (void), ()) \
    X(int, X509V3_add1_i2d, \
      (struct stack_st_X509_EXTENSION **a, int b, void *c, int d, unsigned long e), (a, b, c, d, e)) \
    X(void, X509_ALGOR_free, (X509_ALGOR *a), (a)) \
    X(void, X509_ALGOR_get0, (const ASN1_OBJECT **a, int *b, const void **c, const X509_ALGOR *d), (a, b, c, d)) \
    X(X509_EXTENSION *, X509_EXTENSION_dup, (const X509_EXTENSION *a), (a)) \
    X(void, X509_EXTENSION_free, (X509_EXTENSION *a), (a)) \
    X(ASN1_STRING *, X509_NAME_ENTRY_get_data, (const X509_NAME_ENTRY *a), (a)) \
    X(int, X509_NAME_add_entry_by_txt, \
      (X509_NAME *a, const char *b, int c, const unsigned char *d, int e, int f, int g), (a, b, c, d, e, f, g)) \
    X(int, X509_NAME_cmp, (const X509_NAME *a, const X509_NAME *b), (a, b)) \
    X(void, X509_NAME_free, (X509_NAME *a), (a)) \
    X(X509_NAME_ENTRY *, X509_NAME_get_entry, (const X509_NAME *a, int b), (a, b)) \
    X(int, X509_NAME_get_index_by_NID, (const X509_NAME *a, int b, int c), (a, b, c)) \
    X(X509_NAME *, X509_NAME_new, (void), ()) \
    X(int, X509_NAME_print_ex, (BIO *a, const X509_NAME *b, int c, unsigned long d), (a, b, c, d)) \
    X(int, X509_REQ_add_extensions, (X509_REQ *a, const struct stack_st_X509_EXTENSION *b), (a, b)) \
    X(int, X509_REQ_check_private_key, (X509_REQ *a, EVP_PKEY *b), (a, b)) \
    X(void, X509_REQ_free, (X509_REQ *a), (a)) \
    X(EVP_PKEY *, X509_REQ_get0_pubkey, (X509_REQ *a), (a)) \
    X(X509_REQ *, X509_REQ_new, (void), ()) \
    X(int, X509_REQ_set_pubkey, (X509_REQ *a, EVP_PKEY *b), (a, b)) \
    X(int, X509_REQ_set_subject_name, (X509_REQ *a, const X509_NAME *b), (a, b)) \
    X(int, X509_REQ_set_version, (X509_REQ *a, long b), (a, b)) \
    X(int, X509_REQ_sign, (X509_REQ *a, EVP_PKEY *b, const EVP_MD *c), (a, b, c)) \
    X(int, X509_REQ_verify, (X509_REQ *a, EVP_PKEY *b), (a, b)) \
    X(void, X509_SIG_free, (X509_SIG *a), (a)) \
    X(void, X509_SIG_get0, (const X509_SIG *a, const X509_ALGOR **b, const ASN1_OCTET_STRING **c), (a, b, c)) \
    X(void, X509_STORE_CTX_free, (X509_STORE_CTX *a), (a)) \
    X(struct stack_st_X509 *, X509_STORE_CTX_get1_chain, (const X509_STORE_CTX *a), (a)) \
    X(int, X509_STORE_CTX_get_error, (const X509_STORE_CTX *a), (a)) \
    X(int, X509_STORE_CTX_init, (X509_STORE_CTX *a, X509_STORE *b, X509 *c, struct stack_st_X509 *d), (a, b, c, d)) \
    X(X509_STORE_CTX *, X509_STORE_CTX_new, (void), ()) \
    X(void, X509_STORE_CTX_set_flags, (X509_STORE_CTX *a, unsigned long b), (a, b)) \
    X(void, X509_STORE_free, (X509_STORE *a), (a)) \
    X(int, X509_STORE_load_file, (X509_STORE *a, const char *b), (a, b)) \
    X(int, X509_STORE_load_path, (X509_STORE *a, const char *b), (a, b)) \
    X(X509_STORE *, X509_STORE_new, (void), ()) \
    X(int, X509_check_ca, (X509 *a), (a)) \
    X(int, X509_check_issued, (X509 *a, X509 *b), (a, b)) \
    X(int, X509_check_private_key, (const X509 *a, const EVP_PKEY *b), (a, b)) \
    X(void, X509_free, (X509 *a), (a)) \
    X(const ASN1_TIME *, X509_get0_notAfter, (const X509 *a), (a)) \
    X(const ASN1_TIME *, X509_get0_notBefore, (const X509 *a), (a)) \
    X(EVP_PKEY *, X509_get0_pubkey, (const X509 *a), (a)) \
    X(const ASN1_INTEGER *, X509_get0_serialNumber, (const X509 *a), (a)) \
    X(X509_EXTENSION *, X509_get_ext, (const X509 *a, int b), (a, b)) \
    X(int, X509_get_ext_by_NID, (const X509 *a, int b, int c), (a, b, c)) \
    X(void *, X509_get_ext_d2i, (const X509 *a, int b, int *c, int *d), (a, b, c, d)) \
    X(uint32_t, X509_get_extended_key_usage, (X509 *a), (a)) \
    X(X509_NAME *, X509_get_issuer_name, (const X509 *a), (a)) \
    X(uint32_t, X509_get_key_usage, (X509 *a), (a)) \
    X(X509_NAME *, X509_get_subject_name, (const X509 *a), (a)) \
    X(int, X509_up_ref, (X509 *a), (a)) \
    X(int, X509_verify, (X509 *a, EVP_PKEY *b), (a, b)) \
    X(int, X509_verify_cert, (X509_STORE_CTX *a), (a)) \
    X(const char *, X509_verify_cert_error_string, (long a), (a)) \
    X(ASN1_OBJECT *, d2i_ASN1_OBJECT, (ASN1_OBJECT **a, const unsigned char **b, long c), (a, b, c)) \
    X(EVP_PKEY *, d2i_AutoPrivateKey, (EVP_PKEY **a, const unsigned char **b, long c), (a, b, c)) \
    X(PKCS12 *, d2i_PKCS12, (PKCS12 **a, const unsigned char **b, long c), (a, b, c)) \
    X(PKCS7 *, d2i_PKCS7, (PKCS7 **a, const unsigned char **b, long c), (a, b, c)) \
    X(PKCS8_PRIV_KEY_INFO *, d2i_PKCS8_PRIV_KEY_INFO, \
      (PKCS8_PRIV_KEY_INFO **a, const unsigned char **b, long c), (a, b, c)) \
    X(X509 *, d2i_X509, (X509 **a, const unsigned char **b, long c), (a, b, c)) \
    X(X509_REQ *, d2i_X509_REQ, (X509_REQ **a, const unsigned char **b, long c), (a, b, c)) \
    X(X509_SIG *, d2i_X509_SIG, (X509_SIG **a, const unsigned char **b, long c), (a, b, c)) \
    X(int, i2d_ECDSA_SIG, (const ECDSA_SIG *a, unsigned char **b), (a, b)) \
    X(int, i2d_PKCS12, (const PKCS12 *a, unsigned char **b), (a, b)) \
    X(int, i2d_PKCS8_PRIV_KEY_INFO, (const PKCS8_PRIV_KEY_INFO *a, unsigned char **b), (a, b)) \
    X(int, i2d_X509, (const X509 *a, unsigned char **b), (a, b)) \
    X(int, i2d_X509_REQ, (const X509_REQ *a, unsigned char **b), (a, b)) \
    X(int, i2d_X509_SIG, (const X509_SIG *a, unsigned char **b), (a, b))
