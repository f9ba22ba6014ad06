<?php

/** Shares a prefix with the finish URL and is not it. */

require __DIR__ . '/service.php';

$next = address('bounce') . '?next=' . rawurlencode(address('finish'));
page('Almost there', '<p>Please wait.</p>', '<meta http-equiv="refresh" content="0; url=' . text($next) . '">');
