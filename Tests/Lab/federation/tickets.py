"""Access tokens: given out for an assertion, and taken back in a header field."""

import secrets
import time


def give(visit, name: str, user: str, until: float) -> str:
    """A token for what is called so."""
    key = secrets.token_urlsafe(40)
    visit.context.tickets[key] = (name, user, until)
    return key


def taken(visit, name: str, scheme="bearer"):
    """The token that came, and whose it is: None when it is not good here."""
    given, _, key = visit.headers.get("Authorization", "").partition(" ")
    known = visit.context.tickets.get(key)
    good = isinstance(known, tuple) and known[0] == name and known[2] > time.time() and given.lower() == scheme
    return key, known[1] if good else None
