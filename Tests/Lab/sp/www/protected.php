<?php

/** The protected page: shows the user, and whether the request has the last cookie. */

require_once __DIR__ . '/service.php';

header('Content-Type: text/plain; charset=UTF-8');
header('Cache-Control: no-store');
$finished = finished(lastCookie());
if (!$finished && in_array(scenario(), settings()['strict'], true)) {
    http_response_code(403);
    echo 'the last cookie is missing: the finish page was never reached', "\n";
    exit;
}
echo 'signed in as ', user() ?? 'nobody', "\n", 'last cookie: ', $finished ? 'there' : 'missing', "\n";
