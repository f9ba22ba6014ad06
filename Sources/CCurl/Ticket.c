#include <stdint.h>
#include <string.h>

#include "CCurl.h"
#include "CLibraries.h"

/* The part of <gssapi/gssapi.h> (RFC 2744) that fedauth uses. The ABI is stable, and the header is rarely installed. */
struct gss_buffer {
    size_t length;
    void *value;
};
uint32_t gss_inquire_cred(uint32_t *minor, void *credential, void **name, uint32_t *lifetime, int *usage, void **mechanisms);
uint32_t gss_display_name(uint32_t *minor, void *name, struct gss_buffer *text, void **type);
uint32_t gss_release_buffer(uint32_t *minor, struct gss_buffer *buffer);
uint32_t gss_release_name(uint32_t *minor, void **name);

#define GSS_FUNCTIONS gss_inquire_cred, gss_display_name, gss_release_buffer, gss_release_name

static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, GSS_FUNCTIONS) } functions;

/* GSS_S_NO_CRED and GSS_S_CREDENTIALS_EXPIRED, without the bits of calling errors and of supplementary information. */
enum { routine_mask = 0x00FF0000, no_credential = 7 << 16, credential_expired = 11 << 16 };

CLIBRARIES_HIDDEN enum ccurl_ticket ccurl_find_ticket(char *name, size_t room) {
    if (CLIBRARIES_OPEN(clibraries_find_loaded, clibraries_gssapi, GSS_FUNCTIONS)) return ccurl_ticket_unknown;
    uint32_t minor = 0;
    void *owner = NULL;
    const uint32_t found = functions.gss_inquire_cred(&minor, NULL, &owner, NULL, NULL, NULL);
    if ((found & routine_mask) == no_credential) return ccurl_ticket_missing;
    if ((found & routine_mask) == credential_expired) return ccurl_ticket_expired;
    if (found || !owner) return ccurl_ticket_unknown;
    struct gss_buffer text = {0, NULL};
    enum ccurl_ticket ticket = ccurl_ticket_unknown;
    if (!functions.gss_display_name(&minor, owner, &text, NULL) && text.value && text.length < room) {
        memcpy(name, text.value, text.length);
        name[text.length] = 0;
        ticket = ccurl_ticket_valid;
    }
    functions.gss_release_buffer(&minor, &text);
    functions.gss_release_name(&minor, &owner);
    return ticket;
}
