<?php

namespace SimpleSAML\Module\lab\Auth\Process;

use SimpleSAML\Module\lab\OneTimeCode;

/** Asks a one-time code (RFC 6238) after the password. */
class Code extends Step
{
    protected string $page = 'code.php';

    public static function accepts(array $state, string $code): bool
    {
        $secret = \lab_settings()['totp'][$state['Attributes']['uid'][0]] ?? null;
        return $secret !== null && OneTimeCode::isValid($secret, $code, time());
    }
}
