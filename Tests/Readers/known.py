"""What each reader is known to do otherwise than RFC 6265. Nothing else is passed over, and each of these must show:
the comparison is exact."""

from cookies import COOKIES, SP, characters

# Whatever stands on Python's http.cookiejar.
PYTHON = {"python", "python-ignore", "requests", "yt-dlp", "httpie"}


def expected(reader, dialect, address):
    """The pairs that a reader sends to an address; None: it cannot send the request at all."""
    pairs = [pair for cookie in COOKIES for pair in [sent(reader, dialect, cookie, address)] if pair]
    return None if any(ord(character) > 255 for pair in pairs for character in pair) else pairs


def loose(reader, dialect):
    """wget2 1.99.1 frees a session cookie that it drops, and then sends what comes to be in its place. Only that the
    session cookies are missing is certain."""
    return reader == "wget2" and dialect in ("curl", "wget")


def sent(reader, dialect, cookie, address):
    if not goes_to(reader, cookie, address) or dropped(reader, dialect, cookie):
        return None
    if reader in PYTHON and dialect in ("portable", "curl", "wget"):
        # Characters instead of bytes, and none beyond ISO 8859-1: the python dialect is for that.
        return cookie.pair.encode("latin-1").decode()
    if reader not in PYTHON and dialect == "python":
        return characters(cookie.pair)
    return cookie.pair


def goes_to(reader, cookie, address):
    scheme, host, path = address
    if reader == "wget2" and path == cookie.path != "/":
        # It compares with the folder of the path.
        return False
    if cookie.goes_to(scheme, host, path):
        return True
    if reader in PYTHON and host.endswith("." + SP) and not cookie.domain:
        # Its usual policy sends a host's own cookie to the hosts below, too (DomainStrictNonDomain is not set).
        return cookie.goes_to(scheme, SP, path)
    if reader == "wget" and path.startswith(cookie.path):
        # A path that only begins alike is within for wget 1.
        return cookie.goes_to(scheme, host, cookie.path)
    return False


def dropped(reader, dialect, cookie):
    ends_at_zero = dialect in ("curl", "wget") and not cookie.lasts
    is_marked = dialect in ("curl", "python") and cookie.http_only
    return (is_marked and reader in ("wget", "aria2")
            or ends_at_zero and reader in ("wget2", "python", "python-ignore", "requests"))


def reads_host(reader, host):
    """Python takes a name without a dot for one in `.local`; wget2 takes it for a public suffix."""
    return "." in host or reader not in PYTHON | {"wget2"}
