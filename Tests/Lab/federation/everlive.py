"""The Everlive platform: the end of the passive sign-in, `Users`, `oauth/logout`, and data behind a bearer token."""

import base64
import binascii
import json
import time
from urllib.parse import quote

from . import tickets, verify
from .parties import APPS
from .visit import page


@page("everlive", "/v1/*")
def application(visit):
    _, _, name, *rest = visit.route.split("/")
    if name not in APPS:
        visit.json({"message": "The specified application was not found.", "errorCode": 213}, 404)
        return
    path = "/".join(rest)
    action = {"adfs/token": token, "Users": users, "oauth/logout": logout, "Users/me": myself}.get(path)
    if action is None:
        visit.json({"message": "Not found.", "errorCode": 101}, 404)
    else:
        action(visit, name)


def token(visit, name):
    """Takes the farm's answer and returns it in a redirect to an address that needs no listener."""
    if visit.command != "POST" or "wresult" not in visit.fields:
        visit.json({"message": "No token is passed.", "errorCode": 601}, 400)
        return
    text = base64.b64encode(visit.fields["wresult"].encode()).decode()
    form = visit.query.get("form", "")
    if form == "urlsafe":
        text = text.replace("+", "-").replace("/", "_").rstrip("=")
    value = {"raw": text, "blanks": text.replace("+", " ").replace(" ", "%20")}.get(form, quote(text, safe=""))
    sign = "#" if form == "fragment" else "?"
    visit.redirect(f"http://localhost{sign}access_token={value}")


def users(visit, name):
    """The first sign-in registers the user; the response is the same."""
    if visit.command != "POST":
        visit.json({"message": "Method not allowed.", "errorCode": 102}, 405)
        return
    try:
        identity = json.loads(visit.body)["Identity"]
        provider, text = identity["Provider"], identity["Token"]
    except (ValueError, KeyError, TypeError):
        visit.json({"message": "Invalid request body.", "errorCode": 201}, 400)
        return
    if provider != "ADFS" or not text:
        visit.json({"message": "No token is passed.", "errorCode": 601}, 400)
        return
    try:
        data = base64.b64decode(text, validate=True)
        realm = f"{visit.context.addresses.everlive}/v1/{name}"
        claims = verify.check(data, realm, visit.context.keys["certificate"])
    except (binascii.Error, verify.Refused) as error:
        visit.json({"message": f"Invalid access token. {error}", "errorCode": 801}, 403)
        return
    until = time.time() + APPS[name]
    key = tickets.give(visit, name, claims.user, until)
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(until))
    visit.json({"Result": {"access_token": key, "token_type": "bearer", "expiration_date": stamp,
                           "principal_id": f"principal-{claims.user}"}}, 201)


def logout(visit, name):
    key, user = tickets.taken(visit, name)
    if user is None:
        visit.json({"message": "Invalid access token.", "errorCode": 301}, 401)
        return
    visit.context.tickets.pop(key, None)
    visit.answer(204, b"", None)


def myself(visit, name):
    _, user = tickets.taken(visit, name)
    if user is None:
        visit.json({"message": "Access token is expired or invalid.", "errorCode": 302}, 401,
                   [("WWW-Authenticate", 'Bearer realm="everlive", error="invalid_token"')])
        return
    visit.json({"Result": {"Username": user, "IdentityProvider": "ADFS"}})
