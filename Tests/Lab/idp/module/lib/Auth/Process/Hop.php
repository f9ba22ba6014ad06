<?php

namespace SimpleSAML\Module\lab\Auth\Process;

/** A page that only a script submits, without user input. */
class Hop extends Step
{
    protected string $page = 'hop.php';
}
