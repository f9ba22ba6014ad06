"""The parts that `lab up --federation` adds to a lab with challenges: files, servers, and descriptions."""

import json
import shutil
import subprocess

from labkit import certificates
from labkit.addresses import Addresses
from labkit.layout import HOME, State
from labkit.process import become_server, recording, servers_user

from .adapters import ADAPTERS
from .addresses import HOSTS, PARTY_HOST, FederationAddresses, farm_host
from .farms import FARMS
from .parties import APPS, CUSTOM, Parties
from .clients import CLIENTS
from .people import DOMAIN, SUFFIX


class Federation:
    def __init__(self, state: State, base: Addresses, addresses: FederationAddresses, environment: dict):
        self.state, self.base, self.addresses, self.environment = state, base, addresses, environment

    @property
    def ports(self):
        return list(self.addresses.port.values())

    def build(self):
        """Builds the files, after the challenges were built in the same directory, because it needs their certificates and
        tickets."""
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
        keys = {"certificate": certificate, "key": key, "party_certificate": party_certificate,
                "other_certificate": served / "idp" / "cert" / "saml-idp.pem"}
        settings = {
            "ports": self.addresses.port, "certificate": str(served / "tls" / "federation.pem"),
            "key": str(served / "tls" / "federation.key"), "people": str(served / "people" / "ca.pem"),
            "keys": {name: str(file) for name, file in keys.items()},
            "shared": {"log": str(served / "log" / "federation.jsonl"), "people": str(served / "people" / "ca.pem"),
                       "keytab": str(served / "kerberos" / "http.keytab"), "other_provider": self.other_provider}}
        (served / "federation.json").write_text(json.dumps(settings))
        self._introduce(served)

    @property
    def other_provider(self) -> str:
        """Returns SimpleSAMLphp's module adfs, an independent identity provider."""
        return f"{self.base.idp_base('idp.localhost')}module.php/adfs/idp/prp.php"

    def _introduce(self, served):
        """Registers the party at SimpleSAMLphp."""
        parties = Parties(self.addresses)
        file = served / "settings.json"
        known = json.loads(file.read_text())
        known["federation"] = {parties.realm(parties.named("ssp")): parties.reply(parties.named("ssp"))}
        known["trusted"] = [f"{PARTY_HOST}:{self.addresses.port['federation']}"]
        file.write_text(json.dumps(known, ensure_ascii=False))

    def start(self):
        served = self.state.served
        log = open(served / "log" / "startup.log", "ab")
        command = ["/usr/bin/python3", "-B", str(served / "python" / "federation" / "serve.py"),
                   str(served / "federation.json")]
        return [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=served,
                                 env=self.environment | recording(), preexec_fn=become_server(servers_user()))]

    def started(self):
        """Does nothing."""

    def describe(self) -> dict:
        here = self.addresses
        return {
            "domain": DOMAIN, "suffix": SUFFIX,
            "farms": {farm.label: self._farm(farm) for farm in FARMS},
            "parties": Parties(here).describe(),
            "everlive": {name: f"{here.everlive}/v1/{name}" for name in APPS},
            "custom": {f"{name}URL": f"{here.everlive}/{CUSTOM}/{name}" for name in ("login", "me", "logout")},
            "oauthURL": here.oauth,
            "clients": CLIENTS,
            "simpleSAMLphpURL": self.other_provider,
            "simpleSAMLphpCertificateFile": str(self.state.served / "idp" / "cert" / "saml-idp.pem"),
            "signingCertificateFile": str(self.state / "adfs-signing.pem"),
            "recordedURL": f"{here.http}/recorded",
            "forgetURL": f"{here.http}/forget",
            "proxyURL": here.http,
        }

    def _farm(self, farm) -> dict:
        here = self.addresses
        described = {
            "about": farm.about, "host": farm_host(farm.label), "url": here.farm(farm.label),
            "signInURL": here.sign_in(farm.label),
            "metadataURL": here.trust(farm.label, "mex"),
            "federationMetadataURL": f"{here.farm(farm.label)}/FederationMetadata/2007-06/FederationMetadata.xml",
            "certificateTransportURL":
                f"{here.farm_for_certificates(farm.label)}/adfs/services/trust/2005/certificatetransport",
        }
        for version in ("13", "2005"):
            for kind in ("username", "certificate"):
                described[f"{kind}{version}URL"] = here.trust(farm.label, f"{version}/{kind}mixed")
        steps = [step for name in farm.second for step in ADAPTERS[name].steps]
        return described | {"answers": {field: step.code for step in steps for field in (step.field, step.also) if field}}
