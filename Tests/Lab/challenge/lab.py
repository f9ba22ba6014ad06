"""The parts that `lab up --challenges` adds to a lab: files, servers, and descriptions."""

import json
import shutil
import subprocess
from pathlib import Path

from labkit import certificates, metadata
from labkit.addresses import Addresses
from labkit.layout import HOME, State
from labkit.process import become_server, recording, servers_user
from labkit.scenarios import Scenario

from . import apache, passwords, repository, serve
from .addresses import APACHE, FOREIGN_HOSTS, HOST, SITES, ChallengeAddresses
from .identities import IDENTITIES, Identities
from .kerberos import PERSON, REALM, Realm

# The service behind the client certificate, as mellon and the identity provider know it.
GUARDED = Scenario("guarded", "client certificate, then SAML, then a CSRF token")
HOSTS = [HOST, *(host for host in FOREIGN_HOSTS.values() if not host.endswith("."))]


class Challenges:
    def __init__(self, state: State, base: Addresses, addresses: ChallengeAddresses, hosts=()):
        """hosts: the other hosts that accept tickets of the realm."""
        self.state, self.base, self.addresses = state, base, addresses
        self.realm = Realm(state, addresses.port["kdc"], hosts)

    @property
    def ports(self):
        """Returns the ports that must listen before the lab is up."""
        return list(self.addresses.port.values())

    def build(self):
        """Builds the files, after the lab itself was built in the same directory."""
        served = self.state.served
        (served / "challenge-run").mkdir()
        passwords.write(served / "passwords")
        for name, text in (("zoe", passwords.UTF8_PASSWORD), ("juergen", passwords.LATIN1_PASSWORD),
                           ("grace", "hopper-1906")):
            file = self.state / "passwords" / name
            file.touch(0o600)
            file.write_text(text)
        (served / "git").mkdir()
        repository.build(served / "git")
        self.realm.build()
        self._certificates(served)
        self._guarded(served)
        (served / "challenge.conf").write_text(apache.configuration(self.addresses, served))
        self._own_server(served)

    def _certificates(self, served: Path):
        authority = certificates.Authority.existing(self.state / "ca")
        stranger = certificates.Authority(self.state / "ca" / "stranger", "CA of another stranger")
        for name, issuer, hosts, days in (
                ("app", authority, HOSTS, 2), ("bad-expired", authority, HOSTS, -1),
                ("bad-unknown-ca", stranger, HOSTS, 2), ("bad-wrong-name", authority, ["wrong.example.test"], 2)):
            for file in issuer.issue(name, hosts, days):
                shutil.move(file, served / "tls" / file.name)
        self.identities = Identities(self.state / "identities")
        (served / "people").mkdir()
        shutil.copy(self.identities.people.certificate, served / "people" / "ca.pem")
        shutil.copy(self.identities.revocation_list(), served / "people" / "people.crl")
        shutil.copy(self.state / "identities" / "grace" / "all.pem", served / "people" / "own.pem")

    def _guarded(self, served: Path):
        """Registers the service behind the client certificate at the identity provider, and the reverse."""
        service = f"{self.addresses.url('guarded')}/guarded/mellon"
        entity, provider = f"{service}/metadata", self.base
        sp, idp = (certificates.body(served / file) for file in ("mellon/saml-sp.pem", "idp/cert/saml-idp.pem"))
        (served / "mellon" / "guarded-sp.xml").write_text(metadata.service(GUARDED, entity, service, sp))
        (served / "mellon" / "guarded-idp.xml").write_text(metadata.identity_provider(
            GUARDED, provider.idp_entity(GUARDED.host), provider.idp_base(GUARDED.host), idp))
        file = served / "settings.json"
        settings = json.loads(file.read_text())
        settings["services"][entity] = {
            "name": GUARDED.name, "certificate": sp, "logout": f"{service}/logout",
            "consumers": [{"binding": metadata.BINDING["post"], "index": 0, "location": f"{service}/postResponse"}]}
        file.write_text(json.dumps(settings, ensure_ascii=False))

    def _own_server(self, served: Path):
        # Copies the code, because the servers' user may have no access to the checkout.
        for part in ("challenge", "hostility", "labkit"):
            shutil.copytree(HOME / part, served / "python" / part, ignore=shutil.ignore_patterns("__pycache__"))
        ours = [self.addresses.url(name) for name in (*APACHE, "app")]
        settings = {
            "ports": {name: self.addresses.port[name] for name in SITES},
            "certificate": str(served / "tls" / "app.pem"), "key": str(served / "tls" / "app.key"),
            "shared": {
                "urls": {name: self.addresses.url(name) for name in SITES}, "origins": self.addresses.foreign(),
                "own_origins": ours, "guarded": self.addresses.url("guarded"),
                "ca_file": str(served / "ca-bundle.pem"), "own_certificate": str(served / "people" / "own.pem"),
                "log": str(served / "log" / "recorded.jsonl")}}
        (served / "challenge.json").write_text(json.dumps(settings))

    def start(self):
        """Returns the processes of the servers; they exit with this process."""
        served = self.state.served
        commands = [
            ["/usr/sbin/apache2", "-d", str(served), "-f", str(served / "challenge.conf"), "-DFOREGROUND"],
            ["/usr/bin/python3", "-B", str(served / "python" / "challenge" / "serve.py"), str(served / "challenge.json")],
            self.realm.command(),
        ]
        log = open(served / "log" / "startup.log", "ab")
        return [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=served,
                                 env=self.realm.environment() | recording(), preexec_fn=become_server(servers_user()))
                for command in commands]

    def started(self):
        self.realm.sign_in()

    def _basic(self, path: str) -> dict:
        realm, file, _ = apache.BASIC[path]
        user = "grace" if file == "grace" else PERSON
        return {"url": f"{self.addresses.url('https')}{path}/page", "realm": realm.replace('\\"', '"'), "user": user,
                "passwordFile": str(self.state / "passwords" / user)}

    def describe(self) -> dict:
        url, files = self.addresses.url, self.state / "passwords"
        main, own, guarded = url("https"), url("app"), f"{url('guarded')}/guarded"
        return {
            "urls": {name: url(name) for name in (*APACHE, *SITES)},
            "basic": {path.rpartition("/basic/")[2].replace("/", "-"): self._basic(path)
                      for path in apache.BASIC if path.startswith("/basic/")},
            "names": {
                "utf8": {"user": passwords.UTF8_USER, "passwordFile": str(files / "zoe")},
                "latin1": {"user": passwords.LATIN1_USER, "passwordFile": str(files / "juergen")},
                "grace": {"user": "grace", "passwordFile": str(files / "grace")}},
            "digestURL": f"{main}/digest/page",
            "negotiateURL": f"{main}/negotiate/page",
            "schemes": {name: f"{own}/schemes/{name}" for name in [*serve.schemes.ONE_SCHEME, "forbidden", "refused",
                                                                    "no-challenge"]},
            "several": {name: f"{main}/several/{name}" for name in serve.schemes.SEVERAL},
            "kerberos": {
                "realm": REALM, "principal": f"{PERSON}@{REALM}", "krb5Config": str(self.realm.config),
                "cache": f"FILE:{self.realm.people / 'ada.ccache'}",
                "expiredCache": f"FILE:{self.realm.people / 'expired.ccache'}",
                "absentCache": f"FILE:{self.realm.people / 'absent.ccache'}",
                "keytab": str(self.realm.people / f"{PERSON}.keytab"),
                "serviceKeytab": str(self.realm.served / "http.keytab"), "passwordFile": str(files / PERSON)},
            "identities": self.identities.describe(),
            "identityAuthorityFile": str(self.identities.people.certificate),
            "guarded": {
                "backendURL": guarded, "resourceURL": f"{guarded}/resource",
                "resourceRedirectURL": f"{guarded}/resource?challenge=redirect",
                "resourceHeadersURL": f"{guarded}/resource?headers=required", "basicURL": f"{guarded}/basic",
                "redirectURL": f"{guarded}/redirect", "stubbornURL": f"{guarded}/stubborn",
                "launcherURL": f"{guarded}/SAMLAuthLauncher",
                "finishURL": f"{guarded}/SAMLAuthLauncher?finishEndpointParam=someUnusedValue",
                "logoutURL": f"{guarded}/mobileservices/sessions/logout"},
            "csrfURL": f"{own}/csrf/resource",
            "gitURL": f"{main}/git/small.git",
            "recordedURL": f"{url('plain')}/recorded",
            "recordedFile": str(self.state.served / "log" / "recorded.jsonl"),
            "foreign": self.addresses.foreign(),
            "pages": {path.replace("/*", "/0"): {"url": own + path.replace("/*", "/0"), "about": about}
                      for path, about in serve.pages().items()},
        }
