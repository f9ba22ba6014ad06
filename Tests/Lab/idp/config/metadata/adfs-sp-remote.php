<?php

require_once dirname(__DIR__) . '/settings.php';

foreach (lab_settings()['federation'] ?? [] as $realm => $reply) {
    $metadata[$realm] = [
        'prp' => $reply,
        'simplesaml.nameidattribute' => 'uid',
        'authproc' => [50 => ['class' => 'core:AttributeLimit', 'uid']],
    ];
}
