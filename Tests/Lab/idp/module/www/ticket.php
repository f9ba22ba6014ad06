<?php

/** A sign-in page with status 401 that asks for a Kerberos ticket; its form is for users without one. */

use SimpleSAML\Auth\Source;
use SimpleSAML\Auth\State;
use SimpleSAML\Module\core\Auth\UserPassBase;
use SimpleSAML\Module\lab\Auth\Source\Apache;
use SimpleSAML\Module\lab\Page;
use SimpleSAML\Module\lab\SignIn;

$state = State::loadState($_REQUEST['AuthState'], UserPassBase::STAGEID);
$attributes = Apache::attributes();
if ($attributes !== null) {
    $state['Attributes'] = $attributes;
    Source::completeAuth($state);
}
$message = isset($_POST['password'])
    ? SignIn::attempt($_REQUEST['AuthState'], $_POST['username'] ?? '', $_POST['password'])
    : null;
http_response_code(401);
header('WWW-Authenticate: Negotiate');
Page::show('Sign in', Page::alert($message)
    . '<form method="post">' . Page::hidden('AuthState', $_REQUEST['AuthState'])
    . '<label>User name <input name="username" autocomplete="username"></label>'
    . '<label>Password <input type="password" name="password" autocomplete="current-password"></label>'
    . '<button>Sign in</button></form>');
