<?php

/** What the lab wrote for this run: users, services, host names, secrets. */
function lab_settings(): array
{
    static $settings = null;
    return $settings ??= json_decode(
        file_get_contents(dirname(__DIR__, 2) . '/settings.json'),
        true,
        512,
        JSON_THROW_ON_ERROR
    );
}

/** The identity provider whose host name was asked for; the first one if there is none such. */
function lab_provider_host(): string
{
    $host = strtolower(explode(':', $_SERVER['HTTP_HOST'] ?? '')[0]);
    $providers = lab_settings()['providers'];
    return isset($providers[$host]) ? $host : array_key_first($providers);
}
