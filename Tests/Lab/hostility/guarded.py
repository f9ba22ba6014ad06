"""Pages behind HTTP authentication, for a browser. User ada, password secret; they end at /browser/finish."""

import base64
import hashlib
import secrets
from urllib.parse import urlsplit
from urllib.request import parse_http_list, parse_keqv_list

from .browser import FINISH
from .site import page

USER, PASSWORD = "ada", "secret"
NONCES = set()


def _basic(visit):
    scheme, _, token = (visit.headers.get("Authorization") or "").partition(" ")
    return scheme == "Basic" and base64.b64decode(token).decode() == f"{USER}:{visit.query.get('wants', PASSWORD)}"


def _digest(visit):
    """Whether the answer is right (RFC 7616 section 3.4.1, with SHA-256 and qop=auth)."""
    scheme, _, rest = (visit.headers.get("Authorization") or "").partition(" ")
    given = parse_keqv_list(parse_http_list(rest))
    if scheme != "Digest" or given.get("nonce") not in NONCES:
        return False

    def digest(text):
        return hashlib.sha256(text.encode()).hexdigest()

    first = digest(f"{USER}:{given['realm']}:{PASSWORD}")
    second = digest(f"{visit.command}:{given['uri']}")
    middle = f"{given['nonce']}:{given['nc']}:{given['cnonce']}:{given['qop']}"
    return given["username"] == USER and given["response"] == digest(f"{first}:{middle}:{second}")


def _demand(visit, *challenges):
    visit.html("No", "<p>401</p>", 401, headers=[("WWW-Authenticate", challenge) for challenge in challenges])


def _signed(visit):
    visit.redirect(visit.context.urls["https"] + FINISH, headers=[("Set-Cookie", "signed=yes; Path=/; Secure; HttpOnly")])


@page("/guarded/basic", "Basic in the realm 'staff', then the finish; ?wants: another password; ?shown: a page first")
def basic(visit):
    if not _basic(visit):
        _demand(visit, 'Basic realm="staff"')
    elif "shown" in visit.query:
        visit.html("Staff", f"<script>setTimeout(() => location = '{FINISH}', 300)</script>",
                   headers=[("Set-Cookie", "signed=yes; Path=/; Secure; HttpOnly")])
    else:
        _signed(visit)


@page("/guarded/digest", "Digest by SHA-256 beside Basic, then the finish")
def digest(visit):
    if _digest(visit):
        return _signed(visit)
    nonce = secrets.token_hex(8)
    NONCES.add(nonce)
    return _demand(visit, 'Basic realm="staff"', f'Digest realm="staff", qop="auth", algorithm=SHA-256, nonce="{nonce}"')


@page("/guarded/bearer", "wants a token")
def bearer(visit):
    _demand(visit, 'Bearer realm="api"')


@page("/guarded/fetching", "a page whose style sheet and whose script's requests ask for a password; then the finish")
def fetching(visit):
    visit.html("Loading", f"""<link rel="stylesheet" href="/guarded/picture?style"><script>
        fetch("/guarded/picture?fetch").then(answer => {{ if (answer.status === 401) location = "{FINISH}"; }});
        </script>""", headers=[("Set-Cookie", "signed=yes; Path=/; Secure; HttpOnly")])


@page("/guarded/start", "redirects to /guarded/basic of the other server")
def start(visit):
    visit.redirect(visit.context.urls["other"] + "/guarded/basic?" + urlsplit(visit.path).query)


@page("/guarded/picture", "asks for a password instead of a picture, a script or a frame")
def picture(visit):
    _demand(visit, 'Basic realm="pictures"')


@page("/guarded/parts", "Basic; its page has parts of this and of the other server that ask for another realm's password")
def parts(visit):
    if not _basic(visit):
        return _demand(visit, 'Basic realm="staff"')
    other = visit.context.urls["other"]
    # First the way on: in a window, the browser waits for ever for a script that asks for a password.
    return visit.html("Parts", f"<script>setTimeout(() => location = '{FINISH}', 1500)</script>" + "".join(
        f'<img src="{server}/guarded/picture?img"><iframe src="{server}/guarded/picture?frame"></iframe>'
        f'<script async src="{server}/guarded/picture?script"></script>' for server in (other, "")))
