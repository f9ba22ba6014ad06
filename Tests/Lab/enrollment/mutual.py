"""A service that requires a certificate, and servers that a client must not contact."""

import hashlib
import ssl
from pathlib import Path


def fingerprint(file: Path) -> str:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(file.read_text())).hexdigest()


def echo(visit) -> bool:
    """Returns the client's certificate and its request."""
    peer = visit.peer
    visit.json({"subject": peer.subject.rfc4514_string(), "serial": f"{peer.serial_number:x}", "method": visit.command,
                "path": visit.path, "body": visit.body.decode("utf-8", "replace")})
    return True


def trap(visit) -> bool:
    visit.text(200, "trapped")
    return True
