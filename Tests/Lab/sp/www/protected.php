<?php

/** What the sign-in was for: says who is signed in, and whether the last cookie came along. */

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
