"""Client certificates: an authority, and one certificate for each valid or invalid case."""

import os
import secrets
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from labkit.certificates import Authority, lifetime, openssl

PASSPHRASE = "p12-passphrase-1815"


@dataclass(frozen=True)
class Identity:
    name: str
    about: str
    issuer: str = "people"      # people, intermediate, stranger
    days: int = 2
    usage: str = "clientAuth"
    kind: tuple = ("ec", "-pkeyopt", "ec_paramgen_curve:P-256")


IDENTITIES = [
    Identity("ada", "valid, from the authority that the servers trust", kind=("rsa:2048",)),
    Identity("grace", "as good, another person"),
    Identity("chained", "valid, from an intermediate authority that only the client can send", issuer="intermediate"),
    Identity("expired", "expired yesterday", days=-1),
    Identity("revoked", "on the servers' revocation list"),
    Identity("stranger", "from an authority that the servers do not know", issuer="stranger"),
    Identity("server-only", "for servers only, by its extended key usage", usage="serverAuth"),
]


def _private(path: Path, text: str):
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode())


class Identities:
    def __init__(self, directory: Path):
        """The directory holds the users' files; the lab copies the servers' files out of it."""
        directory.mkdir(mode=0o700)
        self.directory = directory
        self.authorities = directory / "authorities"
        self.people = Authority(self.authorities / "people", "fedauth lab people CA")
        self.stranger = Authority(self.authorities / "stranger", "CA of a stranger")
        self.serials = {}
        self._intermediate()
        _private(directory / "passphrase", PASSPHRASE)
        _private(directory / "passphrase-utf8", "Schlüssel für Łódź 🔑")
        _private(directory / "passphrase-empty", "")
        for identity in IDENTITIES:
            self._issue(identity)
        self._variants()

    def revocation_list(self) -> Path:
        """Returns the authority's revocation list, with the revoked certificate."""
        config, index = self.authorities / "ca.conf", self.authorities / "index"
        stamp = [time.strftime("%y%m%d%H%M%SZ", time.gmtime(time.time() + days * 86400)) for days in (2, 0)]
        index.write_text(f"R\t{stamp[0]}\t{stamp[1]}\t{self.serials['revoked'].upper()}\tunknown\t/CN=revoked\n")
        config.write_text(f"[ca]\ndefault_ca = lab\n[lab]\ndatabase = {index}\ndefault_md = sha256\n")
        target = self.authorities / "people.crl"
        openssl("ca", "-gencrl", "-config", config, "-cert", self.people.certificate, "-keyfile", self.people.key,
                 "-crldays", 2, "-out", target)
        return target

    def _intermediate(self):
        self.intermediate = self.authorities / "intermediate.pem"
        self.intermediate_key = self.authorities / "intermediate.key"
        self._sign(self.intermediate, self.intermediate_key, "fedauth lab intermediate CA", self.people.certificate,
                   self.people.key, "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n", 2)

    def _sign(self, certificate, key, subject, issuer, issuer_key, extensions: str, days: int,
              kind=Identity.kind) -> str:
        request, file, serial = certificate.with_suffix(".csr"), certificate.with_suffix(".ext"), secrets.token_hex(8)
        # Avoid a leading zero or a sign, because the index of the revocation list is compared as text.
        serial = "4" + serial[1:]
        file.write_text(extensions)
        openssl("req", "-new", "-newkey", *kind, "-nodes", "-keyout", key, "-out", request,
                 "-subj", f"/O=fedauth lab/CN={subject}")
        openssl("x509", "-req", "-in", request, "-CA", issuer, "-CAkey", issuer_key, "-set_serial", "0x" + serial,
                 *lifetime(days), "-extfile", file, "-out", certificate)
        request.unlink()
        file.unlink()
        key.chmod(0o600)
        return serial

    def _issue(self, identity: Identity):
        home = self.directory / identity.name
        home.mkdir()
        issuer, issuer_key = {
            "people": (self.people.certificate, self.people.key),
            "intermediate": (self.intermediate, self.intermediate_key),
            "stranger": (self.stranger.certificate, self.stranger.key),
        }[identity.issuer]
        extensions = (f"basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\nextendedKeyUsage={identity.usage}\n"
                      f"subjectAltName=email:{identity.name}@lab.test\n")
        certificate, key = home / "certificate.pem", home / "key.pem"
        self.serials[identity.name] = self._sign(certificate, key, identity.name, issuer, issuer_key, extensions,
                                                 identity.days, identity.kind)
        openssl("pkey", "-in", key, "-aes256", "-passout", f"file:{self.directory / 'passphrase'}",
                 "-out", home / "key-encrypted.pem")
        (home / "key-encrypted.pem").chmod(0o600)
        chain = self.intermediate.read_text() if identity.issuer == "intermediate" else ""
        (home / "chain.pem").write_text(certificate.read_text() + chain)
        _private(home / "all.pem", certificate.read_text() + chain + key.read_text())
        self._pkcs12(home / "identity.p12", home, "passphrase")

    def _variants(self):
        """Makes more files of ada's identity, and a file of chained's without its chain."""
        ada, chained = self.directory / "ada", self.directory / "chained"
        self._pkcs12(ada / "legacy.p12", ada, "passphrase", "-legacy", "-certpbe", "PBE-SHA1-RC2-40",
                     "-keypbe", "PBE-SHA1-3DES", "-macalg", "sha1")
        self._pkcs12(ada / "utf8.p12", ada, "passphrase-utf8")
        self._pkcs12(ada / "empty.p12", ada, "passphrase-empty")
        self._pkcs12(chained / "alone.p12", chained, "passphrase", source="certificate.pem")

    def _pkcs12(self, target: Path, home: Path, passphrase: str, *more, source="chain.pem"):
        # Pass the passphrase on stdin and not with file:, because openssl would read an empty or non-ASCII file line by line.
        phrase = (self.directory / passphrase).read_text()
        done = subprocess.run(["openssl", "pkcs12", "-export", "-in", home / source, "-inkey", home / "key.pem",
                               "-name", f"{home.name} of the lab", "-passout", "stdin", "-out", target, *more],
                              input=phrase + "\n", text=True, capture_output=True)
        if done.returncode:
            raise RuntimeError(f"openssl pkcs12: {done.stderr.strip()}")
        target.chmod(0o600)

    def describe(self) -> dict:
        result = {}
        for identity in IDENTITIES:
            home = self.directory / identity.name
            result[identity.name] = {
                "about": identity.about, "certificateFile": str(home / "certificate.pem"),
                "chainFile": str(home / "chain.pem"), "keyFile": str(home / "key.pem"),
                "encryptedKeyFile": str(home / "key-encrypted.pem"), "allFile": str(home / "all.pem"),
                "p12File": str(home / "identity.p12"), "passphraseFile": str(self.directory / "passphrase"),
                "serial": self.serials[identity.name],
            }
        ada, chained = self.directory / "ada", self.directory / "chained"
        result["ada"]["legacyP12File"] = str(ada / "legacy.p12")
        result["ada"]["utf8P12File"] = str(ada / "utf8.p12")
        result["ada"]["utf8PassphraseFile"] = str(self.directory / "passphrase-utf8")
        result["ada"]["emptyP12File"] = str(ada / "empty.p12")
        result["chained"]["aloneP12File"] = str(chained / "alone.p12")
        result["chained"]["intermediateFile"] = str(self.intermediate)
        return result
