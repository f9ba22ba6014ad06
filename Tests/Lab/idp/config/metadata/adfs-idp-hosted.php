<?php

// The lab's WS-Federation service: SimpleSAMLphp's own module for it. It has the first identity provider's sign-in page.
$metadata['urn:fedauth:lab:wsfed'] = [
    'host' => 'idp.localhost',
    'privatekey' => 'saml-idp.key',
    'certificate' => 'saml-idp.pem',
    'auth' => 'stock',
    'authproc' => [],
];
