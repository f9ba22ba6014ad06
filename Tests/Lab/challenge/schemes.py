"""Pages that use HTTP authentication: Basic, Digest in all its forms, and several schemes at once."""

import base64
import hashlib
import re
import secrets
import threading
import time
from urllib.parse import unquote

from hostility.site import page

from .exchange import GUARDS
from .passwords import UTF8_PASSWORD, UTF8_USER, everyone

PEOPLE = dict([*everyone(), (UTF8_USER, UTF8_PASSWORD)])
REALM = "schemes of the lab"
OPAQUE = "bGFi"
HASHES = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256, "SHA-512-256": lambda data: hashlib.new("sha512_256", data)}


class Nonces:
    """The issued nonces: their expiry times, the number of allowed uses, and the used counts."""

    def __init__(self):
        self.lock, self.known = threading.Lock(), {}

    def give(self, uses: int) -> str:
        nonce = secrets.token_urlsafe(18)
        with self.lock:
            self.known[nonce] = [time.monotonic() + 600, uses, set()]
        return nonce

    def use(self, nonce: str, count: str) -> bool:
        """Returns whether the nonce is valid for this count. A repeated count is a replay."""
        with self.lock:
            end, uses, counts = self.known.get(nonce, (0, 0, set()))
            if time.monotonic() > end or len(counts) >= uses or count in counts:
                return False
            counts.add(count)
            return True


NONCES = Nonces()


def parameters(text: str) -> dict:
    """Parses auth-params: name=token or name="quoted"."""
    found = re.findall(r'([!#$%&\'*+.^_`|~0-9A-Za-z-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))', text)
    return {name.lower(): re.sub(r"\\(.)", r"\1", quoted) if quoted or not token else token
            for name, quoted, token in found}


class Basic:
    name = "basic"

    def __init__(self, realm=REALM, charset=True):
        self.realm, self.charset = realm, charset

    def challenge(self, stale=False) -> str:
        return f'Basic realm="{self.realm}"' + (', charset="UTF-8"' if self.charset else "")

    def check(self, visit, credentials):
        try:
            user, _, password = base64.b64decode(credentials).decode().partition(":")
        except ValueError:
            return None
        return user if PEOPLE.get(user) == password else None


class Digest:
    """Implements RFC 7616; without qop, RFC 2069."""

    name = "digest"

    def __init__(self, algorithm="SHA-256", qop="auth", userhash=False, uses=1000, named=True):
        self.algorithm, self.qop, self.userhash, self.uses, self.named = algorithm, qop, userhash, uses, named
        self.hash = HASHES[algorithm.removesuffix("-sess")]

    def challenge(self, stale=False) -> str:
        parts = [f'realm="{REALM}"', f'nonce="{NONCES.give(self.uses)}"', f'opaque="{OPAQUE}"']
        parts += [f'qop="{self.qop}"'] if self.qop else []
        parts += [f"algorithm={self.algorithm}"] if self.named else []
        parts += ["charset=UTF-8"] if self.qop else []
        parts += ["userhash=true"] if self.userhash else []
        parts += ["stale=true"] if stale else []
        return "Digest " + ", ".join(parts)

    def _h(self, *parts) -> str:
        return self.hash(":".join(parts).encode()).hexdigest()

    def _user(self, sent):
        """Returns the user whose name was sent plain, hashed, or in the notation of RFC 5987."""
        if sent.get("userhash", "").lower() == "true":
            return next((user for user in PEOPLE if self._h(user, REALM) == sent.get("username")), None)
        if extended := sent.get("username*"):
            return unquote(extended.partition("''")[2])
        return sent.get("username")

    def answers(self, sent) -> bool:
        """Returns whether this answers this challenge, and not another one of the same response."""
        return sent.get("algorithm", "MD5").upper() == self.algorithm.upper()

    def check(self, visit, credentials):
        sent = parameters(credentials)
        user = self._user(sent)
        if user not in PEOPLE or sent.get("realm") != REALM or sent.get("opaque") != OPAQUE \
                or sent.get("uri") != visit.path or bool(sent.get("qop")) != bool(self.qop):
            return None
        # A userhash answer keeps the plain name in A1 (RFC 7616, section 3.4.4).
        secret = self._h(user, REALM, PEOPLE[user])
        nonce, count, client = (sent.get(key, "") for key in ("nonce", "nc", "cnonce"))
        if self.algorithm.endswith("-sess"):
            secret = self._h(secret, nonce, client)
        action = [visit.command, visit.path]
        if sent.get("qop") == "auth-int":
            action.append(self.hash(visit.body).hexdigest())
        middle = [nonce, count, client, sent["qop"]] if self.qop else [nonce]
        if self.qop and sent["qop"] not in [one.strip() for one in self.qop.split(",")]:
            return None
        if sent.get("response") != self._h(secret, *middle, self._h(*action)):
            return None
        if not NONCES.use(nonce, count or secrets.token_hex(4)):
            return "stale"
        if self.qop:
            proof = self._h(secret, *middle, self._h("", *action[1:]))
            visit.proof = (f'qop={sent["qop"]}, rspauth="{proof}", cnonce="{client}", nc={count}')
        return user


class Fixed:
    """A scheme that accepts no answer; Apache handles Negotiate before."""

    def __init__(self, challenge):
        self.name, self.text = challenge.split()[0].lower(), challenge

    def challenge(self, stale=False) -> str:
        return self.text

    def check(self, visit, credentials):
        return None


UNKNOWN = Fixed('Lab-Secret realm="x, Basic realm=\\"no\\"", token="abc=="')
NEGOTIATE, BEARER = Fixed("Negotiate"), Fixed('Bearer realm="lab", error="invalid_token"')

# page: (the schemes, whether all are in one field, the description)
ONE_SCHEME = {
    "basic": (Basic(), "Basic with charset"),
    "basic-bare": (Basic(charset=False), "Basic without charset"),
    "digest-md5": (Digest("MD5"), "Digest MD5"),
    "digest-md5-sess": (Digest("MD5-sess"), "Digest MD5-sess"),
    "digest-sha256": (Digest(), "Digest SHA-256"),
    "digest-sha256-sess": (Digest("SHA-256-sess"), "Digest SHA-256-sess"),
    "digest-sha512-256": (Digest("SHA-512-256"), "Digest SHA-512-256"),
    "digest-userhash": (Digest(userhash=True), "Digest SHA-256 with userhash"),
    "digest-int": (Digest(qop="auth-int"), "Digest SHA-256, only qop auth-int"),
    "digest-both-qop": (Digest(qop="auth, auth-int"), "Digest SHA-256, qop auth and auth-int"),
    "digest-old": (Digest("MD5", qop="", named=False), "Digest by RFC 2069: no qop, no algorithm"),
    "digest-stale": (Digest(uses=1), "Digest SHA-256; every nonce is valid once, then stale"),
    "unknown": (UNKNOWN, "only an unknown scheme"),
    "bearer": (BEARER, "only Bearer"),
    "negotiate": (NEGOTIATE, "only Negotiate, which is never accepted"),
}
SEVERAL = {
    "algorithms": ([Digest(), Digest("MD5")], False, "Digest SHA-256 and MD5, in one field each"),
    "one-field": ([UNKNOWN, NEGOTIATE, Digest(), Digest("MD5"), Basic()], True,
                  "unknown, Negotiate, Digest twice and Basic in one field"),
    "many-fields": ([UNKNOWN, NEGOTIATE, Digest(), Digest("MD5"), Basic()], False, "the same, in one field each"),
    "weak-first": ([Basic(), Digest("MD5"), Digest(), NEGOTIATE], False, "the weakest first"),
    "unknown-first": ([UNKNOWN, Basic()], True, "an unknown scheme, then Basic, in one field"),
}


def _fields(schemes, one_field, stale):
    texts = [scheme.challenge(stale and isinstance(scheme, Digest)) for scheme in schemes]
    return [("WWW-Authenticate", text) for text in ([", ".join(texts)] if one_field else texts)]


def demand(visit, schemes, one_field=False):
    """Returns the user, or None after a 401 response."""
    name, _, credentials = visit.headers.get("Authorization", "").partition(" ")
    visit.proof, stale = None, False
    for scheme in schemes:
        if scheme.name != name.lower():
            continue
        if isinstance(scheme, Digest) and not scheme.answers(parameters(credentials)):
            continue
        user = scheme.check(visit, credentials.strip())
        if user == "stale":
            stale = True
        elif user:
            return user
    visit.json({"error": "credentials are required"}, 401, _fields(schemes, one_field, stale))
    return None


def guard(path, schemes, one_field, about):
    def let_in(visit):
        return (visit.user if path.startswith("/several/") else None) or demand(visit, schemes, one_field)

    GUARDS[path] = let_in

    @page(path, about)
    def guarded(visit):
        if user := let_in(visit):
            proof = [("Authentication-Info", visit.proof)] if getattr(visit, "proof", None) else []
            visit.json(visit.seen() | {"user": user}, 200, proof)


for _name, (_scheme, _about) in ONE_SCHEME.items():
    guard(f"/schemes/{_name}", [_scheme], False, _about)
for _name, (_schemes, _one, _about) in SEVERAL.items():
    guard(f"/several/{_name}", _schemes, _one, _about + "; Apache's port accepts Negotiate")


@page("/schemes/forbidden", "Basic, then 403 for every user")
def forbidden(visit):
    if demand(visit, [Basic()]):
        visit.json({"error": "this user has no access"}, 403)


@page("/schemes/refused", "Basic that refuses every user")
def refused(visit):
    visit.json({"error": "wrong"}, 401, [("WWW-Authenticate", Basic().challenge())])


@page("/schemes/no-challenge", "401 without any challenge")
def no_challenge(visit):
    visit.json({"error": "credentials are required"}, 401)
