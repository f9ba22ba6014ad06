<?php

/** The authorization endpoint: mellon lets only signed-in people get here, and they go on to the finish. */

require __DIR__ . '/service.php';

header('Location: ' . address(scenario() === 'detour' ? 'finish-not-yet' : 'finish'), true, 302);
