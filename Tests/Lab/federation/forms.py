"""The form of AD FS 3.0 and later."""

from . import pages, people
from .visit import cookie

WRONG = "Incorrect user ID or password. Type the correct user ID and password, and try again."
LINKS = {"CertificateAuthentication": "Sign in using an X.509 certificate"}


def show(visit, error=""):
    own = visit.again(**{"client-request-id": visit.number_of_request()})
    action = visit.absolute(own) if visit.farm.action == "absolute" else own
    links = list(LINKS.items()) if visit.farm.certificate else ()
    visit.page(pages.sign_in(action, visit.absolute(own), visit.fields.get("UserName") or visit.query.get("username", ""),
                             error, visit.farm.kmsi, links))


def check(visit):
    """Accepts fields from a client that did not load the page."""
    farm, fields = visit.farm, visit.fields
    user = people.signed_in(fields.get("UserName", ""), fields.get("Password", ""), farm.names)
    if user is None:
        show(visit, WRONG)
        return
    let_in(visit, user, 86400 if farm.kmsi and fields.get("Kmsi") == "true" else None)


def let_in(visit, user, lifetime=None, back=""):
    """Redirects to the same page, which reads the cookie."""
    key = visit.context.sessions.open(visit.farm.label, user)
    visit.redirect(back or visit.absolute(visit.again()), headers=[cookie("MSISAuth", key, "/adfs", lifetime)])
