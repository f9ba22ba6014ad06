"""TLS servers with certificates that are valid, or invalid for one reason each."""

import ssl
from pathlib import Path

from labkit.certificates import Authority, self_signed

# label: (host name, the error)
BAD = {
    "expired": ("good.localhost", "the certificate expired yesterday"),
    "wrongname": ("good.localhost", "the certificate is for other.example.test"),
    "unknownca": ("good.localhost", "a valid certificate of an unknown CA"),
    "selfsigned": ("good.localhost", "the certificate is self-signed"),
    "oldtls": ("good.localhost", "speaks no TLS newer than 1.1"),
}


def _context(certificate, key) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def contexts(directory: Path):
    """Makes the CA file, and a TLS context for each label: "good", and those of BAD."""
    authority = Authority(directory / "ca", "hostile lab CA")
    stranger = Authority(directory / "stranger", "CA of a stranger")
    good = authority.issue("good", ["good.localhost", "localhost", "127.0.0.1"])
    made = {
        "good": _context(*good),
        "expired": _context(*authority.issue("expired", ["good.localhost"], days=-1)),
        "wrongname": _context(*authority.issue("wrongname", ["other.example.test"])),
        "unknownca": _context(*stranger.issue("unknownca", ["good.localhost"])),
        "selfsigned": _context(*self_signed(directory, "selfsigned", "good.localhost")),
        "oldtls": _context(*good),
    }
    old = made["oldtls"]
    old.set_ciphers("DEFAULT:@SECLEVEL=0")
    old.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
    old.maximum_version = ssl.TLSVersion.TLSv1_1
    return authority.certificate, made
