"""Builds every URL of a lab from its two ports."""

import random
import socket
from urllib.parse import urlencode

from .scenarios import SERVICE_HOST, Scenario


def free_ports(count: int):
    """Returns free ports; holds them together so that they differ."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def quiet_port() -> int:
    """Returns a free port for a listener that comes later. No connection gets it meanwhile: those begin at 32768."""
    while True:
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", random.randrange(20000, 32768)))
                return one.getsockname()[1]
            except OSError:
                continue


class Addresses:
    def __init__(self, idp_port: int, sp_port: int):
        self.idp_port, self.sp_port = idp_port, sp_port
        # A program on the client's own machine, such as a VPN client, listens here.
        self.vpn_finish = f"http://127.0.0.1:{quiet_port()}/"

    @property
    def service(self) -> str:
        return f"https://{SERVICE_HOST}:{self.sp_port}"

    def identity_provider(self, host: str) -> str:
        return f"https://{host}:{self.idp_port}"

    def idp_base(self, host: str) -> str:
        return f"{self.identity_provider(host)}/simplesaml/"

    def idp_entity(self, host: str) -> str:
        return f"{self.identity_provider(host)}/metadata"

    def home(self, scenario: Scenario) -> str:
        return f"{self.service}/{scenario.name}"

    def mellon(self, scenario: Scenario) -> str:
        return f"{self.home(scenario)}/mellon"

    def sp_entity(self, scenario: Scenario) -> str:
        return f"{self.mellon(scenario)}/metadata"

    def finish(self, scenario: Scenario) -> str:
        return f"{self.home(scenario)}/{scenario.finish}"

    def protected(self, scenario: Scenario) -> str:
        return f"{self.home(scenario)}/{scenario.protected}"

    def sso(self, provider_host: str) -> str:
        return f"{self.idp_base(provider_host)}saml2/idp/SSOService.php"

    def start(self, scenario: Scenario) -> str:
        if scenario.name == "idp-initiated":
            query = urlencode({"spentityid": self.sp_entity(scenario), "RelayState": self.finish(scenario)})
            return f"{self.sso(scenario.host)}?{query}"
        return f"{self.home(scenario)}/{scenario.start}"

    vpn_entity = "urn:fedauth:lab:vpn"

    def vpn_start(self) -> str:
        return f"{self.sso('idp.localhost')}?{urlencode({'spentityid': self.vpn_entity})}"

    def goodbye(self) -> str:
        return f"{self.service}/goodbye"

    def logout(self, scenario: Scenario) -> str:
        return f"{self.mellon(scenario)}/logout?{urlencode({'ReturnTo': self.goodbye()})}"
