"""The tokens of a farm: built, signed, and wrapped for the relying party."""

import base64
import uuid

from . import faults, jwt, response, signing
from .assertion import BUILDERS, Statement, stamp
from .parties import Party

# Larger than one header, one form field or one buffer of usual size.
OVERSIZE = 700 << 10
# The claims that aws-adfs reads.
AWS_CLAIMS = [("https://aws.amazon.com/SAML/Attributes", "Role",
               "arn:aws:iam::123456789012:saml-provider/lab,arn:aws:iam::123456789012:role/lab-admin"),
              ("https://aws.amazon.com/SAML/Attributes", "SessionDuration", "7200")]
ENCRYPTED = b'<EncryptedAssertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion">?</EncryptedAssertion>'
ENCODING = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary"


class Issuer:
    def __init__(self, keys: dict, parties):
        self.keys, self.parties = keys, parties

    def statement(self, farm: str, user: str, party: Party) -> Statement:
        # The issuer of AD FS is a name and not an address: http, and without a port.
        what = Statement(f"http://fs-{farm}.localhost/adfs/services/trust", self.parties.realm(party), user,
                         party.minutes, self.parties.reply(party) if party.recipient else "")
        if "oversize" in party.shape:
            what.more.append(("urn:fedauth:lab", "padding", "x" * OVERSIZE))
        if party.host == "aws":
            what.more += AWS_CLAIMS
        return what

    def token(self, what: Statement, party: Party, kind: str) -> bytes:
        if kind == "jwt":
            text = base64.b64encode(jwt.token(what, self.keys["key"]).encode()).decode()
            return (f'<wsse:BinarySecurityToken ValueType="{response.TOKEN_TYPE["jwt"]}" EncodingType="{ENCODING}" '
                    f'xmlns:wsse="{response.SECURITY}">{text}</wsse:BinarySecurityToken>').encode()
        signed = signing.sign(BUILDERS[kind](what), self.keys["key"], self.keys["certificate"])
        if "altered" in party.shape:
            signed = signed.replace(b"Domain Users", b"Domain Admins", 1)
        if "one-line" in party.shape:
            # White space matters inside the signed content, but not inside the signature's base64.
            head, mark, tail = signed.partition(b"<ds:SignatureValue>")
            signed = head + mark + tail.replace(b"\n", b"")
        if party.encrypted:
            signed = signing.encrypt(signed, self.keys["party_certificate"])
            if kind == "saml20":
                signed = ENCRYPTED.replace(b"?", signed)
        return signed

    def answer(self, farm: str, user: str, party: Party) -> str:
        """Returns wresult of a passive sign-in."""
        what = self.statement(farm, user, party)
        if party.token == "fault":
            return faults.passive("cancelled" if "cancelled" in party.shape else "bad")
        if party.token == "jwt-bare":
            return jwt.token(what, self.keys["key"])
        token = self.token(what, party, party.token)
        return response.wrap(token, party.token, what, party.trust, party.collection, party.shape)

    def saml_response(self, farm: str, user: str, party: Party) -> str:
        """Returns SAML's own response as base64."""
        what = self.statement(farm, user, party)
        reply = self.parties.reply(party)
        text = (f'<samlp:Response ID="_{uuid.uuid4()}" Version="2.0" IssueInstant="{stamp(what.now)}" Destination="{reply}" '
                'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">'
                f'<Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">{what.issuer}</Issuer>'
                '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
                f'{self.token(what, party, "saml20").decode()}</samlp:Response>')
        return base64.b64encode(text.encode()).decode()
