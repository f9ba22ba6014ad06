"""The known differences of each reader from RFC 6265. The comparison is exact: every other difference is an error, and each of
these must occur."""

from cookies import COOKIES, SP, characters

# Readers that use Python's http.cookiejar.
PYTHON = {"python", "python-ignore", "requests", "yt-dlp", "httpie"}


def expected(reader, dialect, address):
    """Returns the pairs that a reader sends to an address, or None if it cannot send the request."""
    pairs = [pair for cookie in COOKIES for pair in [sent(reader, dialect, cookie, address)] if pair]
    return None if any(ord(character) > 255 for pair in pairs for character in pair) else pairs


def loose(reader, dialect):
    """Returns whether only the absence of the session cookies is certain. wget2 1.99.1 frees a session cookie that it drops,
    and then sends what is in that memory."""
    return reader == "wget2" and dialect in ("curl", "wget")


def sent(reader, dialect, cookie, address):
    if not goes_to(reader, cookie, address) or dropped(reader, dialect, cookie):
        return None
    if reader in PYTHON and dialect in ("portable", "curl", "wget"):
        # The reader sends characters instead of bytes, and none beyond ISO 8859-1; the python dialect exists for it.
        return cookie.pair.encode("latin-1").decode()
    if reader not in PYTHON and dialect == "python":
        return characters(cookie.pair)
    return cookie.pair


def goes_to(reader, cookie, address):
    scheme, host, path = address
    if reader == "wget2" and path == cookie.path != "/":
        # wget2 compares with the folder of the path.
        return False
    if cookie.goes_to(scheme, host, path):
        return True
    if reader in PYTHON and host.endswith("." + SP) and not cookie.domain:
        # Python's default policy also sends a host's own cookie to the hosts below it (DomainStrictNonDomain is not set).
        return cookie.goes_to(scheme, SP, path)
    if reader == "wget" and path.startswith(cookie.path):
        # wget 1 treats a path with the same prefix as being below the cookie's path.
        return cookie.goes_to(scheme, host, cookie.path)
    return False


def dropped(reader, dialect, cookie):
    ends_at_zero = dialect in ("curl", "wget") and not cookie.lasts
    is_marked = dialect in ("curl", "python") and cookie.http_only
    return (is_marked and reader in ("wget", "aria2")
            or ends_at_zero and reader in ("wget2", "python", "python-ignore", "requests"))


def reads_host(reader, host):
    """Python reads a name without a dot as a name in `.local`; wget2 reads it as a public suffix."""
    return "." in host or reader not in PYTHON | {"wget2"}
