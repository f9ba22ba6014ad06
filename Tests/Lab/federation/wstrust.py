"""WS-Trust: a token for a user name and password, or for a certificate."""

import uuid
from xml.sax.saxutils import escape

from lxml import etree

from . import faults, people, response, signing
from .assertion import stamp
from .visit import page

SOAP = "http://www.w3.org/2003/05/soap-envelope"
ADDRESSING = "http://www.w3.org/2005/08/addressing"
CONTENT = "application/soap+xml; charset=utf-8"


def envelope(action: str, body: str, related: str = "") -> str:
    relates = f"<a:RelatesTo>{escape(related)}</a:RelatesTo>" if related else ""
    return (f'<s:Envelope xmlns:s="{SOAP}" xmlns:a="{ADDRESSING}" xmlns:u="{response.UTILITY}"><s:Header>'
            f'<a:Action s:mustUnderstand="1">{action}</a:Action>{relates}'
            f'<o:Security s:mustUnderstand="1" xmlns:o="{response.SECURITY}"><u:Timestamp u:Id="_0">'
            f"<u:Created>{stamp_now()}</u:Created></u:Timestamp></o:Security></s:Header>"
            f'<s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{body}</s:Body></s:Envelope>')


def stamp_now() -> str:
    import time
    return stamp(time.time())


@page("farm", "/adfs/services/trust/13/usernamemixed", "/adfs/services/trust/2005/usernamemixed")
def username_mixed(visit):
    version = visit.route.lower().split("/")[4]
    if version not in visit.farm.active:
        visit.html("Service Unavailable", "<h2>Service Unavailable</h2><p>HTTP Error 503.</p>", 503)
        return
    if visit.farm.fault:
        refuse(visit, visit.farm.fault)
        return
    try:
        request = Request(visit, version)
    except (etree.XMLSyntaxError, ValueError):
        refuse(visit, "request")
        return
    user = people.signed_in(request.user, request.password, visit.farm.names)
    if user is None:
        refuse(visit, "password", request.identifier)
    elif user == people.DENIED:
        refuse(visit, "denied", request.identifier)
    else:
        grant(visit, version, request, user)


class Request:
    """A RequestSecurityToken, checked as far as AD FS does."""

    def __init__(self, visit, version: str):
        root = signing.parse(visit.body)
        namespaces = {"s": SOAP, "a": ADDRESSING, "t": response.NAMESPACE[version], "o": response.SECURITY,
                      "p": "http://schemas.xmlsoap.org/ws/2004/09/policy"}
        one = lambda path: root.findtext(path, None, namespaces)  # noqa: E731
        self.identifier = one("s:Header/a:MessageID") or f"urn:uuid:{uuid.uuid4()}"
        if one("s:Header/a:Action") != f"{response.NAMESPACE[version]}/RST/Issue":
            raise ValueError("action")
        token = "s:Header/o:Security/o:UsernameToken"
        self.user, self.password = one(f"{token}/o:Username") or "", one(f"{token}/o:Password") or ""
        request = "s:Body/t:RequestSecurityToken"
        self.realm = one(f"{request}/p:AppliesTo/a:EndpointReference/a:Address")
        self.kind = one(f"{request}/t:TokenType") or ""
        if not self.realm or not one(f"{request}/t:RequestType") or not one(f"{request}/t:KeyType"):
            raise ValueError("request")


def grant(visit, version, request, user):
    parties, issuer = visit.context.parties, visit.context.issuer
    party = parties.by_realm.get(request.realm)
    if party is None:
        refuse(visit, "scope", request.identifier)
        return
    kind = "saml20" if "2.0" in request.kind else "saml11" if request.kind else party.token
    what = issuer.statement(visit.farm.label, user, party)
    body = response.wrap(issuer.token(what, party, kind), kind, what, version, version == "13")
    namespace = response.NAMESPACE[version]
    action = f"{namespace}/RSTRC/IssueFinal" if version == "13" else f"{namespace}/RSTR/Issue"
    visit.answer(200, envelope(action, body, request.identifier), CONTENT)


def refuse(visit, name: str, related: str = ""):
    text = faults.body(name)
    visit.answer(500, envelope("http://www.w3.org/2005/08/addressing/soap/fault", text, related), CONTENT)
