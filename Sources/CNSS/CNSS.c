#include "CNSS.h"
#include "CLibraries.h"
#include <stdio.h>

// From secitem.h, certt.h and pk11pub.h of NSS 3, whose interface is stable.
typedef struct {
    unsigned int sslFlags, emailFlags, objectSigningFlags;
} Trust;
enum { trusted_authority = 1 << 4, valid_authority = 1 << 3, ready_database = 0, no_object = 0 };

static int (*initialize)(const char *);
static int (*shutdown_library)(void);
static void *(*internal_slot)(void);
static void (*free_slot)(void *);
static int (*needs_pin)(void *);
static int (*init_pin)(void *, const char *, const char *);
static void *(*decode)(char *, int);
static int (*import)(void *, void *, unsigned long, const char *, int);
static void *(*default_database)(void);
static int (*change_trust)(void *, void *, Trust *);
static void (*destroy)(void *);

const char *cnss_load(void) {
    // libsmime3 reads PEM. It depends on libnss3, which has the other functions.
    const struct clibraries_symbol symbols[] = {
        {&initialize, "NSS_InitReadWrite"},       {&shutdown_library, "NSS_Shutdown"},
        {&internal_slot, "PK11_GetInternalKeySlot"}, {&free_slot, "PK11_FreeSlot"},
        {&needs_pin, "PK11_NeedUserInit"},        {&init_pin, "PK11_InitPin"},
        {&decode, "CERT_DecodeCertFromPackage"},  {&import, "PK11_ImportCert"},
        {&default_database, "CERT_GetDefaultCertDB"}, {&change_trust, "CERT_ChangeCertTrust"},
        {&destroy, "CERT_DestroyCertificate"},
    };
    return clibraries_load(clibraries_smime, symbols, sizeof symbols / sizeof *symbols);
}

bool cnss_open(const char *directory) {
    char name[4096];
    if (snprintf(name, sizeof name, "sql:%s", directory) >= (int)sizeof name) return false;
    if (initialize(name)) return false;
    void *slot = internal_slot();
    if (!slot) return false;
    // No password: the database holds no secrets.
    int failure = needs_pin(slot) ? init_pin(slot, NULL, NULL) : 0;
    free_slot(slot);
    return failure == 0;
}

bool cnss_trust(const char *bytes, int count, const char *nickname) {
    void *certificate = decode((char *)bytes, count);
    if (!certificate) return false;
    void *slot = internal_slot();
    Trust trust = {trusted_authority | valid_authority, 0, 0};
    bool is_done = slot && !import(slot, certificate, no_object, nickname, 0) &&
                   !change_trust(default_database(), certificate, &trust);
    if (slot) free_slot(slot);
    destroy(certificate);
    return is_done;
}

void cnss_close(void) { shutdown_library(); }
