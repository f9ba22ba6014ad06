<?php

/** First of two pages: the user name. */

use SimpleSAML\Auth\State;
use SimpleSAML\Module;
use SimpleSAML\Module\core\Auth\UserPassBase;
use SimpleSAML\Module\lab\Page;
use SimpleSAML\Utils\HTTP;

$state = State::loadState($_REQUEST['AuthState'], UserPassBase::STAGEID);
$name = $_POST['identifier'] ?? '';
if ($name !== '') {
    $state['lab:name'] = $name;
    $id = State::saveState($state, UserPassBase::STAGEID);
    HTTP::redirectTrustedURL(Module::getModuleURL('lab/password.php'), ['AuthState' => $id]);
}
Page::show('Who are you?', '<form method="post" action="?">' . Page::hidden('AuthState', $_REQUEST['AuthState'])
    . '<label for="i">User name</label> <input id="i" type="text" name="identifier" autocomplete="username" autofocus>'
    . '<input type="submit" value="Next"></form>');
