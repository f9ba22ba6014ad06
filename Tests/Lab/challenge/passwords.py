"""Writes password files for Apache, and defines their users."""

import base64
import hashlib
from pathlib import Path

from labkit.scenarios import USERS

# A name with letters outside ASCII, which is unambiguous with charset="UTF-8" (RFC 7617, section 2.1) only.
UTF8_USER, UTF8_PASSWORD = "Zoë", "pässwörd € Łódź"
# A similar name for an old server.
LATIN1_USER, LATIN1_PASSWORD = "Jürgen", "Grüße§"

DIGEST_REALM = "digest of the lab"


def _basic(entries, encoding: str) -> bytes:
    lines = []
    for user, password in entries:
        hashed = base64.b64encode(hashlib.sha1(password.encode(encoding)).digest())
        lines.append(user.encode(encoding) + b":{SHA}" + hashed + b"\n")
    return b"".join(lines)


def everyone():
    return [(user.name, user.password) for user in USERS]


def write(directory: Path):
    directory.mkdir()
    (directory / "basic").write_bytes(_basic([*everyone(), (UTF8_USER, UTF8_PASSWORD)], "utf-8"))
    (directory / "latin1").write_bytes(_basic([("ada", everyone()[0][1]), (LATIN1_USER, LATIN1_PASSWORD)], "latin-1"))
    (directory / "grace").write_bytes(_basic([("grace", "hopper-1906")], "utf-8"))
    digest = [f"{user}:{DIGEST_REALM}:{hashlib.md5(f'{user}:{DIGEST_REALM}:{password}'.encode()).hexdigest()}\n"
              for user, password in everyone()]
    (directory / "digest").write_text("".join(digest))
