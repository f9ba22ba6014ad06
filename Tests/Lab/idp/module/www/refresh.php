<?php

/** A page that goes on by itself, by meta refresh. */

use SimpleSAML\Module;
use SimpleSAML\Module\lab\Auth\Process\Between;
use SimpleSAML\Module\lab\Page;

Between::state($_REQUEST['StateId']);
$next = Module::getModuleURL('lab/continue.php', ['StateId' => $_REQUEST['StateId']]);
Page::show(
    'One moment',
    '<p>You are signed in. Please wait.</p>',
    '<meta http-equiv="Refresh" content="1; URL=' . Page::text($next) . '">'
);
