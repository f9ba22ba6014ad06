<?php

/** Asks the six digits; a wrong code may be repeated. */

use SimpleSAML\Module\lab\Auth\Process\Code;
use SimpleSAML\Module\lab\Page;

require_once \SimpleSAML\Utils\Config::getConfigDir() . '/settings.php';

$state = Code::state($_REQUEST['StateId']);
$message = null;
if (isset($_POST['code'])) {
    if (Code::accepts($state, trim($_POST['code']))) {
        Code::done($state);
    }
    $message = 'That code is not right. Please try again.';
}
Page::show('Two-step verification', Page::alert($message)
    . '<form method="post" action="code.php">' . Page::hidden('StateId', $_REQUEST['StateId'])
    . '<label for="c">Enter the 6-digit code from your authenticator app</label> '
    . '<input id="c" type="text" name="code" inputmode="numeric" maxlength="6" autocomplete="one-time-code">'
    . '<button type="submit" name="verify" value="1">Verify</button></form>');
