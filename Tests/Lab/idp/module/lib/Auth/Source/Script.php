<?php

namespace SimpleSAML\Module\lab\Auth\Source;

/** A sign-in page without a form until JavaScript has run. */
class Script extends OwnPage
{
    protected string $page = 'script.php';
}
