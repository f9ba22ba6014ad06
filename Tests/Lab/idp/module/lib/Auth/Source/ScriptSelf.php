<?php

namespace SimpleSAML\Module\lab\Auth\Source;

/** A sign-in page whose script makes the form and fills it, as nobody sits before a browser without a window. */
class ScriptSelf extends OwnPage
{
    protected string $page = 'script-self.php';
}
