"""The relying parties that every farm knows: what each is called, where its answer goes, and what it looks like."""

from dataclasses import dataclass

# The Everlive applications, and for how many seconds a token of theirs is good.
APPS = {"lab-app": 3600, "brief-app": 60}


@dataclass(frozen=True)
class Party:
    name: str
    about: str
    token: str = "saml11"           # saml11, saml20, jwt, fault
    trust: str = "2005"             # the namespace of the answer: 2005, 13
    collection: bool = False
    shape: tuple = ()               # names of response.py: what is odd about the answer
    encrypted: bool = False
    recipient: bool = False         # SAML 2.0: SubjectConfirmationData says who may take it
    minutes: int = 60
    host: str = "party"             # party, everlive, oauth
    behaviour: str = ""             # of the party itself: loop (never content)
    first_farm: str = "plain"       # where its start page sends strangers


PARTIES = [
    Party("bare", "SAML 1.1 in the old namespace, as AD FS answers by default"),
    Party("collection", "SAML 2.0 in a collection", token="saml20", trust="13", collection=True),
    Party("lab-app", "the Everlive application", host="everlive"),
    Party("brief-app", "an Everlive application whose tokens last a minute", host="everlive"),
]


class Parties:
    """The parties with their addresses."""

    def __init__(self, addresses):
        self.addresses = addresses
        self.by_realm = {self.realm(party): party for party in PARTIES}

    def realm(self, party: Party) -> str:
        if party.host == "everlive":
            return f"{self.addresses.everlive}/v1/{party.name}"
        if party.host == "oauth":
            return f"{self.addresses.oauth}/{party.name}"
        return f"urn:fedauth:lab:{party.name}"

    def reply(self, party: Party) -> str:
        if party.host == "everlive":
            return f"{self.realm(party)}/adfs/token"
        if party.host == "oauth":
            return f"{self.realm(party)}/token"
        return f"{self.addresses.party}/{party.name}/signin"

    def named(self, name: str):
        return next((party for party in PARTIES if party.name == name), None)

    def describe(self) -> dict:
        return {party.name: {"about": party.about, "realm": self.realm(party), "replyURL": self.reply(party)}
                | self._pages(party) for party in PARTIES}

    def _pages(self, party: Party) -> dict:
        if party.host != "party":
            return {}
        home = f"{self.addresses.party}/{party.name}"
        return {"startURL": f"{home}/", "resourceURL": f"{home}/resource"}
