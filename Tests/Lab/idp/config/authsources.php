<?php

require_once __DIR__ . '/settings.php';

$users = [];
foreach (lab_settings()['users'] as $name => $user) {
    $users[$name . ':' . $user['password']] = ['uid' => [$name]] + $user['attributes'];
}
$remember = lab_settings()['providers'][lab_provider_host()]['remember'];

$config = [
    // SimpleSAMLphp's own sign-in page.
    'stock' => ['exampleauth:UserPass', 'remember.username.enabled' => $remember] + $users,
    // Pages of the lab's module.
    'twopage' => ['lab:TwoPage'] + $users,
    'search' => ['lab:Search'] + $users,
    'script' => ['lab:Script'] + $users,
    'scriptself' => ['lab:ScriptSelf'] + $users,
    'ticket' => ['lab:Ticket'] + $users,
    // Apache has asked for everything.
    'apache' => ['lab:Apache'],
];
