"""A platform like Everlive, with other paths, another JSON format, and other names in its response."""

import base64
import binascii
import json
import time

from . import everlive, tickets, verify
from .parties import CUSTOM
from .visit import page

SCHEME, SECONDS = "LabToken", 1800


@page("everlive", f"/{CUSTOM}/adfs/token")
def token(visit):
    everlive.token(visit, CUSTOM)


@page("everlive", f"/{CUSTOM}/login")
def login(visit):
    """Takes {"login": {"by": "saml", "proof": BASE64}}."""
    try:
        wanted = json.loads(visit.body)["login"]
        if wanted["by"] != "saml":
            raise ValueError(wanted["by"])
        realm = f"{visit.context.addresses.everlive}/{CUSTOM}"
        claims = verify.check(base64.b64decode(wanted["proof"], validate=True), realm, visit.context.keys["certificate"])
    except (ValueError, KeyError, TypeError, binascii.Error, verify.Refused) as error:
        visit.json({"fault": {"text": f"no sign-in: {error}"}}, 400)
        return
    key = tickets.give(visit, CUSTOM, claims.user, time.time() + SECONDS)
    visit.json({"session": {"key": key, "scheme": SCHEME, "seconds": SECONDS, "who": {"name": claims.user}}})


@page("everlive", f"/{CUSTOM}/me", f"/{CUSTOM}/logout")
def inside(visit):
    key, user = tickets.taken(visit, CUSTOM, SCHEME.lower())
    if user is None:
        visit.json({"fault": {"text": "no session"}}, 401, [("WWW-Authenticate", f'{SCHEME} realm="{CUSTOM}"')])
    elif visit.route.endswith("/logout"):
        visit.context.tickets.pop(key, None)
        visit.answer(204, b"", None)
    else:
        visit.json({"user": user})
