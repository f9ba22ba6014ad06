"""The pages of the relying parties: a start, the address for answers, and a resource."""

import secrets
import time
from urllib.parse import urlencode

from . import verify
from .visit import cookie, gone, page

SESSION = "FedAuth"


@page("party", "/*")
def pages(visit):
    _, name, *rest = visit.route.split("/")
    party = visit.context.parties.named(name)
    if party is None:
        visit.json({"error": "no such party"}, 404)
        return
    {"": start, "signin": arrive, "resource": resource}.get("/".join(rest), resource)(visit, party)


def start(visit, party):
    """Redirects to the farm, as Shibboleth's service provider does."""
    addresses, parties = visit.context.addresses, visit.context.parties
    query = {"wa": "wsignin1.0", "wreply": parties.reply(party), "wct": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
             "wtrealm": parties.realm(party), "wctx": "ss:mem:" + secrets.token_hex(32)}
    farm = visit.query.get("farm", party.first_farm)
    address = visit.context.other_provider if farm == "ssp" else addresses.sign_in(farm)
    visit.redirect(f"{address}?{urlencode(query)}")


def arrive(visit, party):
    if visit.command == "GET" and visit.query.get("wa") == "wsignoutcleanup1.0":
        visit.context.tickets.pop(visit.cookie(SESSION), None)
        visit.answer(200, b"GIF89a", "image/gif", [gone(SESSION, f"/{party.name}"), gone(SESSION + "1", f"/{party.name}")])
        return
    if visit.command != "POST" or visit.fields.get("wa") != "wsignin1.0":
        visit.json({"error": "a sign-in is expected here"}, 400)
        return
    try:
        keys = visit.context.keys
        claims = verify.check(visit.fields.get("wresult", "").encode(), visit.context.parties.realm(party),
                              keys["other_certificate" if party.first_farm == "ssp" else "certificate"])
    except verify.Refused as error:
        visit.json({"error": "the token is refused", "reason": str(error)}, 403)
        return
    key = secrets.token_urlsafe(32)
    visit.context.tickets[key] = (party.name, claims.user)
    # Two cookies, because the session module of WIF splits a large one.
    visit.redirect(f"{visit.context.addresses.party}/{party.name}/resource", headers=[
        cookie(SESSION, key, f"/{party.name}"), cookie(SESSION + "1", "part2", f"/{party.name}")])


def resource(visit, party):
    known = visit.context.tickets.get(visit.cookie(SESSION))
    if party.stubborn or known is None or known[0] != party.name or visit.cookie(SESSION + "1") != "part2":
        start(visit, party)
        return
    if party.name == "keystone":
        keystone(visit, known[1])
    else:
        visit.json({"party": party.name, "user": known[1], "signedIn": True})


def keystone(visit, user):
    """Returns a token of OpenStack's identity service, for keystoneauth1."""
    person = {"id": user, "name": user, "domain": {"id": "d", "name": "Federated"}}
    visit.json({"token": {"methods": ["saml2"], "user": person,
                          "issued_at": "2020-01-01T00:00:00.000000Z", "expires_at": "2099-01-01T00:00:00.000000Z"},
                "user": user}, headers=[("X-Subject-Token", f"keystone-of-{user}")])
