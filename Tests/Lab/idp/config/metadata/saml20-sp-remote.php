<?php

require_once dirname(__DIR__) . '/settings.php';

foreach (lab_settings()['services'] as $entity => $service) {
    $metadata[$entity] = [
        'name' => ['en' => 'Lab service ' . $service['name']],
        'certData' => $service['certificate'],
        'AssertionConsumerService' => array_map(fn ($consumer) => [
            'Binding' => $consumer['binding'],
            'Location' => $consumer['location'],
            'index' => $consumer['index'],
        ], $service['consumers']),
        'SingleLogoutService' => [[
            'Binding' => 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
            'Location' => $service['logout'],
        ]],
    ];
}
