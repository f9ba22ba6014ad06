#!/usr/bin/env python3
"""The federation's servers. The lab starts them with a settings file."""

import itertools
import json
import socket
import ssl
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from federation import custom, everlive, metadata, mex, oauth, party, signin, visit, wstrust  # noqa: E402,F401
from federation.addresses import FederationAddresses  # noqa: E402
from federation.issuer import Issuer  # noqa: E402
from federation.parties import Parties  # noqa: E402
from federation.sessions import Sessions  # noqa: E402
from hostility.site import Context, Records, Site  # noqa: E402


class Numbered(Records):
    """Numbers the requests, so that a test can ask for those after a given one."""

    def __init__(self):
        super().__init__()
        self.numbers = itertools.count(1)

    def add(self, entry):
        super().add(entry | {"number": next(self.numbers)})


@dataclass
class Shared(Context):
    addresses: FederationAddresses = None
    parties: Parties = None
    issuer: Issuer = None
    keys: dict = field(default_factory=dict)
    sessions: Sessions = field(default_factory=Sessions)
    tickets: dict = field(default_factory=dict)     # tokens of the parties and exchanges
    own_origins: list = field(default_factory=list)
    keytab: str = ""
    people: str = ""            # the authority for client certificates
    other_provider: str = ""    # SimpleSAMLphp's address for this protocol
    log: str = ""


class CertificateAware(Site):
    """Asks for a certificate at the names certauth.* only, as AD FS 2016 does on its single port."""

    def __init__(self, label, context, tls, strict_tls, port):
        self.plain_tls, self.strict_tls = tls, strict_tls
        super().__init__(label, context, tls, port, visit.Visit)

    def finish_request(self, request, client_address):
        request.settimeout(20)
        hello = request.recv(4096, socket.MSG_PEEK)
        chosen = self.strict_tls if b"certauth." in hello else self.plain_tls
        try:
            request = chosen.wrap_socket(request, server_side=True)
            self.RequestHandlerClass(request, client_address, self)
        finally:
            self.close_quietly(request)


def contexts(settings):
    plain, strict = (ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) for _ in range(2))
    for one in (plain, strict):
        one.load_cert_chain(settings["certificate"], settings["key"])
    strict.verify_mode = ssl.CERT_REQUIRED
    strict.load_verify_locations(settings["people"])
    return plain, strict


def main():
    settings = json.loads(Path(sys.argv[1]).read_text())
    addresses = FederationAddresses(settings["ports"].values())
    parties = Parties(addresses)
    shared = Shared(records=Numbered(), addresses=addresses, parties=parties,
                    issuer=Issuer(settings["keys"], parties), keys=settings["keys"], **settings["shared"])
    plain, strict = contexts(settings)
    CertificateAware("federation", shared, plain, strict, settings["ports"]["federation"])
    Site("certificate", shared, strict, settings["ports"]["certificate"], visit.Visit)
    Site("http", shared, None, settings["ports"]["http"], visit.Visit)
    shared.stopping.wait()


if __name__ == "__main__":
    main()
