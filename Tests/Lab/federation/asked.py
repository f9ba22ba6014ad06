"""What a request to /adfs/ls asks for, and the pages that say that it cannot be had."""

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
    initiated: bool = False     # SAML's own answer, which the relying party did not ask for


def asked_for(visit):
    """What is asked for; None when it cannot be had, which the visitor was told."""
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
    """A wreply must be at the relying party's own origin."""
    given, own = urlsplit(wanted), urlsplit(known)
    return (given.scheme, given.netloc.lower()) == (own.scheme, own.netloc.lower())


def fatal(visit, text, party=""):
    when = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime())
    visit.page(pages.fatal(text, visit.number_of_request(), when, party))
