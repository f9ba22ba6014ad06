"""The cookies of the matrix, the requested addresses, and the cookies that a reader must send to each (RFC 6265)."""

from dataclasses import dataclass

SP = "sp.example.test"
IDP = "idp.example.test"
BELOW = "deep.sp.example.test"
SIBLING = "other.example.test"
# Both names only end like a host that has cookies.
ALIKE = "xsp.example.test"
ALIKE_DOMAIN = "notexample.test"
# Separate services: a name without a dot, and an address.
SINGLE = "single"
ADDRESS = "127.0.0.1"
HOSTS = [SP, IDP, BELOW, SIBLING, ALIKE, ALIKE_DOMAIN, "example.test", SINGLE]


def characters(text):
    """Returns text as the characters of its bytes, the form of bytes in all tests here."""
    return text.encode().decode("latin-1")


@dataclass(frozen=True)
class Cookie:
    name: str
    value: str
    path: str = "/"
    domain: str = ""
    secure: bool = True
    http_only: bool = False
    # The attribute with the expiry time, if there is one.
    lasts: str = ""

    @property
    def pair(self):
        return f"{self.name}={self.value}"

    @property
    def line(self):
        """Returns the cookie as a Set-Cookie field."""
        return "; ".join([self.pair, f"Path={self.path}"] + [f"Domain={self.domain}"] * bool(self.domain)
                         + ["Secure"] * self.secure + ["HttpOnly"] * self.http_only + [self.lasts] * bool(self.lasts))

    def goes_to(self, scheme, host, path):
        """Applies RFC 6265 sections 5.1.3, 5.1.4 and 5.4."""
        if self.secure and scheme != "https":
            return False
        if host != (self.domain or SP) and not (self.domain and host.endswith("." + self.domain)):
            return False
        return path == self.path or path.startswith(self.path.rstrip("/") + "/")


ODD = "a\"b\\c,d e'f=g!$&#%41(x)`id`|{y}[z]*?~^<>@:/+"

COOKIES = [
    Cookie("session", "s1", http_only=True),
    Cookie("lasting", "l1", lasts="Max-Age=3600"),
    Cookie("both", "b1", http_only=True, lasts="Expires=Fri, 31 Dec 9999 23:59:59 GMT"),
    Cookie("empty", ""),
    Cookie("same", "root"),
    Cookie("same", "app", path="/app"),
    Cookie("domain", "d1", domain=SP, http_only=True),
    Cookie("wide", "w1", domain="example.test"),
    Cookie("open", "o1", secure=False),
    Cookie("__Host-h", "h1", http_only=True),
    Cookie("__Secure-s", "s2"),
    Cookie("quoted", '"a b"', path="/quoted"),
    Cookie("odd", ODD, path="/odd"),
    Cookie("large", "x" * 4000, path="/large"),
    Cookie("latin", characters("grün"), path="/latin"),
    Cookie("euro", characters("5 €"), path="/euro"),
]
BYTES = Cookie("bytes", "\xff\xfe\x80", path="/bytes")

# Cookies that no jar may accept; the sign-in sets them.
REFUSED = ["suffix=1; Domain=test", "idn=1; Domain=notexample.test", "alike=1; Domain=xsp.example.test"]

SETS = {
    "all": REFUSED + [cookie.line for cookie in COOKIES],
    "bytes": [COOKIES[0].line, BYTES.line],
    "plain": [COOKIES[0].line],
}

ADDRESSES = [
    ("https", SP, "/"), ("https", SP, "/app"), ("https", SP, "/app/page"), ("https", SP, "/apple"),
    ("https", SP, "/quoted/page"), ("https", SP, "/odd/page"), ("https", SP, "/large/page"), ("https", SP, "/latin/page"),
    ("https", SP, "/euro/page"), ("http", SP, "/"), ("http", SP, "/app"), ("https", BELOW, "/"), ("https", SIBLING, "/"),
    ("https", ALIKE, "/"), ("https", ALIKE_DOMAIN, "/"), ("https", IDP, "/"),
]
