<?php

/** A page with a message and a button, nothing else. */

use SimpleSAML\Module\lab\Auth\Process\Between;
use SimpleSAML\Module\lab\Page;

$state = Between::state($_REQUEST['StateId']);
if (isset($_POST['continue'])) {
    Between::done($state);
}
Page::show('Maintenance on Sunday', '<p>This service will be down on Sunday from 2 to 4.</p>'
    . '<form method="post" action="">' . Page::hidden('StateId', $_REQUEST['StateId'])
    . '<button type="submit" name="continue" value="yes">Continue</button></form>');
