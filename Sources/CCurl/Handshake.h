#pragma once

#include <curl/curl.h>

/* Makes every current list of revoked certificates count in the handshakes of an SSL_CTX, besides those of libcurl's own
 * file those of more files, a line each. */
CURLcode ccurl_check_all_lists(void *tls, const char *more_files);
