#pragma once

#include <curl/curl.h>
#include <stdbool.h>

#include "CCurl.h"

/* Makes the handshakes of an SSL_CTX check every current revocation list: those of libcurl's own file, and those of
 * `more_files`, one file per line. */
CURLcode ccurl_check_all_lists(void *tls, const char *more_files);

/* Lets the handshakes of an SSL_CTX present the identity. Returns false when they cannot. */
bool ccurl_present_token(void *tls, const struct ccurl_token_identity *identity);
