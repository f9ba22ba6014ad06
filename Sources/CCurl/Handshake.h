#pragma once

#include <curl/curl.h>

/* Makes the handshakes of an SSL_CTX check every current revocation list: those of libcurl's own file, and those of
 * `more_files`, one file per line. */
CURLcode ccurl_check_all_lists(void *tls, const char *more_files);
