"""Sign-out: ends the session, and redirects the client to every party that got a token."""

from urllib.parse import urlsplit

from . import pages
from .visit import attribute, cookie, gone

COOKIES = ("MSISAuth", "MSISAuth1", "MSISAuthenticated", "MSISLoopDetectionCookie", "MSISHomeRealm")


def leave(visit, action: str):
    session = visit.context.sessions.close(visit.cookie("MSISAuth"))
    forget = [gone(name, "/adfs") for name in COOKIES]
    parties = visit.context.parties
    visited = [parties.named(name) for name in (session.visited if session else [])]
    cleanup = [f"{parties.reply(party)}?wa=wsignoutcleanup1.0" for party in visited if party.host == "party"]
    reply = visit.query.get("wreply", "")
    if reply and urlsplit(reply).hostname not in known_hosts(visit):
        reply = ""
    if visit.farm.version == "2.0":
        forget += [cookie("MSISSignOut", "U2lnbm91dA==", "/adfs"), cookie("MSISSignOutReply", "Ug==", "/adfs")]
    if reply and action == "wsignout1.0" and not cleanup:
        visit.redirect(reply, headers=forget)
        return
    frames = "".join(f'<iframe style="display:none" src="{attribute(address)}"></iframe>' for address in cleanup)
    onward = f'<a id="continue" href="{attribute(reply)}">Continue</a>' if reply else ""
    visit.page(pages.frame("Sign out", f'<div id="openingMessage">You have successfully signed out.</div>{frames}{onward}'),
               headers=forget)


def known_hosts(visit):
    addresses = visit.context.addresses
    return {urlsplit(one).hostname for one in (addresses.party, addresses.everlive, addresses.oauth)}
