"""Builds a JSON Web Token (RFC 7519), signed with RS256."""

import base64
import json
import subprocess

from . import people
from .assertion import Statement


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def token(what: Statement, key: str) -> str:
    claims = {"iss": what.issuer, "aud": what.audience, "upn": people.upn(what.user), "sub": people.upn(what.user),
              "iat": int(what.now), "nbf": int(what.now), "exp": int(what.now + what.minutes * 60),
              "role": ["Domain Users", "R&D <lab>"]}
    text = ".".join(_encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "RS256"}, claims))
    signature = subprocess.run(["openssl", "dgst", "-sha256", "-sign", key], input=text.encode(), capture_output=True,
                               check=True).stdout
    return f"{text}.{_encoded(signature)}"
