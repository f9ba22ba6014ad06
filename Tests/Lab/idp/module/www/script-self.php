<?php

/** The page of script.php, whose script signs ada in. */

require_once \SimpleSAML\Utils\Config::getConfigDir() . '/settings.php';

$fill = ['username' => 'ada', 'password' => lab_settings()['users']['ada']['password']];
require __DIR__ . '/script.php';
