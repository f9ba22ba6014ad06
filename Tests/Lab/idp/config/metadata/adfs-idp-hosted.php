<?php

require_once dirname(__DIR__) . '/settings.php';

foreach (lab_settings()['providers'] as $host => $provider) {
    $metadata[$provider['entity'] . ':adfs'] = [
        'host' => $host,
        'privatekey' => 'saml-idp.key',
        'certificate' => 'saml-idp.pem',
        'auth' => $provider['source'],
    ];
}
