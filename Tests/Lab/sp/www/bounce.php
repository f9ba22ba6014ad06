<?php

/** Has the finish URL in its query and is not it; a form that posts itself goes on to the finish. */

require __DIR__ . '/service.php';

page('Still not there', '<form method="post" action="' . text(address('finish')) . '">'
    . '<input type="hidden" name="from" value="bounce"><noscript><input type="submit" value="Continue"></noscript>'
    . '</form><script>document.forms[0].submit()</script>');
