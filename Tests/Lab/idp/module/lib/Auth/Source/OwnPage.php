<?php

namespace SimpleSAML\Module\lab\Auth\Source;

use SimpleSAML\Auth\State;
use SimpleSAML\Module;
use SimpleSAML\Module\exampleauth\Auth\Source\UserPass;
use SimpleSAML\Utils\HTTP;

/** Users as exampleauth:UserPass has them, behind a page of the lab's own. */
abstract class OwnPage extends UserPass
{
    protected string $page;

    public function authenticate(&$state)
    {
        $state[self::AUTHID] = $this->authId;
        $id = State::saveState($state, self::STAGEID);
        HTTP::redirectTrustedURL(Module::getModuleURL('lab/' . $this->page), ['AuthState' => $id]);
    }
}
