"""Builds every URL of the federation from its ports."""

from .farms import FARMS

# All names share one port; another port, and the names certauth.*, ask for client certificates.
NAMES = ["federation", "certificate", "http"]
PARTY_HOST, EVERLIVE_HOST, OAUTH_HOST, DUO_HOST = "rp.localhost", "api.localhost", "oauth.localhost", "duo.localhost"


def farm_host(label: str) -> str:
    return f"fs-{label}.localhost"


def certificate_host(label: str) -> str:
    return f"certauth.{farm_host(label)}"


HOSTS = [PARTY_HOST, EVERLIVE_HOST, OAUTH_HOST, DUO_HOST, *(farm_host(farm.label) for farm in FARMS),
         *(certificate_host(farm.label) for farm in FARMS if farm.certificate == "host")]


class FederationAddresses:
    def __init__(self, ports):
        self.port = dict(zip(NAMES, ports, strict=True))

    def _at(self, host: str, port: str = "federation") -> str:
        return f"https://{host}:{self.port[port]}"

    def farm(self, label: str) -> str:
        return self._at(farm_host(label))

    def farm_for_certificates(self, label: str) -> str:
        """Returns the same name with another port, like AD FS's 49443."""
        return self._at(farm_host(label), "certificate")

    def farm_certificate_host(self, label: str) -> str:
        return self._at(certificate_host(label))

    def sign_in(self, label: str) -> str:
        return f"{self.farm(label)}/adfs/ls/"

    def trust(self, label: str, path: str) -> str:
        return f"{self.farm(label)}/adfs/services/trust/{path}"

    @property
    def party(self) -> str:
        return self._at(PARTY_HOST)

    @property
    def everlive(self) -> str:
        return self._at(EVERLIVE_HOST)

    @property
    def oauth(self) -> str:
        return self._at(OAUTH_HOST)

    @property
    def duo(self) -> str:
        return self._at(DUO_HOST)

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port['http']}"
