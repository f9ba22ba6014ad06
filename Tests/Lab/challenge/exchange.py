"""One request at the lab's own server: reads a body of any size and records the request."""

import hashlib
import json
import time
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlsplit

from hostility.site import Visit, find

MOST_TEXT = 1 << 16     # bytes of a body are kept and echoed

# path: a function that returns whether the client may continue; it has answered otherwise. For pages below a protected page.
GUARDS = {}


class Exchange(Visit):
    def serve(self):
        self.close_connection = True
        parts = urlsplit(self.path)
        self.route = parts.path
        self.query = dict(parse_qsl(parts.query, keep_blank_values=True))
        self.take_body()
        self.record(parts)
        function = redirect_away if "/to/" in parts.path else find(parts.path)
        try:
            if function is None:
                self.json({"error": "no such page", "path": parts.path}, 404)
            else:
                function(self)
        except (ConnectionError, TimeoutError, OSError):
            pass    # the client has closed the connection

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = serve

    def take_body(self, most=MOST_TEXT):
        self.body, self.length, digest = b"", 0, hashlib.sha256()
        for block in self.blocks():
            digest.update(block)
            self.length += len(block)
            self.body += block[:most - len(self.body)]
        self.digest = digest.hexdigest()

    def blocks(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            while size := int(self.rfile.readline().split(b";")[0], 16):
                yield self.rfile.read(size)
                self.rfile.readline()
            while self.rfile.readline().strip():
                pass
            return
        left = int(self.headers.get("Content-Length") or 0)
        while left > 0 and (block := self.rfile.read(min(left, 1 << 16))):
            left -= len(block)
            yield block

    @property
    def origin(self) -> str:
        """Returns the origin in the client's URL, which Apache passes on."""
        scheme = "https" if self.server.tls else "http"
        return self.headers.get("X-Lab-Origin") or f"{scheme}://{self.headers.get('Host', '')}"

    @property
    def user(self):
        """Returns the user whom Apache authenticated. A direct client can claim any user, but nothing here is secret."""
        return self.headers.get("X-Lab-User") or None

    def cookie(self, name):
        try:
            morsel = SimpleCookie(self.headers.get("Cookie", "")).get(name)
        except CookieError:
            return None
        return morsel.value if morsel else None

    def json(self, value, status=200, headers=()):
        self.answer(status, json.dumps(value, indent=1) + "\n", "application/json",
                    [("Cache-Control", "no-store"), *headers])

    def seen(self) -> dict:
        """Returns the received request."""
        return {
            "origin": self.origin, "server": self.server.label, "method": self.command, "path": self.route,
            "query": urlsplit(self.path).query, "user": self.user,
            "certificate": self.headers.get("X-Lab-Certificate") or None,
            "headers": [[name, value] for name, value in self.headers.items()
                        if not name.startswith(("X-Lab-", "X-Forwarded-"))],
            "length": self.length, "sha256": self.digest, "body": self.body.decode("utf-8", "replace"),
        }

    def record(self, parts):
        if parts.path == "/recorded":
            return
        entry = self.seen() | {"time": time.time()}
        entry["foreign"] = entry["origin"].lower() not in self.context.own_origins
        self.context.records.add(entry)
        with self.context.records.lock, open(self.context.log, "a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")

    def echo(self, status=200, headers=()):
        self.json(self.seen(), status, headers)


def redirect_away(visit):
    """PAGE/to/STATUS/ORIGIN: redirects clients with access to PAGE to that origin, and there to /arrived or to the path in
    ?then."""
    protected, _, target = visit.route.rpartition("/to/")
    if not GUARDS.get(protected, lambda _: True)(visit):
        return
    status, _, name = target.partition("/")
    origin = visit.context.origins.get(name)
    if origin is None or not status.isdigit():
        visit.json({"error": "no such origin", "origins": list(visit.context.origins)}, 404)
        return
    visit.redirect(origin + visit.query.get("then", f"/arrived/{name}"), int(status))
