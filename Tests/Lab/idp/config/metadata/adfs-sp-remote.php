<?php

require_once dirname(__DIR__) . '/settings.php';

// Nobody is there: what comes is to be taken where it would be sent.
$metadata['urn:fedauth:lab:relying-party'] = [
    'prp' => lab_settings()['service'] . '/wsfed/',
    'simplesaml.nameidattribute' => 'uid',
    'authproc' => [
        10 => ['class' => 'core:AttributeLimit', 'uid'],
    ],
];
