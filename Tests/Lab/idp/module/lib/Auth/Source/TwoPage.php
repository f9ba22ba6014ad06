<?php

namespace SimpleSAML\Module\lab\Auth\Source;

/** Asks the user name on one page and the password on the next. */
class TwoPage extends OwnPage
{
    protected string $page = 'name.php';
}
