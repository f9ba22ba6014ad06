"""Builds assertions as AD FS does: SAML 1.1 and 2.0, not yet signed."""

import time
import uuid
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from . import people

CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
MICROSOFT = "http://schemas.microsoft.com/ws/2008/06/identity/claims"


def stamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(seconds))


@dataclass
class Statement:
    """The content of an assertion: subject, audience, issuer, and lifetime."""

    issuer: str
    audience: str
    user: str
    minutes: int = 60
    recipient: str = ""
    method: str = "urn:oasis:names:tc:SAML:1.0:am:password"
    more: list = field(default_factory=list)        # of (namespace, name, value)
    now: float = field(default_factory=time.time)

    @property
    def until(self) -> str:
        return stamp(self.now + self.minutes * 60)

    def claims(self):
        yield CLAIMS, "upn", people.upn(self.user)
        yield CLAIMS, "name", f"{people.DOMAIN}\\{self.user}"
        # Two values with one name, and characters that XML must escape.
        yield MICROSOFT, "role", "Domain Users"
        yield MICROSOFT, "role", "R&D <lab> \"quoted\""
        yield from self.more


def _grouped(claims):
    names = {}
    for namespace, name, value in claims:
        names.setdefault((namespace, name), []).append(escape(value))
    return names.items()


def saml11(what: Statement) -> str:
    subject = ('<saml:Subject><saml:NameIdentifier Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">'
               f"{escape(people.upn(what.user))}</saml:NameIdentifier><saml:SubjectConfirmation>"
               "<saml:ConfirmationMethod>urn:oasis:names:tc:SAML:1.0:cm:bearer</saml:ConfirmationMethod>"
               "</saml:SubjectConfirmation></saml:Subject>")
    attributes = "".join(
        f'<saml:Attribute AttributeName="{name}" AttributeNamespace="{namespace}">'
        + "".join(f"<saml:AttributeValue>{value}</saml:AttributeValue>" for value in values) + "</saml:Attribute>"
        for (namespace, name), values in _grouped(what.claims()))
    return (f'<saml:Assertion MajorVersion="1" MinorVersion="1" AssertionID="_{uuid.uuid4()}" Issuer="{what.issuer}" '
            f'IssueInstant="{stamp(what.now)}" xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion">'
            f'<saml:Conditions NotBefore="{stamp(what.now)}" NotOnOrAfter="{what.until}">'
            f"<saml:AudienceRestrictionCondition><saml:Audience>{escape(what.audience)}</saml:Audience>"
            "</saml:AudienceRestrictionCondition></saml:Conditions>"
            f"<saml:AttributeStatement>{subject}{attributes}</saml:AttributeStatement>"
            f'<saml:AuthenticationStatement AuthenticationMethod="{what.method}" '
            f'AuthenticationInstant="{stamp(what.now)}">{subject}</saml:AuthenticationStatement></saml:Assertion>')


def saml20(what: Statement) -> str:
    recipient = f' Recipient="{escape(what.recipient)}"' if what.recipient else ""
    attributes = "".join(
        f'<Attribute Name="{namespace}/{name}">'
        + "".join(f"<AttributeValue>{value}</AttributeValue>" for value in values) + "</Attribute>"
        for (namespace, name), values in _grouped(what.claims()))
    return (f'<Assertion ID="_{uuid.uuid4()}" IssueInstant="{stamp(what.now)}" Version="2.0" '
            'xmlns="urn:oasis:names:tc:SAML:2.0:assertion">'
            f"<Issuer>{what.issuer}</Issuer>"
            '<Subject><NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">'
            f"{escape(people.upn(what.user))}</NameID>"
            '<SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">'
            f'<SubjectConfirmationData NotOnOrAfter="{stamp(what.now + 300)}"{recipient}/></SubjectConfirmation></Subject>'
            f'<Conditions NotBefore="{stamp(what.now)}" NotOnOrAfter="{what.until}">'
            f"<AudienceRestriction><Audience>{escape(what.audience)}</Audience></AudienceRestriction></Conditions>"
            f"<AttributeStatement>{attributes}</AttributeStatement>"
            f'<AuthnStatement AuthnInstant="{stamp(what.now)}"><AuthnContext><AuthnContextClassRef>'
            "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</AuthnContextClassRef></AuthnContext>"
            "</AuthnStatement></Assertion>")


BUILDERS = {"saml11": saml11, "saml20": saml20}
