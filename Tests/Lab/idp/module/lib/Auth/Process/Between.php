<?php

namespace SimpleSAML\Module\lab\Auth\Process;

/** Two pages that ask nothing: one with a meta refresh, one with a continue button. */
class Between extends Step
{
    protected string $page = 'refresh.php';
}
