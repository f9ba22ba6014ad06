<?php

namespace SimpleSAML\Module\lab\Auth\Process;

/** A page that only a script sends on; nobody has to answer it. */
class Hop extends Step
{
    protected string $page = 'hop.php';
}
