"""/adfs/ls: the walk from a request to an answer."""

import time
from urllib.parse import urlsplit

from . import pages, people
from .visit import cookie, page

WRONG = "Incorrect user ID or password. Type the correct user ID and password, and try again."
GENERAL = "An error occurred. Contact your administrator for more information."


@page("farm", "/adfs/ls", "/adfs/ls/*")
def passive(visit):
    action = visit.query.get("wa") or visit.fields.get("wa")
    if action == "wsignin1.0":
        sign_in(visit)
    else:
        fatal(visit, GENERAL)


def fatal(visit, text, party=""):
    visit.page(pages.fatal(text, visit.number_of_request(), time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime()),
                           party))


def sign_in(visit):
    parties = visit.context.parties
    party = parties.by_realm.get(visit.query.get("wtrealm", ""))
    if party is None:
        fatal(visit, "MSIS7007: The requested relying party trust is unspecified or unsupported.")
        return
    if not belongs(visit.query.get("wreply", ""), parties.reply(party)):
        fatal(visit, GENERAL, party.name)
        return
    if visit.command == "POST" and "AuthMethod" in visit.fields:
        posted(visit, party)
        return
    go_on(visit, party)


def belongs(wanted: str, known: str) -> bool:
    """A wreply must be at the relying party's own address, or below it."""
    if not wanted:
        return True
    given, own = urlsplit(wanted), urlsplit(known)
    return (given.scheme, given.netloc.lower()) == (own.scheme, own.netloc.lower())


def posted(visit, party):
    names = [name for name, _ in visit.posted]
    if visit.farm.strict and len(names) != len(set(names)):
        fatal(visit, "Duplicate post parameter.", party.name)
        return
    forms(visit)


def forms(visit):
    """The form with user name and password; it needs not have been fetched."""
    farm, fields = visit.farm, visit.fields
    user = people.signed_in(fields.get("UserName", ""), fields.get("Password", ""), farm.names)
    if user is None:
        show_form(visit, WRONG)
        return
    lifetime = 86400 if farm.kmsi and fields.get("Kmsi") == "true" else None
    let_in(visit, user, "password", lifetime)


def let_in(visit, user, method, lifetime=None):
    key = visit.context.sessions.open(visit.farm.label, user, method)
    # The answer to the form is a redirect to the same page, where the cookie counts.
    visit.redirect(absolute(visit, visit.again()), headers=[cookie("MSISAuth", key, "/adfs", lifetime)])


def absolute(visit, path: str) -> str:
    return visit.context.addresses.farm(visit.farm.label) + path


def session_of(visit):
    session = visit.context.sessions.get(visit.farm.label, visit.cookie("MSISAuth"))
    if session is None:
        return None
    age, limit = time.time() - session.since, visit.query.get("wfresh", "")
    if limit.isdigit() and age >= int(limit) * 60 and not session.fresh:
        return None
    return session


def go_on(visit, party):
    session = session_of(visit)
    if session is None:
        show_form(visit)
    elif session.user == people.DENIED:
        fatal(visit, "MSIS7068: Access denied.", party.name)
    else:
        issue(visit, party, session)


def issue(visit, party, session):
    session.fresh = False
    reply = visit.query.get("wreply") or visit.context.parties.reply(party)
    result = visit.context.issuer.answer(visit.farm.label, session.user, party)
    visit.page(pages.answer(reply, result, visit.query.get("wctx")),
               headers=[cookie("MSISAuthenticated", "MTEvMjIvMjAyNg==", "/adfs"),
                        cookie("MSISLoopDetectionCookie", "MjAyNi0xMS0yMg==", "/adfs")])


def show_form(visit, error=""):
    own = visit.again(**{"client-request-id": visit.number_of_request()})
    action = absolute(visit, own) if visit.farm.action == "absolute" else own
    visit.page(pages.sign_in(action, absolute(visit, own), visit.fields.get("UserName") or visit.query.get("username", ""),
                             error, visit.farm.kmsi))
