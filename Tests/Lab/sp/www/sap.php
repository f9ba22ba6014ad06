<?php

/** A look-alike of SAP mobile services below /sap: see the README for what each address does. */

require __DIR__ . '/service.php';

const CHALLENGE = 'com.sap.cloud.security.login: login-request';
const LAST_COOKIE = 'X-SMP-SESSIDSSO';

/** A request to mellon on the caller's behalf: [status, location, cookies]. */
function mellon(string $path): array
{
    $location = null;
    $cookies = [];
    $request = curl_init(settings()['service'] . '/sap/mellon/' . $path);
    curl_setopt_array($request, [
        CURLOPT_CAINFO => dirname(__DIR__, 2) . '/ca-bundle.pem',
        CURLOPT_COOKIE => $_SERVER['HTTP_COOKIE'] ?? '',
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HEADERFUNCTION => function ($_, $line) use (&$location, &$cookies) {
            [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
            if (strtolower($name) === 'location') {
                $location = trim($value);
            } elseif (strtolower($name) === 'set-cookie') {
                $cookies[] = trim($value);
            }
            return strlen($line);
        },
    ]);
    curl_exec($request);
    return [curl_getinfo($request, CURLINFO_RESPONSE_CODE), $location, $cookies];
}

/** Asks for a sign-in: by a redirect, or by a form on a page with status 200. */
function challenge(): void
{
    // Back to the launcher, whose finish page sets the cookie that the data is given for.
    [, $location, $cookies] = mellon('login?ReturnTo=' . rawurlencode(address('SAMLAuthLauncher')));
    header(CHALLENGE);
    header('Cache-Control: no-store');
    // Mellon's test cookie has the session cookie's name: it must not replace a session.
    foreach (user() === null ? $cookies : [] as $cookie) {
        header('Set-Cookie: ' . $cookie, false);
    }
    if (($_GET['challenge'] ?? '') === 'redirect') {
        header('Location: ' . $location, true, 302);
        return;
    }
    // The same request, as the POST binding writes it: not deflated, and unsigned.
    [$action, $query] = explode('?', $location, 2);
    parse_str($query, $fields);
    $request = base64_encode(gzinflate(base64_decode($fields['SAMLRequest'])));
    page('Sign in', '<form method="post" action="' . text($action) . '"><input type="hidden" name="SAMLRequest" value="'
        . text($request) . '"><input type="hidden" name="RelayState" value="' . text($fields['RelayState'] ?? '') . '">'
        . '<noscript><input type="submit" value="Continue"></noscript></form><script>document.forms[0].submit()</script>');
}

function json(int $status, array $value): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    header('Cache-Control: no-store');
    echo json_encode($value, JSON_UNESCAPED_SLASHES), "\n";
}

/** Signed in, and the finish page's cookie is there. */
function session(): bool
{
    return user() !== null && finished(LAST_COOKIE);
}

function launcher(): void
{
    if (!isset($_GET['finishEndpointParam'])) {
        header('Location: ' . address('SAMLAuthLauncher') . '?finishEndpointParam=someUnusedValue', true, 302);
        return;
    }
    setcookie('X-SMP-SESSID', sealed('X-SMP-SESSID'), ['path' => '/', 'secure' => true, 'httponly' => true]);
    remember(LAST_COOKIE);
    page('Authenticated', '<p>You may close this window.</p>');
}

/** The token of this session; a changing request without it is refused. */
function passesCSRF(): bool
{
    $token = sealed('csrf');
    $sent = $_SERVER['HTTP_X_CSRF_TOKEN'] ?? '';
    if (in_array($_SERVER['REQUEST_METHOD'], ['GET', 'HEAD'], true)) {
        if (strcasecmp($sent, 'fetch') === 0) {
            header('X-CSRF-Token: ' . $token);
        }
        return true;
    }
    if (hash_equals($token, $sent)) {
        return true;
    }
    header('X-CSRF-Token: Required');
    json(403, ['error' => 'CSRF token validation failed']);
    return false;
}

function resource(): void
{
    if (!session()) {
        challenge();
        return;
    }
    if (!passesCSRF()) {
        return;
    }
    $application = $_SERVER['HTTP_X_SMP_APPID'] ?? null;
    $device = $_SERVER['HTTP_X_SMP_DEVICEID'] ?? null;
    if (isset($_GET['headers']) && ($application === null || $device === null)) {
        json(400, ['error' => 'X-SMP-APPID and X-SMP-DEVICEID are required']);
        return;
    }
    json(200, [
        'user' => user(), 'method' => $_SERVER['REQUEST_METHOD'], 'appId' => $application, 'deviceId' => $device,
        'body' => file_get_contents('php://input'), 'connection' => $_COOKIE['X-SMP-APPCID'] ?? null,
    ]);
}

function connections(string $version): void
{
    if (!session()) {
        challenge();
    } elseif ($version === 'v1') {
        setcookie('X-SMP-SESSID', sealed('X-SMP-SESSID'), ['path' => '/', 'secure' => true, 'httponly' => true]);
        json(200, ['d' => ['results' => []]]);
    } elseif ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        json(405, ['error' => 'POST only']);
    } elseif (passesCSRF()) {
        $asked = json_decode(file_get_contents('php://input'), true);
        json(201, ['d' => [
            'ApplicationConnectionId' => substr(sealed('connection'), 0, 16),
            'DeviceType' => $asked['DeviceType'] ?? null,
            'UserName' => user(),
        ]]);
    }
}

function logout(): void
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        json(405, ['error' => 'POST only']);
        return;
    }
    [, , $cookies] = mellon('invalidate?ReturnTo=' . rawurlencode(settings()['service'] . '/goodbye'));
    foreach ($cookies as $cookie) {
        header('Set-Cookie: ' . $cookie, false);
    }
    foreach (['X-SMP-SESSID', LAST_COOKIE] as $cookie) {
        setcookie($cookie, '', ['expires' => 1, 'path' => '/', 'secure' => true, 'httponly' => true]);
    }
    http_response_code(204);
}

$path = substr(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH), strlen('/sap/'));
if ($path === 'SAMLAuthLauncher') {
    launcher();
} elseif ($path === 'resource' || $path === 'resource/') {
    resource();
} elseif ($path === 'stubborn') {
    challenge();    // every request, also with a new session
} elseif (preg_match('#^odata/applications/(v1|v2)/[^/]+/Connections$#', $path, $found)) {
    connections($found[1]);
} elseif ($path === 'mobileservices/sessions/logout') {
    logout();
} else {
    json(404, ['error' => 'no such page']);
}
