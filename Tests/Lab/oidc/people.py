"""The users of Glewlwyd, and what each scope asks of them."""

from dataclasses import dataclass

# The administrator of Debian's example database.
ADMIN, ADMIN_PASSWORD = "admin", "password"


@dataclass(frozen=True)
class User:
    name: str
    password: str
    scope: str              # a key of SCOPES
    totp: str = ""          # base32


@dataclass(frozen=True)
class Scope:
    about: str
    password: bool = True
    scheme: str = ""        # the name of the scheme that is asked in addition, or alone


SCOPES = {
    "plain": Scope("password"),
    "strong": Scope("password, then a one-time code", scheme="otp"),
    "passkey": Scope("passkey alone", password=False, scheme="webauthn"),
}

# Glewlwyd accepts the code of a user once in 30 seconds, so each test has its own user with a key.
KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
USERS = [
    User("ada", "lovelace-1815", "plain"),
    *(User(f"otto{number}", "one-time-4711", "strong", KEY) for number in range(1, 7)),
    User("grace", "hopper-1906", "passkey"),
]
