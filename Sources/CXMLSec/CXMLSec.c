#include "CXMLSec.h"
#include "CLibraries.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* The definitions that pkg-config xmlsec1-openssl lists for these headers. */
#define XMLSEC_NO_SIZE_T
#define XMLSEC_CRYPTO_OPENSSL 1
#define XMLSEC_NO_GOST 1
#define XMLSEC_NO_GOST2012 1
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/valid.h>
#include <xmlsec/xmlsec.h>
/* errors.h does not include it. */
#include <xmlsec/errors.h>
#include <xmlsec/keys.h>
#include <xmlsec/xmldsig.h>
#include <xmlsec/openssl/app.h>
#include <xmlsec/openssl/crypto.h>

#define XML_FUNCTIONS(X)                                                                                              \
    X(xmlReadMemory)                                                                                                  \
    X(xmlDocGetRootElement)                                                                                           \
    X(xmlAddID)                                                                                                       \
    X(xmlHasProp)                                                                                                     \
    X(xmlFreeDoc)
#define SECURITY_FUNCTIONS(X)                                                                                         \
    X(xmlSecInit)                                                                                                     \
    X(xmlSecCheckVersionExt)                                                                                          \
    X(xmlSecErrorsDefaultCallbackEnableOutput)                                                                        \
    X(xmlSecDSigCtxCreate)                                                                                            \
    X(xmlSecDSigCtxDestroy)                                                                                           \
    X(xmlSecDSigCtxVerify)                                                                                            \
    X(xmlSecPtrListGetSize)                                                                                           \
    X(xmlSecKeyDestroy)
#define ENGINE_FUNCTIONS(X)                                                                                           \
    X(xmlSecOpenSSLAppInit)                                                                                           \
    X(xmlSecOpenSSLInit)                                                                                              \
    X(xmlSecOpenSSLAppKeyLoadMemory)

static struct {
    XML_FUNCTIONS(CLIBRARIES_POINTER)
    SECURITY_FUNCTIONS(CLIBRARIES_POINTER)
    ENGINE_FUNCTIONS(CLIBRARIES_POINTER)
} functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem;

static void open_library(void) {
    /* Uses the libxml2 that libxmlsec1 depends on, because documents pass from one to the other. */
    const struct clibraries_symbol security[] = {
        XML_FUNCTIONS(CLIBRARIES_SYMBOL) SECURITY_FUNCTIONS(CLIBRARIES_SYMBOL)};
    const struct clibraries_symbol engine[] = {ENGINE_FUNCTIONS(CLIBRARIES_SYMBOL)};
    problem = clibraries_load(clibraries_xmlsec, security, sizeof security / sizeof *security);
    if (!problem) problem = clibraries_load(clibraries_xmlsec_openssl, engine, sizeof engine / sizeof *engine);
    if (problem) return;
    /* The code below reads structures from the headers of this version. */
    if (functions.xmlSecInit() < 0 ||
        functions.xmlSecCheckVersionExt(
            XMLSEC_VERSION_MAJOR, XMLSEC_VERSION_MINOR, XMLSEC_VERSION_SUBMINOR, xmlSecCheckVersionABICompatible) != 1) {
        problem = "libxmlsec1 is not of version " XMLSEC_VERSION;
        return;
    }
    /* Otherwise libxmlsec1 writes to stderr. */
    functions.xmlSecErrorsDefaultCallbackEnableOutput(0);
    if (functions.xmlSecOpenSSLAppInit(NULL) < 0 || functions.xmlSecOpenSSLInit() < 0)
        problem = "libxmlsec1-openssl cannot be initialised";
}

CLIBRARIES_HIDDEN const char *cxmlsec_load(void) {
    pthread_once(&once, open_library);
    return problem;
}

CLIBRARIES_HIDDEN const char *cxmlsec_version(void) { return XMLSEC_VERSION; }

/* MARK: checks of the signature's structure, before anything is computed */

static const char signature_namespace[] = "http://www.w3.org/2000/09/xmldsig#";

static bool is_element(const xmlNode *node, const char *name, const char *space) {
    return node && node->type == XML_ELEMENT_NODE && node->ns && node->ns->href &&
        !strcmp((const char *)node->name, name) && !strcmp((const char *)node->ns->href, space);
}

/* Returns the child with this name in the namespace of signatures; NULL when there is none or more than one. */
static xmlNode *only_child(const xmlNode *parent, const char *name) {
    xmlNode *found = NULL;
    for (xmlNode *each = parent->children; each; each = each->next) {
        if (!is_element(each, name, signature_namespace)) continue;
        if (found) return NULL;
        found = each;
    }
    return found;
}

static const char *value_of(const xmlAttr *attribute) {
    const xmlNode *value = attribute ? attribute->children : NULL;
    if (!value) return "";
    return value->type == XML_TEXT_NODE && !value->next && value->content ? (const char *)value->content : "";
}

static const char *value(const xmlNode *node, const char *name) {
    return value_of(functions.xmlHasProp(node, (const xmlChar *)name));
}

static bool is_one_of(const char *text, const char *const *list) {
    for (; *list; list++)
        if (!strcmp(text, *list)) return true;
    return false;
}

static const char *const transforms[] = {
    "http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#",
    "http://www.w3.org/2001/10/xml-exc-c14n#WithComments", NULL};
static const char *const canonicalisations[] = {
    "http://www.w3.org/2001/10/xml-exc-c14n#", "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
    "http://www.w3.org/TR/2001/REC-xml-c14n-20010315", NULL};
static const char *const digests[] = {
    "http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmldsig-more#sha384",
    "http://www.w3.org/2001/04/xmlenc#sha512", NULL};
static const char *const signatures[] = {
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384",
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
    "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512", NULL};
static const char *const outdated[] = {
    "http://www.w3.org/2000/09/xmldsig#sha1", "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
    "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1", NULL};

struct request {
    bool allows_sha1;
    char *detail;
    size_t capacity;
};

static bool allows(const struct request *request, const xmlNode *method, const char *const *list) {
    const char *name = method ? value(method, "Algorithm") : "";
    if (is_one_of(name, list) || (request->allows_sha1 && is_one_of(name, outdated))) return true;
    snprintf(request->detail, request->capacity, "%s", name);
    return false;
}

static enum cxmlsec_result check_references(
    const struct request *request, const xmlNode *signature, const char *identifier) {
    const xmlNode *info = only_child(signature, "SignedInfo");
    const xmlNode *reference = info ? only_child(info, "Reference") : NULL;
    /* With several references, or one to another element, the signed text would not be the text that is read. */
    if (!reference) return cxmlsec_elsewhere;
    const char *address = value(reference, "URI");
    if (!*identifier || address[0] != '#' || strcmp(address + 1, identifier) != 0) return cxmlsec_elsewhere;
    if (!allows(request, only_child(info, "CanonicalizationMethod"), canonicalisations) ||
        !allows(request, only_child(info, "SignatureMethod"), signatures) ||
        !allows(request, only_child(reference, "DigestMethod"), digests))
        return cxmlsec_not_allowed;
    const xmlNode *list = only_child(reference, "Transforms");
    bool is_enveloped = false;
    for (const xmlNode *each = list ? list->children : NULL; each; each = each->next) {
        if (each->type != XML_ELEMENT_NODE) continue;
        if (!is_one_of(value(each, "Algorithm"), transforms)) {
            snprintf(request->detail, request->capacity, "%s", value(each, "Algorithm"));
            return cxmlsec_not_allowed;
        }
        if (!strcmp(value(each, "Algorithm"), transforms[0])) is_enveloped = true;
    }
    return is_enveloped ? cxmlsec_good : cxmlsec_elsewhere;
}

static enum cxmlsec_result verify(
    const struct request *request, xmlDoc *document, const unsigned char *certificate, size_t certificate_count) {
    xmlNode *root = functions.xmlDocGetRootElement(document);
    const char *name = is_element(root, "Assertion", "urn:oasis:names:tc:SAML:2.0:assertion") ? "ID"
        : is_element(root, "Assertion", "urn:oasis:names:tc:SAML:1.0:assertion")              ? "AssertionID"
                                                                                               : NULL;
    xmlAttr *identifier = name ? functions.xmlHasProp(root, (const xmlChar *)name) : NULL;
    if (!identifier || document->intSubset) return cxmlsec_unreadable;
    xmlNode *signature = only_child(root, "Signature");
    if (!signature) return cxmlsec_unsigned;
    enum cxmlsec_result checked = check_references(request, signature, value_of(identifier));
    if (checked != cxmlsec_good) return checked;
    /* xml:id also defines IDs on other elements; a reference must lead only to the assertion. */
    if (!functions.xmlAddID(NULL, document, (const xmlChar *)value_of(identifier), identifier)) return cxmlsec_elsewhere;
    xmlSecKeyPtr key = functions.xmlSecOpenSSLAppKeyLoadMemory(
        certificate, (xmlSecSize)certificate_count, xmlSecKeyDataFormatCertDer, NULL, NULL, NULL);
    if (!key) return cxmlsec_certificate;
    xmlSecDSigCtxPtr context = functions.xmlSecDSigCtxCreate(NULL);
    if (!context) {
        functions.xmlSecKeyDestroy(key);
        return cxmlsec_unreadable;
    }
    /* With a key set here, KeyInfo is not used to find one. The context frees the key. */
    context->signKey = key;
    context->enabledReferenceUris = xmlSecTransformUriTypeSameDocument;
    context->keyInfoReadCtx.retrievalMethodCtx.enabledUris = xmlSecTransformUriTypeNone;
    bool holds = functions.xmlSecDSigCtxVerify(context, signature) == 0 && context->status == xmlSecDSigStatusSucceeded &&
        functions.xmlSecPtrListGetSize(&context->signedInfoReferences) == 1;
    functions.xmlSecDSigCtxDestroy(context);
    return holds ? cxmlsec_good : cxmlsec_bad;
}

CLIBRARIES_HIDDEN enum cxmlsec_result cxmlsec_verify(
    const char *text, size_t count, const unsigned char *certificate, size_t certificate_count, bool allows_sha1,
    char *detail, size_t capacity) {
    struct request request = {allows_sha1, detail, capacity};
    detail[0] = 0;
    if (cxmlsec_load() || count > INT_MAX) return cxmlsec_unreadable;
    xmlDoc *document = functions.xmlReadMemory(
        text, (int)count, NULL, NULL, XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET);
    if (!document) return cxmlsec_unreadable;
    enum cxmlsec_result result = verify(&request, document, certificate, certificate_count);
    functions.xmlFreeDoc(document);
    return result;
}
