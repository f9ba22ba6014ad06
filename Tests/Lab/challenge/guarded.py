"""The application behind the client certificate and SAML: challenges like SAP's, CSRF tokens, headers, logout."""

import base64
import hashlib
import hmac
import html
import http.client
import secrets
import socket
import ssl
import threading
import zlib
from urllib.parse import parse_qsl, quote, urlsplit

from hostility.site import page

from .addresses import HOST
from .exchange import GUARDS
from .schemes import Basic, demand

CHALLENGE = ("com.sap.cloud.security.login", "login-request")
SECRET = secrets.token_bytes(32)
LAST_COOKIE = "X-SMP-SESSIDSSO"
SPENT, LOCK = set(), threading.Lock()


def sealed(purpose: str, what: str) -> str:
    """Returns a value that only this lab can make."""
    return hmac.new(SECRET, f"{purpose}\0{what}".encode(), hashlib.sha256).hexdigest()[:32]


def cookie(name: str, value: str, more="; HttpOnly; Secure; SameSite=Lax"):
    return "Set-Cookie", f"{name}={value}; Path=/{more}"


def passes_csrf(visit, headers: list) -> bool:
    """Returns whether the request may change data. A token is bound to the session cookie of its request."""
    session = visit.cookie("lab-csrf")
    sent = visit.headers.get("X-CSRF-Token", "")
    if visit.command in ("GET", "HEAD"):
        if sent.lower() == "fetch":
            if not session:
                session = secrets.token_hex(8)
                secure = "; Secure" if visit.origin.startswith("https:") else ""
                headers.append(cookie("lab-csrf", session, "; HttpOnly" + secure))
            salt = secrets.token_hex(4)
            headers.append(("X-CSRF-Token", salt + sealed("csrf", session + salt)))
        return True
    good = session and hmac.compare_digest(sent.encode(), (sent[:8] + sealed("csrf", session + sent[:8])).encode())
    with LOCK:
        good = good and sent not in SPENT
        if good and visit.query.get("csrf") == "once":
            SPENT.add(sent)
    if good:
        return True
    visit.json({"error": "CSRF token validation failed"}, 403, [("X-CSRF-Token", "Required"), *headers])
    return False


def data(visit, **more):
    """Sends the resource: the received request, with the headers of a SAP client separately."""
    headers = []
    if not passes_csrf(visit, headers):
        return
    application, device = visit.headers.get("X-SMP-APPID"), visit.headers.get("X-SMP-DEVICEID")
    if visit.query.get("headers") == "required" and not (application and device):
        visit.json({"error": "X-SMP-APPID and X-SMP-DEVICEID are required"}, 400)
        return
    visit.json(visit.seen() | {"appId": application, "deviceId": device} | more, 200, headers)


def session(visit) -> bool:
    """Returns whether the client is signed in by SAML and has the cookie of the finish page."""
    mellon = visit.cookie("mellon-lab-guarded")
    return bool(visit.user and mellon and visit.cookie(LAST_COOKIE) == sealed(LAST_COOKIE, mellon))


class _Loopback(http.client.HTTPSConnection):
    def connect(self):
        self.sock = self._context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), 20),
                                              server_hostname=HOST)


def ask_mellon(visit, path: str):
    """Sends a request to mellon for the client and returns (location, cookies)."""
    tls = ssl.create_default_context(cafile=visit.context.ca_file)
    tls.load_cert_chain(visit.context.own_certificate)
    connection = _Loopback(HOST, urlsplit(visit.context.guarded).port, context=tls)
    connection.request("GET", "/guarded/mellon/" + path, headers={
        "Host": urlsplit(visit.context.guarded).netloc, "Cookie": visit.headers.get("Cookie", "")})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.headers["Location"] or "", answer.headers.get_all("Set-Cookie", [])


def challenge(visit):
    """Asks for a sign-in with a redirect, or with a form on a page with status 200."""
    location, cookies = ask_mellon(visit, "login?ReturnTo=" + quote(f"{visit.context.guarded}/guarded/SAMLAuthLauncher",
                                                                    safe=""))
    # Mellon's test cookie has the name of the session cookie and must not replace a session.
    headers = [CHALLENGE, ("Cache-Control", "no-store")]
    headers += [("Set-Cookie", one) for one in cookies if not visit.user]
    if visit.query.get("challenge") == "redirect":
        visit.redirect(location, 302, headers)
        return
    # The same request in the POST binding: not deflated, and unsigned.
    action, _, query = location.partition("?")
    fields = dict(parse_qsl(query))
    request = base64.b64encode(zlib.decompress(base64.b64decode(fields["SAMLRequest"]), -15)).decode()
    relay = html.escape(fields.get("RelayState", ""))
    visit.html("Sign in", f'<form method="post" action="{html.escape(action)}">'
                          f'<input type="hidden" name="SAMLRequest" value="{request}">'
                          f'<input type="hidden" name="RelayState" value="{relay}">'
                          '<noscript><input type="submit" value="Continue"></noscript></form>'
                          '<script>document.forms[0].submit()</script>', headers=headers)


def let_in(visit) -> bool:
    if session(visit):
        return True
    challenge(visit)
    return False


GUARDS["/guarded/resource"] = let_in


@page("/guarded/resource", "SAP-like: challenge header and form, ?challenge=redirect for 302, then data; CSRF")
def resource(visit):
    if let_in(visit):
        data(visit)


@page("/guarded/basic", "the same, and Basic in addition")
def resource_and_basic(visit):
    if let_in(visit) and (user := demand(visit, [Basic()])):
        data(visit, basicUser=user)


@page("/guarded/redirect", "mellon itself redirects to the identity provider; then data; CSRF")
def redirect(visit):
    data(visit)


@page("/guarded/stubborn", "challenges every request, also with a new session")
def stubborn(visit):
    challenge(visit)


@page("/guarded/SAMLAuthLauncher", "to the identity provider, then to itself with finishEndpointParam, the last cookie")
def launcher(visit):
    if "finishEndpointParam" not in visit.query:
        visit.redirect(f"{visit.context.guarded}/guarded/SAMLAuthLauncher?finishEndpointParam=someUnusedValue")
        return
    mellon = visit.cookie("mellon-lab-guarded") or ""
    visit.html("Authenticated", "<p>You may close this window.</p>", headers=[
        cookie("X-SMP-SESSID", sealed("X-SMP-SESSID", mellon)), cookie(LAST_COOKIE, sealed(LAST_COOKIE, mellon))])


@page("/guarded/mobileservices/sessions/logout", "POST: 204, and ends the session on the server too")
def logout(visit):
    if visit.command != "POST":
        visit.json({"error": "POST only"}, 405)
        return
    _, cookies = ask_mellon(visit, "invalidate?ReturnTo=" + quote(f"{visit.context.guarded}/echo", safe=""))
    gone = [cookie(name, "", "; Max-Age=0; HttpOnly; Secure") for name in ("X-SMP-SESSID", LAST_COOKIE)]
    visit.raw_head(204, [("Connection", "close"), *(("Set-Cookie", one) for one in cookies), *gone])


@page("/csrf/resource", "open to all, but changing requests need the token of X-CSRF-Token: Fetch and the cookie that "
                        "was set with it; with ?csrf=once each token is valid once")
def csrf(visit):
    data(visit)


@page("/csrf/headers", "400 without X-SMP-APPID and X-SMP-DEVICEID; tells both")
def headers_required(visit):
    visit.query.setdefault("headers", "required")
    data(visit)
