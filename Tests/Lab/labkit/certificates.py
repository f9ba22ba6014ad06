"""Makes a certificate authority for each start, and signs certificates with it."""

import secrets
import subprocess
import time
from pathlib import Path


def openssl(*arguments, stdin: str = ""):
    done = subprocess.run(["openssl", *map(str, arguments)], input=stdin, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise RuntimeError(f"openssl {arguments[0]}: {done.stderr.strip()}")
    return done.stdout


def lifetime(days):
    """Returns the options for a certificate that ends in `days`, which may be negative: newer versions of OpenSSL refuse an
    end before the beginning, and have options for both."""
    if days > 0:
        return ["-days", days]
    known = subprocess.run(["openssl", "x509", "-help"], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if "-not_before" not in known.stdout:
        return ["-days", days]
    begin, end = (time.strftime("%Y%m%d%H%M%SZ", time.gmtime(time.time() + day * 86400)) for day in (days - 1, days))
    return ["-not_before", begin, "-not_after", end]


class Authority:
    def __init__(self, directory: Path, name="fedauth lab CA"):
        directory.mkdir(parents=True, exist_ok=True)
        self.directory = directory
        self.certificate = directory / "ca.pem"
        self.key = directory / "ca.key"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                 "-keyout", self.key, "-out", self.certificate, "-days", 2, "-subj", f"/CN={name}",
                 "-addext", "basicConstraints=critical,CA:TRUE",
                 "-addext", "keyUsage=critical,keyCertSign,cRLSign")
        self.key.chmod(0o600)

    @classmethod
    def existing(cls, directory: Path):
        """Returns the existing authority of the directory."""
        one = cls.__new__(cls)
        one.directory, one.certificate, one.key = directory, directory / "ca.pem", directory / "ca.key"
        return one

    def issue(self, name: str, hosts, days=2, key=None):
        """Issues a server certificate for the hosts and returns (certificate, key). `days` may be negative."""
        certificate, key = self.directory / f"{name}.pem", self.directory / f"{name}.key"
        request = self.directory / f"{name}.csr"
        extensions = self.directory / f"{name}.ext"
        openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                 "-keyout", key, "-out", request, "-subj", f"/CN={hosts[0]}")
        kinds = ",".join(("IP:" if host[0].isdigit() else "DNS:") + host for host in hosts)
        extensions.write_text(f"subjectAltName={kinds}\nextendedKeyUsage=serverAuth\n"
                              "basicConstraints=CA:FALSE\n")
        serial = "0x" + secrets.token_hex(8)
        openssl("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self.key,
                 "-set_serial", serial, *lifetime(days), "-extfile", extensions, "-out", certificate)
        request.unlink()
        extensions.unlink()
        return certificate, key


def self_signed(directory: Path, name: str, subject: str, rsa=False):
    """Makes a self-signed key pair, as in SAML metadata, and returns (certificate, key)."""
    certificate, key = directory / f"{name}.pem", directory / f"{name}.key"
    kind = ["rsa:2048"] if rsa else ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    openssl("req", "-x509", "-newkey", *kind, "-nodes", "-keyout", key, "-out", certificate,
             "-days", 2, "-subj", f"/CN={subject}", "-addext", f"subjectAltName=DNS:{subject}")
    return certificate, key


def body(certificate: Path) -> str:
    """Returns the base64 text of a certificate without its PEM lines."""
    lines = certificate.read_text().splitlines()
    return "".join(line for line in lines if line and not line.startswith("-"))
