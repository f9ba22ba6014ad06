<?php

namespace SimpleSAML\Module\lab\Auth\Source;

/** A sign-in page whose script makes and fills the form, because a browser without a window has no user. */
class ScriptSelf extends OwnPage
{
    protected string $page = 'script-self.php';
}
