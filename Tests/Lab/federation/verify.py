"""Verifies a token as a relying party does, with all checks of the real ones."""

import calendar
import time
from dataclasses import dataclass

from lxml import etree

from . import signing

SAML = {"urn:oasis:names:tc:SAML:1.0:assertion": "1.1", "urn:oasis:names:tc:SAML:2.0:assertion": "2.0"}


class Refused(Exception):
    pass


@dataclass
class Claims:
    version: str
    subject: str
    audience: str
    issuer: str
    until: float
    recipient: str

    @property
    def user(self) -> str:
        return self.subject.partition("@")[0]


def seconds(text: str) -> float:
    return calendar.timegm(time.strptime(text.partition(".")[0].rstrip("Z"), "%Y-%m-%dT%H:%M:%S"))


def _assertion(data: bytes):
    """Returns the one assertion of an answer, or the assertion itself."""
    while data.startswith("\N{BYTE ORDER MARK}".encode()):
        data = data[3:]
    try:
        root = signing.parse(data)
    except etree.XMLSyntaxError as error:
        raise Refused(f"no XML: {error}") from error
    found = [one for one in root.iter("{*}Assertion") if etree.QName(one).namespace in SAML]
    if len(found) != 1:
        raise Refused(f"{len(found)} assertions")
    return found[0]


def check(data: bytes, audience: str, certificate: str) -> Claims:
    assertion = _assertion(data)
    try:
        signing.verify(assertion, certificate)
    except signing.BadSignature as error:
        raise Refused(f"the signature is not good: {error}") from error
    text = lambda name: (assertion.findtext(f".//{{*}}{name}") or "").strip()  # noqa: E731
    conditions = assertion.find("{*}Conditions")
    confirmation = assertion.find(".//{*}SubjectConfirmationData")
    if conditions is None:
        raise Refused("no conditions")
    version = SAML[etree.QName(assertion).namespace]
    claims = Claims(version, text("NameID" if version == "2.0" else "NameIdentifier"), text("Audience"),
                    assertion.get("Issuer") or text("Issuer"), seconds(conditions.get("NotOnOrAfter")),
                    "" if confirmation is None else confirmation.get("Recipient", ""))
    if time.time() >= claims.until:
        raise Refused("it has run out")
    if time.time() + 60 < seconds(conditions.get("NotBefore")):
        raise Refused("it is not good yet")
    if claims.audience != audience:
        raise Refused(f"it is for {claims.audience}")
    return claims
