"""/adfs/ls: the steps from a request to an answer."""

import time

from . import certificates, forms, forms2, homerealm, integrated, pages, people, second, signout
from .asked import GENERAL, asked_for, fatal
from .loops import too_often
from .visit import cookie, page

# Values that make AD FS use one method for every user agent.
WINDOWS = "urn:federation:authentication:windows"
CERTIFICATE = ("urn:oasis:names:tc:SAML:1.0:am:X509-PKI", "urn:ietf:rfc:2246")


@page("farm", "/adfs/ls", "/adfs/ls/*")
def passive(visit):
    action = visit.query.get("wa") or visit.fields.get("wa")
    if action in ("wsignout1.0", "wsignoutcleanup1.0"):
        signout.leave(visit, action)
    elif visit.fields.get("wa") == "wsignin1.0":
        homerealm.arrive(visit)
    elif action == "wsignin1.0" or visit.route.lower().endswith("/idpinitiatedsignon.aspx"):
        asked = asked_for(visit)
        if asked:
            walk(visit, asked)
    else:
        fatal(visit, GENERAL)


def walk(visit, asked):
    names = [name for name, _ in visit.posted]
    if visit.farm.strict and len(names) != len(set(names)):
        fatal(visit, "Duplicate post parameter.", asked.party.name)
        return
    if integrated.here(visit):
        integrated.answer(visit)
        return
    session = session_of(visit)
    if visit.command == "POST" and answered(visit, asked, session):
        return
    if session is None:
        ask(visit)
    elif session.user == people.DENIED:
        fatal(visit, "MSIS7068: Access denied.", asked.party.name)
    elif second.wanted(visit, session):
        second.show(visit, session)
    elif visit.farm.loop_guard and too_often(session):
        fatal(visit, "MSIS7042: The same client browser session has made '6' requests in the last '20' seconds. "
              "Contact your administrator for details.", asked.party.name)
    else:
        issue(visit, asked, session)


def answered(visit, asked, session) -> bool:
    """Returns whether the posted fields belonged to one of the farm's pages and were handled."""
    fields, method = visit.fields, visit.fields.get("AuthMethod", "")
    if visit.farm.version == "2.0" and forms2.USER in fields:
        forms2.check(visit, lambda user: issue_at_once(visit, asked, user))
    elif homerealm.chosen(visit):
        pass
    elif method == "FormsAuthentication":
        forms.check(visit)
    elif method == "CertificateAuthentication" and visit.farm.certificate and session is None:
        certificates.take(visit)
    elif method and session is not None and not second.done(visit, session):
        second.take(visit, session)
    else:
        return False
    return True


def ask(visit):
    """Sends the first page to a client without a session."""
    wanted = visit.query.get("wauth")
    if certificates.here(visit) or (wanted in CERTIFICATE and visit.farm.certificate):
        certificates.take(visit)
    elif visit.farm.integrated and (wanted == WINDOWS or integrated.listed(visit)):
        visit.redirect(integrated.address(visit))
    elif visit.farm.home_realms and not homerealm.known(visit):
        homerealm.ask(visit)
    elif visit.farm.version == "2.0":
        forms2.show(visit)
    else:
        forms.show(visit)


def session_of(visit):
    session = visit.context.sessions.get(visit.farm.label, visit.cookie("MSISAuth"))
    if session is None:
        return None
    age, limit = time.time() - session.since, visit.query.get("wfresh", "")
    if limit.isdigit() and age >= int(limit) * 60 and not session.fresh:
        return None
    return session


def issue_at_once(visit, asked, user):
    """AD FS 2.0 sends the answer directly after the password, without a redirect."""
    key = visit.context.sessions.open(visit.farm.label, user)
    issue(visit, asked, visit.context.sessions.get(visit.farm.label, key), [cookie("MSISAuth", key, "/adfs")])


def issue(visit, asked, session, headers=()):
    session.fresh = False
    if asked.party.name not in session.visited:
        session.visited.append(asked.party.name)
    issuer, label = visit.context.issuer, visit.farm.label
    if asked.initiated:
        text = pages.posting(asked.reply, {"SAMLResponse": issuer.saml_response(label, session.user, asked.party)})
    else:
        reply = f"{visit.context.addresses.duo}/stray" if visit.farm.strays else asked.reply
        text = pages.answer(reply, issuer.answer(label, session.user, asked.party), visit.query.get("wctx"))
    visit.page(text, headers=[*headers, cookie("MSISAuthenticated", "MTEvMjIvMjAyNg==", "/adfs"),
                              cookie("MSISLoopDetectionCookie", "MjAyNi0xMS0yMg==", "/adfs")])
