<?php

namespace SimpleSAML\Module\lab\Auth\Source;

/** A sign-in page whose first form is a search. */
class Search extends OwnPage
{
    protected string $page = 'search.php';
}
