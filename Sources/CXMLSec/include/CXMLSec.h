#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Signatures of XML (XML Signature, as SAML profiles it) by libxmlsec1, opened when it is first used. Its headers stay inside
 * CXMLSec.c. Everything is hidden from the dynamic linker. */

#pragma GCC visibility push(hidden)

/* Opens libxmlsec1 with OpenSSL. NULL, or why it cannot be (a static text). */
const char *_Nullable cxmlsec_load(void);

/* Its version, such as "1.2.37"; call cxmlsec_load first. */
const char *_Nonnull cxmlsec_version(void);

enum cxmlsec_result {
    cxmlsec_good = 0,
    /* The text is no assertion that stands alone, or there is no memory. */
    cxmlsec_unreadable,
    /* The assertion has no signature of its own. */
    cxmlsec_unsigned,
    /* The signature is for something else than the whole assertion. */
    cxmlsec_elsewhere,
    /* The signature uses what is not allowed; `detail` names it. */
    cxmlsec_not_allowed,
    /* The certificate cannot be read. */
    cxmlsec_certificate,
    /* The signature does not hold, or was not made by that certificate's key. */
    cxmlsec_bad,
};

/* Whether `text`, a SAML assertion (1.1 or 2.0) that is a document of its own, is signed by the key of `certificate` (DER)
 * and by nothing else: what the signature itself says of keys is not believed. The signature must be the assertion's own
 * child, with one reference, to the assertion. `detail` gets a word for cxmlsec_not_allowed. */
enum cxmlsec_result cxmlsec_verify(
    const char *_Nonnull text, size_t count, const unsigned char *_Nonnull certificate, size_t certificate_count,
    bool allows_sha1, char *_Nonnull detail, size_t capacity);

#pragma GCC visibility pop
