"""Authorization servers that exchange an assertion for a token: RFC 7522 and RFC 8693. Each is a separate relying party."""

import base64
import binascii
import secrets
import time
from dataclasses import dataclass
from urllib.parse import unquote

from . import tickets, verify
from .clients import CLIENTS
from .visit import page

BEARER = "urn:ietf:params:oauth:grant-type:saml2-bearer"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
REFRESH = "refresh_token"
TOKEN_TYPE = "urn:ietf:params:oauth:token-type:"


@dataclass(frozen=True)
class Server:
    seconds: int = 3600
    recipient: bool = False         # the assertion must name this server's token endpoint
    plain_base64: bool = False      # for old ABAP systems
    refresh: str = ""               # issues a refresh token: the same one, or a new one each time ("once", "new")
    client: bool = True             # the client must authenticate


SERVERS = {"bearer": Server(), "uaa": Server(recipient=True, refresh="once"), "no-recipient": Server(recipient=True),
           "sap": Server(plain_base64=True), "brief-bearer": Server(seconds=60), "open": Server(client=False),
           "eleven": Server(), "turning": Server(refresh="new")}


class Refused(Exception):
    def __init__(self, code: str, description: str, status=400):
        self.code, self.description, self.status = code, description, status


@page("oauth", "/*")
def server(visit):
    _, name, *rest = visit.route.split("/")
    action = {"token": token, "resource": resource}.get("/".join(rest))
    if name not in SERVERS or action is None:
        visit.json({"error": "not_found"}, 404)
        return
    action(visit, name)


def token(visit, name):
    try:
        if visit.command != "POST" or not visit.posted:
            raise Refused("invalid_request", "a form is expected")
        if len(visit.fields) != len(visit.posted):
            raise Refused("invalid_request", "a parameter is sent twice")
        if SERVERS[name].client:
            client(visit)
        answer = {BEARER: bearer, EXCHANGE: exchange, REFRESH: refreshed}.get(visit.fields.get("grant_type"))
        if answer is None:
            raise Refused("unsupported_grant_type", "the grant type is not supported")
        visit.json(answer(visit, name), 200, [("Pragma", "no-cache")])
    except Refused as error:
        headers = [("WWW-Authenticate", 'Basic realm="oauth"')] if error.status == 401 else []
        visit.json({"error": error.code, "error_description": error.description}, error.status, headers)


def client(visit):
    """Checks the client's credentials in Basic or in the body, but not in both."""
    scheme, _, text = visit.headers.get("Authorization", "").partition(" ")
    given = None
    if scheme.lower() == "basic":
        try:
            name, _, secret = base64.b64decode(text, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError) as error:
            raise Refused("invalid_client", "the credentials are malformed", 401) from error
        given = unquote(name.replace("+", " ")), unquote(secret.replace("+", " "))
    if "client_secret" in visit.fields:
        if given:
            raise Refused("invalid_request", "the client authenticates in two ways")
        given = visit.fields.get("client_id", ""), visit.fields["client_secret"]
    if given is None or CLIENTS.get(given[0]) != given[1]:
        raise Refused("invalid_client", "the client is not known", 401)


def decoded(text: str, plain: bool) -> bytes:
    try:
        if plain:
            return base64.b64decode(text, validate=True)
        if set(text) & set("+/=\r\n "):
            raise Refused("invalid_grant", "the assertion is not base64url without padding")
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise Refused("invalid_grant", "the assertion is not base64") from error


def checked(visit, name, text: str) -> verify.Claims:
    kind = SERVERS[name]
    data = decoded(text, kind.plain_base64)
    if not data.lstrip().startswith(b"<") or b"RequestSecurityTokenResponse" in data:
        raise Refused("invalid_grant", "one Assertion element is expected, without anything around it")
    realm = f"{visit.context.addresses.oauth}/{name}"
    try:
        claims = verify.check(data, realm, visit.context.keys["certificate"])
    except verify.Refused as error:
        raise Refused("invalid_grant", f"the assertion is refused: {error}") from error
    if kind.recipient and claims.recipient != f"{realm}/token":
        raise Refused("invalid_grant", "the assertion names another Recipient, or none")
    return claims


def issue(visit, name, user, until, given="") -> dict:
    """given: the received refresh token."""
    kind = SERVERS[name]
    end = min(time.time() + kind.seconds, until)
    key = tickets.give(visit, name, user, end)
    answer = {"access_token": key, "token_type": "Bearer", "expires_in": int(end - time.time())}
    if "scope" in visit.fields:
        answer["scope"] = visit.fields["scope"]
    if kind.refresh == "new" or kind.refresh and not given:
        visit.context.tickets.pop(given, None)
        answer |= {"refresh_token": tickets.give(visit, f"{name}/refresh", user, time.time() + 86400),
                   "jti": secrets.token_hex(16)}
    return answer


def refreshed(visit, name) -> dict:
    """Implements RFC 6749 section 6."""
    given = visit.fields.get("refresh_token", "")
    known = visit.context.tickets.get(given)
    if not isinstance(known, tuple) or known[0] != f"{name}/refresh" or known[2] < time.time():
        raise Refused("invalid_grant", "the refresh token is not valid")
    return issue(visit, name, known[1], known[2], given)


def bearer(visit, name) -> dict:
    """Implements RFC 7522 section 2.1."""
    claims = checked(visit, name, visit.fields.get("assertion", ""))
    if claims.version != "2.0":
        raise Refused("invalid_grant", "the assertion is not SAML 2.0")
    return issue(visit, name, claims.user, claims.until)


def exchange(visit, name) -> dict:
    """Implements RFC 8693 section 2.1."""
    fields = visit.fields
    claims = checked(visit, name, fields.get("subject_token", ""))
    wanted = {"1.1": TOKEN_TYPE + "saml1", "2.0": TOKEN_TYPE + "saml2"}[claims.version]
    if fields.get("subject_token_type") != wanted:
        raise Refused("invalid_request", f"the subject token is of type {wanted}")
    if fields.get("requested_token_type", TOKEN_TYPE + "access_token") != TOKEN_TYPE + "access_token":
        raise Refused("invalid_request", "this server issues access tokens only")
    return issue(visit, name, claims.user, claims.until) | {"issued_token_type": TOKEN_TYPE + "access_token"}


def resource(visit, name):
    key, user = tickets.taken(visit, name)
    if user is None:
        error = ', error="invalid_token", error_description="The access token expired"' if key else ""
        visit.json({"error": "a token is needed"}, 401, [("WWW-Authenticate", f'Bearer realm="{name}"{error}')])
        return
    visit.json({"server": name, "user": user})
