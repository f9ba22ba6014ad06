"""Runs every client against a running lab and prints the result of each."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import aws
import keystone
import trust

ID = ["--id-attr:AssertionID", "urn:oasis:names:tc:SAML:1.0:assertion:Assertion",
      "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:assertion:Assertion"]


class Lab:
    """The parts of the lab's description that a client needs."""

    def __init__(self, description: dict):
        self.ca_file = description["caFile"]
        self.federation = description["federation"]
        self._users = description["users"]

    def password(self, user: str) -> str:
        return Path(self._users[user]["passwordFile"]).read_bytes().decode()

    def farm(self, label: str) -> dict:
        return self.federation["farms"][label]

    def party(self, name: str) -> dict:
        return self.federation["parties"][name]

    def verify(self, assertion: bytes):
        """Verifies the signature with xmlsec1; raises an error if it is not valid."""
        with tempfile.NamedTemporaryFile(suffix=".xml") as file:
            file.write(assertion)
            file.flush()
            subprocess.run(["xmlsec1", "--verify", "--pubkey-cert-pem", self.federation["signingCertificateFile"], *ID,
                            file.name], check=True, capture_output=True)


def resolve_localhost():
    """Resolves every name *.localhost to this machine (RFC 6761 section 6.3), which the C library does not do. Rejects all
    other names, so that no client can reach another machine."""
    original = socket.getaddrinfo

    def getaddrinfo(host, *arguments, **more):
        name = host.decode() if isinstance(host, bytes) else host
        if name != "127.0.0.1" and not name.endswith("localhost"):
            raise socket.gaierror(socket.EAI_NONAME, f"'{name}' is not of this machine")
        return original("127.0.0.1", *arguments, **more)
    socket.getaddrinfo = getaddrinfo


def forget_surroundings():
    """Removes variables that name CA files and proxies, because they would override the settings of a client."""
    for name in list(os.environ):
        if name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE") or name.lower().endswith("_proxy"):
            del os.environ[name]


def main():
    resolve_localhost()
    forget_surroundings()
    lab = Lab(json.loads(Path(sys.argv[1]).read_text()))
    failures = 0
    for name, client in [*aws.clients(), *trust.clients(), *keystone.clients()]:
        try:
            client(lab)
            print(f"ok    {name}", flush=True)
        except (Exception, SystemExit) as error:
            failures += 1
            # Print the last frames only, because the libraries add many.
            print(f"FAIL  {name}", *traceback.format_exception(error, limit=-3, chain=False), sep="\n", flush=True)
    print(f"{failures} differences")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
