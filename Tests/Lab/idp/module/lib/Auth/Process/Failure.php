<?php

namespace SimpleSAML\Module\lab\Auth\Process;

use SAML2\Constants;
use SimpleSAML\Auth\ProcessingFilter;
use SimpleSAML\Auth\State;
use SimpleSAML\Module\saml\Error;

/** Ends the sign-in of some users with a failed SAML status. */
class Failure extends ProcessingFilter
{
    public function process(&$request)
    {
        if (in_array('failed', $request['Attributes']['status'] ?? [], true)) {
            State::throwException($request, new Error(
                Constants::STATUS_RESPONDER,
                Constants::STATUS_AUTHN_FAILED,
                'The account is locked'
            ));
        }
    }
}
