"""The accounts at the farms: the lab's users, in the domain LAB."""

import subprocess
import tempfile

from labkit.scenarios import USERS

DOMAIN, SUFFIX = "LAB", "lab.test"
PASSWORDS = {user.name: user.password for user in USERS}
# The issuance rules deny this user every token.
DENIED = "mallory"


def account(name: str, names: str = "both"):
    """Returns the account for DOMAIN\\user or user@domain, and for no other form."""
    domain, backslash, user = name.partition("\\")
    if backslash and names != "upn" and domain.lower() in (DOMAIN.lower(), SUFFIX):
        return user.lower() if user.lower() in PASSWORDS else None
    user, at, suffix = name.rpartition("@")
    if at and names != "domain" and suffix.lower() == SUFFIX:
        return user.lower() if user.lower() in PASSWORDS else None
    return None


def signed_in(name: str, password: str, names: str = "both"):
    """Returns the account if the password is right."""
    user = account(name, names)
    return user if user and PASSWORDS[user] == password else None


def upn(user: str) -> str:
    return f"{user}@{SUFFIX}"


def certified(certificate: bytes, authority: str):
    """Returns the account of a certificate (DER) if the authority verifies it: its common name."""
    with tempfile.NamedTemporaryFile(suffix=".der") as file:
        file.write(certificate)
        file.flush()
        pem = subprocess.run(["openssl", "x509", "-inform", "DER", "-in", file.name], capture_output=True,
                             check=True).stdout
    verified = subprocess.run(["openssl", "verify", "-CAfile", authority, "-purpose", "sslclient"], input=pem,
                              capture_output=True)
    subject = subprocess.run(["openssl", "x509", "-noout", "-subject", "-nameopt", "multiline"], input=pem,
                             capture_output=True, check=True).stdout.decode()
    names = [line.partition("=")[2].strip() for line in subject.splitlines() if "commonName" in line]
    return account(f"{DOMAIN}\\{names[0]}") if verified.returncode == 0 and names else None
