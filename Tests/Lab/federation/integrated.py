"""Integrated Windows authentication: for listed user agents only, with a ticket of the lab's realm."""

import base64
import re

import gssapi

from . import people
from .visit import cookie

AGENTS = ["MSAuthHost/1.0/In-Domain", "MSIE 6.0", "MSIE 7.0", "MSIE 8.0", "MSIE 9.0", "MSIE 10.0", "Trident/7.0", "MSIPC",
          "Windows Rights Management Client"]
EDGE = re.compile(r"Windows\s*NT.*Edge")
PATHS = {"wia": "/adfs/ls/wia", "old": "/adfs/ls/auth/integrated/"}


def listed(visit) -> bool:
    agent = visit.headers.get("User-Agent", "")
    return any(one in agent for one in AGENTS) or bool(EDGE.search(agent))


def here(visit) -> bool:
    return bool(visit.farm.integrated) and visit.route.lower().rstrip("/") == PATHS[visit.farm.integrated].rstrip("/")


def address(visit) -> str:
    query = visit.again().partition("?")[2]
    return visit.absolute(f"{PATHS[visit.farm.integrated]}?{query}")


def answer(visit):
    scheme, _, text = visit.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "negotiate":
        challenge(visit)
        return
    try:
        credentials = gssapi.Credentials(usage="accept", store={"keytab": visit.context.keytab})
        context = gssapi.SecurityContext(creds=credentials, usage="accept")
        reply = context.step(base64.b64decode(text))
    except (gssapi.exceptions.GSSError, ValueError):
        challenge(visit)
        return
    user = people.account(str(context.initiator_name).lower())
    if not context.complete or user is None:
        challenge(visit)
        return
    key = visit.context.sessions.open(visit.farm.label, user)
    query = visit.again().partition("?")[2]
    proof = [("WWW-Authenticate", "Negotiate " + base64.b64encode(reply).decode())] if reply else []
    visit.redirect(visit.absolute(f"/adfs/ls/?{query}"), headers=[*proof, cookie("MSISAuth", key, "/adfs")])


def challenge(visit):
    """Repeats the challenge for a client without a ticket; there is no form after it."""
    visit.answer(401, "<html><head><title>401 - Unauthorized: Access is denied due to invalid credentials.</title></head>"
                      "<body><h2>401 - Unauthorized: Access is denied due to invalid credentials.</h2></body></html>",
                 headers=[("WWW-Authenticate", "Negotiate"), ("WWW-Authenticate", "NTLM")])
