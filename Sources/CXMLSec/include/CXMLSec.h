#pragma once
#include <stdbool.h>
#include <stddef.h>

/* XML signatures (XML Signature, as profiled by SAML) by libxmlsec1, opened on first use. Its headers are included only
 * in CXMLSec.c. Everything is hidden from the dynamic linker. */

#pragma GCC visibility push(hidden)

/* Opens libxmlsec1 with OpenSSL. Returns NULL, or the reason why it cannot be opened (a static text). */
const char *_Nullable cxmlsec_load(void);

/* Returns its version, such as "1.2.37"; call cxmlsec_load first. */
const char *_Nonnull cxmlsec_version(void);

enum cxmlsec_result {
    cxmlsec_good = 0,
    /* The text is not a standalone assertion, or there is no memory. */
    cxmlsec_unreadable,
    /* The assertion has no signature as its own child. */
    cxmlsec_unsigned,
    /* The signature covers something other than the whole assertion. */
    cxmlsec_elsewhere,
    /* The signature uses something that is not allowed; `detail` names it. */
    cxmlsec_not_allowed,
    /* The certificate cannot be read. */
    cxmlsec_certificate,
    /* The signature is invalid, or was not made by the key of that certificate. */
    cxmlsec_bad,
};

/* Checks that `text`, a SAML assertion (1.1 or 2.0) as a document of its own, is signed by the key of `certificate`
 * (DER). Keys that the signature itself names are ignored. The signature must be a child of the assertion, with exactly
 * one reference, to the assertion. For cxmlsec_not_allowed, `detail` receives the reason. */
enum cxmlsec_result cxmlsec_verify(
    const char *_Nonnull text, size_t count, const unsigned char *_Nonnull certificate, size_t certificate_count,
    bool allows_sha1, char *_Nonnull detail, size_t capacity);

#pragma GCC visibility pop
