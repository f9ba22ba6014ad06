<?php

/** Second of two pages: the password, for a name that is already known. */

use SimpleSAML\Auth\State;
use SimpleSAML\Module\core\Auth\UserPassBase;
use SimpleSAML\Module\lab\Page;
use SimpleSAML\Module\lab\SignIn;

$state = State::loadState($_REQUEST['AuthState'], UserPassBase::STAGEID);
$message = isset($_POST['secret'])
    ? SignIn::attempt($_REQUEST['AuthState'], $state['lab:name'], $_POST['secret'])
    : null;
Page::show('Hello ' . $state['lab:name'], Page::alert($message)
    . '<form method="post">' . Page::hidden('AuthState', $_REQUEST['AuthState'])
    . '<label>Password <input type="password" name="secret" autocomplete="current-password"></label>'
    . '<button>Sign in</button></form>');
