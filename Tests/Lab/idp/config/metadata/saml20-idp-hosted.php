<?php

require_once dirname(__DIR__) . '/settings.php';

$steps = [
    'code' => [50 => ['class' => 'lab:Code']],
    'consent' => [50 => ['class' => 'consent:Consent']],
    'between' => [50 => ['class' => 'lab:Between']],
    'hop' => [50 => ['class' => 'lab:Hop']],
];

foreach (lab_settings()['providers'] as $host => $provider) {
    $filters = [
        // A page with status 403 for one user, a failed SAML status for another.
        10 => ['class' => 'authorize:Authorize', 'deny' => true, 'regex' => true, 'status' => ['/^banned$/']],
        20 => ['class' => 'lab:Failure'],
    ];
    foreach ($provider['steps'] as $step) {
        $filters += $steps[$step];
    }
    $metadata[$provider['entity']] = [
        'host' => $host,
        'privatekey' => 'saml-idp.key',
        'certificate' => 'saml-idp.pem',
        'auth' => $provider['source'],
        'userid.attribute' => 'uid',
        'redirect.sign' => true,    // mellon refuses an unsigned logout response
        'saml20.sendartifact' => true,
        'saml20.ecp' => true,
        'authproc' => $filters,
    ];
}
