"""One request at any name of the federation: reads and records it, and calls the page of that name."""

import html
import json
import select
import socket
import traceback
import uuid
from urllib.parse import parse_qsl, urlencode, urlsplit

from challenge.exchange import Exchange

from . import farms
from .addresses import DUO_HOST, EVERLIVE_HOST, OAUTH_HOST, PARTY_HOST

PAGES = {}
MOST_BODY = 8 << 20
MOST_RECORDED = 128 << 10     # of a body: enough for tokens of usual size, but not for the oversized ones


def page(kind: str, *paths):
    """Registers the function for the paths (lower case; `/*` at the end: all below) of that kind of name."""
    def register(function):
        for path in paths:
            PAGES[kind, path] = function
        return function
    return register


def _find(kind: str, path: str):
    path = path.lower()
    if (kind, path) in PAGES:
        return PAGES[kind, path]
    fitting = [known for of, known in PAGES if of == kind and known.endswith("/*") and path.startswith(known[:-1])]
    return PAGES[kind, max(fitting, key=len)] if fitting else None


class Visit(Exchange):
    def serve(self):
        self.close_connection = True
        parts = urlsplit(self.path)
        self.route = parts.path
        # A list, so that tests can find duplicate fields.
        self.pairs = parse_qsl(parts.query, keep_blank_values=True)
        self.query = dict(self.pairs)
        self.take_body()
        self.posted = parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True) \
            if self.headers.get("Content-Type", "").startswith("application/x-www-form-urlencoded") else []
        self.fields = dict(self.posted)
        self.record(parts)
        # A missing port means the default one, because a proxy forwarded the client.
        self.host, _, self.port = self.headers.get("Host", "").lower().partition(":")
        function = _find(self.kind(), parts.path)
        try:
            if function is None:
                self.html("404 - File or directory not found.", "<p>The resource does not exist.</p>", 404)
            else:
                function(self)
        except (ConnectionError, TimeoutError):
            pass    # the client has closed the connection
        except Exception:
            # Show an error of the lab in a test's output instead of breaking the connection.
            self.answer(500, "the lab's own fault\n" + traceback.format_exc(), "text/plain; charset=utf-8")

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = serve

    def do_CONNECT(self):
        """Acts as a proxy: connects the default port of every name to the federation's port."""
        self.close_connection = True
        if self.server.label != "http" or not self.path.endswith(".localhost:443"):
            self.answer(403)
            return
        with socket.create_connection(("127.0.0.1", self.context.addresses.port["federation"])) as farm:
            self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            ways = {self.connection: farm, farm: self.connection}
            while True:
                for end in select.select(list(ways), [], [], self.timeout)[0] or [None]:
                    data = end.recv(1 << 16) if end else b""
                    if not data:
                        return
                    ways[end].sendall(data)

    def take_body(self):
        super().take_body(MOST_BODY)

    def seen(self) -> dict:
        return super().seen() | {"body": self.body[:MOST_RECORDED].decode("utf-8", "replace")}

    def kind(self) -> str:
        if self.server.label == "http":
            return "http"
        name = self.host.removeprefix("certauth.")
        self.farm = farms.farm(name.removeprefix("fs-").removesuffix(".localhost")) if name.startswith("fs-") else None
        if self.farm:
            return "farm"
        return {PARTY_HOST: "party", EVERLIVE_HOST: "everlive", OAUTH_HOST: "oauth", DUO_HOST: "duo"}.get(self.host, "")

    def page(self, text: str, status=200, headers=()):
        self.answer(status, text, headers=[("Cache-Control", "no-cache,no-store"), ("Pragma", "no-cache"), *headers])

    def number_of_request(self) -> str:
        """Returns the activity ID: the client's own if it sent one."""
        given = self.query.get("client-request-id", "")
        try:
            return str(uuid.UUID(given))
        except ValueError:
            return str(uuid.uuid4())

    def again(self, **more) -> str:
        """Returns the address of this page."""
        return self.route + "?" + urlencode([*((k, v) for k, v in self.pairs if k not in more), *more.items()])

    def absolute(self, path: str) -> str:
        """Returns the path at this farm's usual address, independent of the client's address; AD FS always writes the port."""
        return (self.context.addresses.farm(self.farm.label) if self.port else f"https://{self.host}:443") + path


def attribute(text: str) -> str:
    return html.escape(text, quote=True)


def cookie(name: str, value: str, path="/", lifetime=None) -> tuple:
    more = f"; Max-Age={lifetime}" if lifetime is not None else ""
    return "Set-Cookie", f"{name}={value}; Path={path}{more}; HttpOnly; Secure; SameSite=None"


def gone(name: str, path="/") -> tuple:
    return "Set-Cookie", f"{name}=; Path={path}; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure"


@page("http", "/recorded")
def recorded(visit):
    """Returns all requests at any name, oldest first; ?after=N only those with a greater number."""
    entries = visit.context.records.take(False)
    after = int(visit.query.get("after", "0"))
    visit.answer(200, json.dumps([one for one in entries if one["number"] > after]) + "\n", "application/json")


@page("http", "/forget")
def forget(visit):
    """Ends all tokens of the party, exchange or farm ?name=, as if they had expired."""
    name, given = visit.query.get("name", ""), visit.context.tickets
    ended = [key for key, known in list(given.items()) if isinstance(known, tuple) and known[0] == name]
    for key in ended:
        given.pop(key, None)
    count = len(ended) + visit.context.sessions.end(name)
    visit.answer(200, json.dumps({"ended": count}) + "\n", "application/json")
