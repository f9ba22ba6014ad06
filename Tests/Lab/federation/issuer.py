"""Tokens of a farm: built, signed, and wrapped as the relying party wants them."""

import base64

from . import response, signing
from .assertion import BUILDERS, Statement
from .parties import Party

# Bigger than what one header, one form field or one buffer of usual size holds.
OVERSIZE = 700 << 10


class Issuer:
    def __init__(self, keys: dict, parties):
        self.keys, self.parties = keys, parties

    def statement(self, farm: str, user: str, party: Party) -> Statement:
        # The issuer of AD FS is a name, not an address: http, and without a port.
        what = Statement(f"http://fs-{farm}.localhost/adfs/services/trust", self.parties.realm(party), user,
                         party.minutes, self.parties.reply(party) if party.recipient else "")
        if "oversize" in party.shape:
            what.more.append(("urn:fedauth:lab", "padding", "x" * OVERSIZE))
        return what

    def token(self, what: Statement, party: Party, kind: str = "") -> bytes:
        signed = signing.sign(BUILDERS[kind or party.token](what), self.keys["key"], self.keys["certificate"])
        if "altered" in party.shape:
            signed = signed.replace(b"Domain Users", b"Domain Admins", 1)
        if party.encrypted:
            signed = signing.encrypt(signed, self.keys["party_certificate"])
        return signed

    def answer(self, farm: str, user: str, party: Party) -> str:
        """wresult of a passive sign-in."""
        what = self.statement(farm, user, party)
        return response.wrap(self.token(what, party), party.token, what, party.trust, party.collection, party.shape)


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
