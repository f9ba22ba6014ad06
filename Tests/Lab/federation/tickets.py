"""Access tokens: issued for an assertion, and checked in a header field."""

import secrets
import time


def give(visit, name: str, user: str, until: float) -> str:
    """Issues a token for this name."""
    key = secrets.token_urlsafe(40)
    visit.context.tickets[key] = (name, user, until)
    return key


def taken(visit, name: str, scheme="bearer"):
    """Returns the received token and its user, or None as the user if it is not valid here."""
    given, _, key = visit.headers.get("Authorization", "").partition(" ")
    known = visit.context.tickets.get(key)
    good = isinstance(known, tuple) and known[0] == name and known[2] > time.time() and given.lower() == scheme
    return key, known[1] if good else None
