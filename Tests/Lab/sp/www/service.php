<?php

/** What the service's pages share. */

function settings(): array
{
    static $settings = null;
    return $settings ??= json_decode(file_get_contents(dirname(__DIR__, 2) . '/settings.json'), true);
}

/** The scenario: the first segment of the path. */
function scenario(): string
{
    return explode('/', parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH))[1];
}

/** The address of a page of this scenario. */
function address(string $page): string
{
    return settings()['service'] . '/' . scenario() . '/' . $page;
}

function user(): ?string
{
    return $_SERVER['MELLON_uid'] ?? null;
}

/** A value that only this lab can make, and only for this session. */
function sealed(string $purpose): string
{
    $session = $_COOKIE['mellon-lab-' . scenario()] ?? '';
    return substr(hash_hmac('sha256', $purpose . "\0" . $session, settings()['secret']), 0, 32);
}

function lastCookie(): string
{
    return 'lab-last-' . scenario();
}

/** Whether the browser has been at the finish page in this session. */
function finished(string $cookie): bool
{
    return hash_equals(sealed($cookie), $_COOKIE[$cookie] ?? '');
}

function remember(string $cookie, string $path = '/'): void
{
    setcookie($cookie, sealed($cookie), ['path' => $path, 'secure' => true, 'httponly' => true, 'samesite' => 'Lax']);
}

function text(string $value): string
{
    return htmlspecialchars($value, ENT_QUOTES | ENT_HTML5);
}

function page(string $title, string $body, string $head = ''): void
{
    header('Content-Type: text/html; charset=UTF-8');
    header('Cache-Control: no-store');
    echo '<!DOCTYPE html><html><head><title>' . text($title) . '</title>' . $head . '</head><body><h1>'
        . text($title) . '</h1>' . $body . '</body></html>';
}
