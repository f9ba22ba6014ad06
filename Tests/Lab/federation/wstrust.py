"""WS-Trust: a token for a user name and password, or for a certificate."""

from lxml import etree

from . import certificates, faults, people, response, soap
from .request import Refused, Request
from .visit import page

VERSIONS = ("13", "2005")


def _paths(endpoint: str):
    return [f"/adfs/services/trust/{version}/{endpoint}" for version in VERSIONS]


def _serve(visit, who):
    """who: returns the account of a request, or raises Refused."""
    version = visit.route.lower().split("/")[4]
    if version not in visit.farm.active:
        visit.html("Service Unavailable", "<h2>Service Unavailable</h2><p>HTTP Error 503. The service is unavailable.</p>",
                   503)
        return
    request = None
    try:
        if visit.farm.fault:
            raise Refused(visit.farm.fault)
        request = Request(visit, version)
        user = who(request)
        if user == people.DENIED:
            raise Refused("denied")
        grant(visit, version, request, user)
    except (Refused, etree.XMLSyntaxError) as error:
        name = str(error) if isinstance(error, Refused) else "request"
        visit.answer(500, soap.envelope(soap.FAULT, faults.body(name), request.identifier if request else ""), soap.CONTENT)


@page("farm", *_paths("usernamemixed"))
def username_mixed(visit):
    def who(request):
        name, password = request.username_token()
        user = people.signed_in(name, password, visit.farm.names)
        if user is None:
            raise Refused("password-old" if visit.farm.version == "2.0" else "password")
        return user
    _serve(visit, who)


@page("farm", *_paths("certificatemixed"))
def certificate_mixed(visit):
    """Takes the certificate that signs the message's time stamp."""
    _serve(visit, lambda request: request.signer(visit.context.people) or _nobody())


@page("farm", *_paths("certificatetransport"))
def certificate_transport(visit):
    """Takes the certificate of the connection, where the server asks for one."""
    _serve(visit, lambda request: certificates.holder(visit) or _nobody())


def _nobody():
    raise Refused("password")


def grant(visit, version, request, user):
    parties, issuer = visit.context.parties, visit.context.issuer
    party = parties.by_realm.get(request.realm)
    if party is None:
        raise Refused("scope")
    kind = "saml20" if "2.0" in request.kind else "saml11" if request.kind else party.token
    if kind not in ("saml11", "saml20"):
        raise Refused("request")
    what = issuer.statement(visit.farm.label, user, party)
    body = response.wrap(issuer.token(what, party, kind), kind, what, version, version == "13", party.shape)
    namespace = response.NAMESPACE[version]
    action = f"{namespace}/RSTRC/IssueFinal" if version == "13" else f"{namespace}/RSTR/Issue"
    visit.answer(200, soap.envelope(action, body, request.identifier), soap.CONTENT)
