<?php

require_once __DIR__ . '/settings.php';

$served = dirname(__DIR__, 2);
$host = lab_provider_host();
$provider = lab_settings()['providers'][$host];

$config = [
    'baseurlpath' => 'https://' . $host . ':' . lab_settings()['idp_port'] . '/simplesaml/',
    'certdir' => $served . '/idp/cert/',
    'loggingdir' => $served . '/log/',
    'datadir' => $served . '/idp/data/',
    'tempdir' => $served . '/run/simplesaml',
    'metadatadir' => __DIR__ . '/metadata/',
    'technicalcontact_name' => 'fedauth lab',
    'technicalcontact_email' => 'na@example.org',
    'timezone' => 'UTC',
    'secretsalt' => lab_settings()['secret'],
    'auth.adminpassword' => lab_settings()['secret'],
    'admin.protectindexpage' => true,
    'admin.checkforupdates' => false,
    'showerrors' => true,
    'errorreporting' => false,
    'logging.level' => SimpleSAML\Logger::NOTICE,
    'logging.handler' => 'file',
    'logging.logfile' => 'simplesamlphp.log',
    'enable.saml20-idp' => true,
    'enable.adfs-idp' => true,
    'module.enable' => [
        'core' => true, 'saml' => true, 'authorize' => true, 'consent' => true, 'exampleauth' => true, 'lab' => true,
        'adfs' => true,
    ],
    // Where WS-Federation may send its visitors.
    'trusted.url.domains' => lab_settings()['trusted'] ?? null,
    'session.duration' => $provider['session'],
    'session.cookie.name' => 'SimpleSAMLSessionID',
    'session.cookie.path' => '/',
    'session.cookie.secure' => true,
    'session.cookie.samesite' => 'None',
    'session.authtoken.cookiename' => 'SimpleSAMLAuthToken',
    'session.rememberme.enable' => $provider['remember'],
    'language.available' => ['en'],
    'language.default' => 'en',
    'theme.use' => 'default',
    'production' => true,
    'metadata.sources' => [['type' => 'flatfile']],
    'store.type' => 'sql',
    'store.sql.dsn' => 'sqlite:' . $served . '/idp/data/store.sqlite',
    'store.sql.prefix' => 'lab',
];
