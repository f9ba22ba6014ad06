<?php

/** The finish endpoint: sets the last cookie of the sign-in. */

require __DIR__ . '/service.php';

remember(lastCookie(), scenario() === 'deep' ? '/deep/app' : '/');
page('You are signed in', '<p>You may close this window, ' . text(user() ?? 'nobody') . '.</p>');
