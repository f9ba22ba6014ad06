"""Parses a request to /adfs/ls, and shows the error pages for invalid ones."""

import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from . import pages
from .parties import Party

GENERAL = "An error occurred. Contact your administrator for more information."


@dataclass(frozen=True)
class Asked:
    party: Party
    reply: str
    initiated: bool = False     # SAML's own response, without a request of the relying party


def asked_for(visit):
    """Returns the requested party, or None after an error page."""
    initiated = visit.route.lower().endswith("/idpinitiatedsignon.aspx")
    if initiated and not visit.farm.initiated:
        fatal(visit, "MSIS7012: An error occurred while processing the request. Contact your administrator for details.")
        return None
    parties = visit.context.parties
    party = parties.by_realm.get(visit.query.get("loginToRp" if initiated else "wtrealm", ""))
    if party is None:
        fatal(visit, "MSIS7007: The requested relying party trust is unspecified or unsupported.")
        return None
    reply = visit.query.get("wreply") or parties.reply(party)
    if not belongs(reply, parties.reply(party)):
        fatal(visit, GENERAL, party.name)
        return None
    return Asked(party, reply, initiated)


def belongs(wanted: str, known: str) -> bool:
    """Checks that a wreply has the origin of the relying party."""
    given, own = urlsplit(wanted), urlsplit(known)
    return (given.scheme, given.netloc.lower()) == (own.scheme, own.netloc.lower())


def fatal(visit, text, party=""):
    when = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime())
    visit.page(pages.fatal(text, visit.number_of_request(), when, party))
