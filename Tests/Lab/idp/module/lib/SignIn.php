<?php

namespace SimpleSAML\Module\lab;

use SimpleSAML\Error;
use SimpleSAML\Module\core\Auth\UserPassBase;

/** What the lab's sign-in pages share: trying a user name and a password. */
class SignIn
{
    /** Does not return when the password is right; else returns what to tell the user. */
    public static function attempt(string $state, string $user, string $password): string
    {
        try {
            UserPassBase::handleLogin($state, $user, $password);
        } catch (Error\Error $error) {
            if ($error->getErrorCode() !== 'WRONGUSERPASS') {
                throw $error;
            }
        }
        return 'Incorrect user name or password.';
    }
}
