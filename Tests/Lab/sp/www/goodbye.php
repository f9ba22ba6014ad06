<?php

/** Where single logout ends. */

require __DIR__ . '/service.php';

page('Signed out', '<p>Goodbye.</p>');
