"""What each reader is known to do otherwise than RFC 6265."""

from cookies import COOKIES


def expected(reader, dialect, address):
    """The pairs that a run sends there; None: no request at all."""
    return [cookie.pair for cookie in COOKIES if cookie.goes_to(*address)]
