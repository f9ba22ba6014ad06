"""Parses a RequestSecurityToken with the checks of AD FS."""

import base64
import time
import uuid
from urllib.parse import urlsplit

import xmlsec

from . import people, signing
from .response import NAMESPACE, SECURITY, UTILITY
from .soap import ADDRESSING, SOAP
from .verify import seconds

DSIG = "http://www.w3.org/2000/09/xmldsig#"
CERTIFICATE_TYPE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3"
SKEW = 300


class Refused(Exception):
    """Carries the name of a fault."""


class Request:
    def __init__(self, visit, version: str):
        if not visit.headers.get("Content-Type", "").lower().startswith("application/soap+xml"):
            raise Refused("request")
        self.root = signing.parse(visit.body)
        self.namespaces = {"s": SOAP, "a": ADDRESSING, "t": NAMESPACE[version], "o": SECURITY, "u": UTILITY,
                           "d": DSIG, "p": "http://schemas.xmlsoap.org/ws/2004/09/policy"}
        self.identifier = self.text("s:Header/a:MessageID") or f"urn:uuid:{uuid.uuid4()}"
        if self.text("s:Header/a:Action") != f"{NAMESPACE[version]}/RST/Issue":
            raise Refused("request")
        to = urlsplit(self.text("s:Header/a:To"))
        if (to.scheme, to.netloc, to.path.lower()) != ("https", visit.headers["Host"], visit.route.lower()):
            raise Refused("destination")
        request = "s:Body/t:RequestSecurityToken"
        self.realm = self.text(f"{request}/p:AppliesTo/a:EndpointReference/a:Address")
        self.kind = self.text(f"{request}/t:TokenType")
        key_type = NAMESPACE["13"] + "/Bearer" if version == "13" else \
            "http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey"
        if self.text(f"{request}/t:RequestType") != f"{NAMESPACE[version]}/Issue" \
                or self.text(f"{request}/t:KeyType") != key_type or not self.realm:
            raise Refused("request")

    def one(self, path: str):
        found = self.root.findall(path, self.namespaces)
        return found[0] if len(found) == 1 else None

    def text(self, path: str) -> str:
        element = self.one(path)
        return "" if element is None else element.text or ""

    def check_time(self):
        try:
            created, expires = (seconds(self.text(f"s:Header/o:Security/u:Timestamp/u:{name}"))
                                for name in ("Created", "Expires"))
        except ValueError as error:
            raise Refused("security") from error
        if not created - SKEW <= time.time() <= expires + SKEW:
            raise Refused("security")

    def username_token(self):
        self.check_time()
        token = "s:Header/o:Security/o:UsernameToken"
        if self.one(token) is None:
            raise Refused("security")
        return self.text(f"{token}/o:Username"), self.text(f"{token}/o:Password")

    def signer(self, authority: str):
        """Returns the account of the certificate that signed the time stamp: its common name."""
        self.check_time()
        token = self.one("s:Header/o:Security/o:BinarySecurityToken")
        signature = self.one("s:Header/o:Security/d:Signature")
        if token is None or signature is None or token.get("ValueType") != CERTIFICATE_TYPE:
            raise Refused("security")
        stamp = self.one("s:Header/o:Security/u:Timestamp")
        signed = {one.get("URI") for one in signature.iter(f"{{{DSIG}}}Reference")}
        if f"#{stamp.get(f'{{{UTILITY}}}Id')}" not in signed:
            raise Refused("security")
        certificate = base64.b64decode("".join((token.text or "").split()))
        xmlsec.tree.add_ids(self.root, ["Id"])
        try:
            context = xmlsec.SignatureContext()
            context.key = xmlsec.Key.from_memory(certificate, xmlsec.KeyFormat.CERT_DER)
            context.verify(signature)
        except xmlsec.Error as error:
            raise Refused("security") from error
        return people.certified(certificate, authority)
