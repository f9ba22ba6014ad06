"""The relying parties of every farm: the name, the address for its answer, and the form of the answer."""

from dataclasses import dataclass

from .farms import FARMS

# The Everlive applications, and the lifetime of their tokens in seconds.
APPS = {"lab-app": 3600, "brief-app": 60, "twenty-app": 3600}
CUSTOM = "custom"       # an application of another platform, at the same name
AWS = "urn:amazon:webservices"


@dataclass(frozen=True)
class Party:
    name: str
    about: str
    token: str = "saml11"           # saml11, saml20, jwt, jwt-bare, fault
    trust: str = "2005"             # the namespace of the answer: 2005, 13
    collection: bool = False
    shape: tuple = ()               # names of response.py: the special forms of the answer
    encrypted: bool = False
    recipient: bool = False         # SAML 2.0: SubjectConfirmationData names the recipient
    minutes: int = 60
    host: str = "party"             # party, everlive, custom, oauth, farm, aws
    stubborn: bool = False          # the party's resource never accepts the token, and redirects to the farm for ever
    first_farm: str = "plain"       # the farm for clients without a session


_TWENTY = {"token": "saml20", "trust": "13", "collection": True}

PARTIES = [
    Party("bare", "SAML 1.1 in the old namespace, as AD FS answers by default"),
    Party("collection", "SAML 2.0 in a collection", **_TWENTY),
    Party("bare-13", "SAML 1.1 in the new namespace, no collection", trust="13"),
    Party("collection-11", "SAML 1.1 in a collection", trust="13", collection=True),
    Party("bare-20", "SAML 2.0 in the old namespace", token="saml20"),
    Party("jwt", "a JWT in a BinarySecurityToken", token="jwt"),
    Party("jwt-bare", "wresult is a JWT", token="jwt-bare"),
    Party("fault", "a SOAP fault: the request was bad", token="fault"),
    Party("cancelled", "a SOAP fault: the user cancelled", token="fault", shape=("cancelled",)),
    Party("encrypted", "an encrypted SAML 1.1 assertion", encrypted=True),
    Party("encrypted-20", "an encrypted SAML 2.0 assertion", encrypted=True, **_TWENTY),
    Party("declaration", "begins with an XML declaration", shape=("declaration",)),
    Party("bom", "begins with a byte-order mark", shape=("bom",)),
    Party("two-boms", "begins with two byte-order marks and an XML declaration", shape=("two-boms", "declaration")),
    Party("blanks", "white space around the assertion", shape=("blanks",)),
    Party("sparse", "no Lifetime, no TokenType, old addressing", shape=("sparse", "old-addressing")),
    Party("prefix", "the assertion's prefix is declared at the root only", shape=("outer-prefix",)),
    Party("one-line", "the signature's base64 is in one line", shape=("one-line",)),
    Party("two-tokens", "two assertions, which must be refused", shape=("two",)),
    Party("altered", "an attribute was changed after the signature", shape=("altered",)),
    Party("oversize", "700 KB", shape=("oversize",)),
    Party("spent", "has expired already", minutes=-5),
    Party("brief", "is valid for two minutes", minutes=2),
    Party("loop", "never accepts the token, and redirects to the farm again", stubborn=True, first_farm="guard"),
    Party("keystone", "answers as OpenStack's identity service does"),
    Party("ssp", "SimpleSAMLphp is its identity provider", first_farm="ssp"),
    Party("lab-app", "an Everlive application", host="everlive"),
    Party("brief-app", "an Everlive application whose tokens last a minute", host="everlive"),
    Party("twenty-app", "an Everlive application that gets SAML 2.0 in a collection", host="everlive", **_TWENTY),
    Party(CUSTOM, "an application of another platform", host="custom"),
    Party("bearer", "an authorization server for SAML 2.0 assertions", host="oauth", **_TWENTY),
    Party("uaa", "the same; the assertion must name it as its Recipient", host="oauth", recipient=True, **_TWENTY),
    Party("no-recipient", "the same, but the farm's assertion names no Recipient", host="oauth", **_TWENTY),
    Party("sap", "the same; accepts plain base64 only", host="oauth", **_TWENTY),
    Party("brief-bearer", "the same; its tokens last a minute", host="oauth", **_TWENTY),
    Party("turning", "the same; each token comes with a new refresh token", host="oauth", **_TWENTY),
    Party("open", "the same; asks for no client", host="oauth", **_TWENTY),
    Party("eleven", "the same, but gets SAML 1.1, which RFC 7522 does not cover", host="oauth"),
    Party("aws", "the party for aws-adfs", token="saml20", host="aws"),
    *(Party(f"farm-{farm.label}", "a farm that trusts another one", host="farm") for farm in FARMS if farm.home_realms),
]


class Parties:
    """The parties and their addresses."""

    def __init__(self, addresses):
        self.addresses = addresses
        self.by_realm = {self.realm(party): party for party in PARTIES}

    def realm(self, party: Party) -> str:
        return {"everlive": f"{self.addresses.everlive}/v1/{party.name}",
                "custom": f"{self.addresses.everlive}/{party.name}",
                "oauth": f"{self.addresses.oauth}/{party.name}", "aws": AWS,
                "farm": f"http://fs-{party.name.removeprefix('farm-')}.localhost/adfs/services/trust",
                }.get(party.host, f"urn:fedauth:lab:{party.name}")

    def reply(self, party: Party) -> str:
        return {"everlive": f"{self.realm(party)}/adfs/token", "custom": f"{self.realm(party)}/adfs/token", "oauth": f"{self.realm(party)}/token",
                "aws": f"{self.addresses.party}/aws/saml",
                "farm": self.addresses.sign_in(party.name.removeprefix("farm-")),
                }.get(party.host, f"{self.addresses.party}/{party.name}/signin")

    def named(self, name: str):
        return next((party for party in PARTIES if party.name == name), None)

    def describe(self) -> dict:
        return {party.name: {"about": party.about, "realm": self.realm(party), "replyURL": self.reply(party)}
                | self._pages(party) for party in PARTIES}

    def _pages(self, party: Party) -> dict:
        if party.host == "party":
            home = f"{self.addresses.party}/{party.name}"
            return {"startURL": f"{home}/", "resourceURL": f"{home}/resource"}
        if party.host == "oauth":
            return {"resourceURL": f"{self.realm(party)}/resource"}
        return {"resourceURL": f"{self.realm(party)}/Users/me"} if party.host == "everlive" else {}
