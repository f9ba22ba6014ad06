"""All that `lab up --federation` adds to a lab that has the challenges: what is built, started, and told."""

import json
import shutil
import subprocess

from labkit import certificates
from labkit.layout import HOME, State
from labkit.process import become_server, servers_user

from .addresses import HOSTS, FederationAddresses, farm_host
from .farms import FARMS
from .parties import APPS, Parties
from .people import DOMAIN, SUFFIX


class Federation:
    def __init__(self, state: State, addresses: FederationAddresses, environment: dict):
        self.state, self.addresses, self.environment = state, addresses, environment

    @property
    def ports(self):
        return list(self.addresses.port.values())

    def build(self):
        """After the challenges were built in the same directory: their people have certificates and tickets."""
        served = self.state.served
        home = served / "federation"
        home.mkdir()
        for file in certificates.Authority.existing(self.state / "ca").issue("federation", HOSTS):
            shutil.move(file, served / "tls" / file.name)
        certificate, key = certificates.self_signed(home, "signing", "adfs-signing.lab.test", rsa=True)
        party_certificate, _ = certificates.self_signed(home, "party", "rp.lab.test", rsa=True)
        shutil.copytree(HOME / "federation", served / "python" / "federation",
                        ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(certificate, self.state / "adfs-signing.pem")
        settings = {
            "ports": self.addresses.port, "certificate": str(served / "tls" / "federation.pem"),
            "key": str(served / "tls" / "federation.key"), "people": str(served / "people" / "ca.pem"),
            "keys": {"certificate": str(certificate), "key": str(key), "party_certificate": str(party_certificate)},
            "log": str(served / "log" / "federation.jsonl")}
        (served / "federation.json").write_text(json.dumps(settings))

    def start(self):
        served = self.state.served
        log = open(served / "log" / "startup.log", "ab")
        command = ["/usr/bin/python3", "-B", str(served / "python" / "federation" / "serve.py"),
                   str(served / "federation.json")]
        return [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=served,
                                 env=self.environment, preexec_fn=become_server(servers_user()))]

    def started(self):
        """Nothing is left to do."""

    def describe(self) -> dict:
        here = self.addresses
        return {
            "domain": DOMAIN, "suffix": SUFFIX,
            "farms": {farm.label: {
                "about": farm.about, "host": farm_host(farm.label), "url": here.farm(farm.label),
                "signInURL": here.sign_in(farm.label),
                "metadataURL": here.trust(farm.label, "mex"),
                "username13URL": here.trust(farm.label, "13/usernamemixed"),
                "username2005URL": here.trust(farm.label, "2005/usernamemixed"),
            } for farm in FARMS},
            "parties": Parties(here).describe(),
            "everlive": {name: f"{here.everlive}/v1/{name}" for name in APPS},
            "oauthURL": here.oauth,
            "signingCertificateFile": str(self.state / "adfs-signing.pem"),
            "recordedURL": f"{here.http}/recorded",
        }
