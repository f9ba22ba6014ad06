"""A small HTTP server whose pages can do anything with the connection."""

import json
import socket
import threading
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

PAGES = {}
MOST_ENTRIES = 2000     # entries are kept for /recorded


def page(path, about):
    """Registers a page: a function with a Visit."""
    def register(function):
        PAGES[path] = (function, about)
        return function
    return register


@dataclass
class Records:
    """All requests, for /recorded."""

    entries: list = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, entry):
        with self.lock:
            self.entries.append(entry)
            del self.entries[:-MOST_ENTRIES]

    def take(self, clear):
        with self.lock:
            entries = list(self.entries)
            if clear:
                self.entries.clear()
            return entries


@dataclass
class Context:
    """The data that all servers share: the addresses, and the records."""

    urls: dict = field(default_factory=dict)
    records: Records = field(default_factory=Records)
    stopping: threading.Event = field(default_factory=threading.Event)


class Visit(BaseHTTPRequestHandler):
    """One request, with methods to answer it correctly or wrongly."""

    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, *_):
        pass

    @property
    def context(self) -> Context:
        return self.server.context

    @property
    def own(self) -> str:
        """Returns this server's address as the other servers use it."""
        return self.context.urls[self.server.label]

    def state(self, name, known):
        """Returns what `known` has under the value of this cookie, or None."""
        for cookie in (self.headers.get("Cookie") or "").split("; "):
            key, _, value = cookie.partition("=")
            if key == name and value in known:
                return known[value]
        return None

    def answer(self, status=200, body=b"", kind="text/html; charset=utf-8", headers=()):
        if isinstance(body, str):
            body = body.encode()
        lines = [("Date", formatdate(usegmt=True)), ("Content-Length", str(len(body))), ("Connection", "close")]
        if kind:
            lines.insert(0, ("Content-Type", kind))
        self.raw_head(status, [*lines, *headers])
        if self.command != "HEAD":
            self.wfile.write(body)

    def html(self, title, body, status=200, headers=(), head=""):
        self.answer(status, f"<!DOCTYPE html><html><head><title>{title}</title>{head}</head>"
                            f"<body><h1>{title}</h1>{body}</body></html>", headers=headers)

    def redirect(self, location, status=302, headers=()):
        self.answer(status, b"", headers=[("Location", location), *headers])

    def raw_head(self, status, headers):
        """Sends header lines without checks or additions."""
        text = f"HTTP/1.1 {status} Whatever\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers)
        self.wfile.write(text.encode("latin-1", "replace") + b"\r\n")

    def pour(self, block: bytes, pause: float = 0):
        """Sends the block repeatedly until the client closes the connection."""
        while not self.context.stopping.wait(pause):
            self.wfile.write(block)
            self.wfile.flush()

    def serve(self):
        self.close_connection = True
        parts = urlsplit(self.path)
        self.query = dict(parse_qsl(parts.query, keep_blank_values=True))
        length = int(self.headers.get("Content-Length") or 0)
        self.body = self.rfile.read(min(length, 1 << 20))
        self.record(parts)
        function = find(parts.path)
        try:
            if function is None:
                self.html("No such page", "<p>404</p>", 404)
            else:
                function(self)
        except (ConnectionError, TimeoutError, OSError):
            pass    # the client has closed the connection

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = serve

    def record(self, parts):
        if parts.path == "/recorded":
            return
        self.context.records.add({
            "server": self.server.label, "method": self.command, "path": parts.path, "query": parts.query,
            "headers": [[name, value] for name, value in self.headers.items()],
            "body": self.body.decode("utf-8", "replace"),
            "form": parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True),
        })


def find(path):
    if path in PAGES:
        return PAGES[path][0]
    for prefix, (function, _) in PAGES.items():
        if prefix.endswith("/*") and path.startswith(prefix[:-1]):
            return function
    return None


class Site(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, label, context, tls=None, port=0, visit=Visit):
        self.label, self.context, self.tls = label, context, tls
        super().__init__(("127.0.0.1", port), visit)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    def finish_request(self, request, client_address):
        """Does the handshake in the client's thread, because it may never end."""
        if self.tls:
            request.settimeout(20)
            request = self.tls.wrap_socket(request, server_side=True)
        try:
            super().finish_request(request, client_address)
        finally:
            self.close_quietly(request)

    @staticmethod
    def close_quietly(request):
        try:
            request.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        request.close()

    def handle_error(self, request, client_address):
        pass    # failing clients are expected here


@page("/recorded", "all requests to any of the servers, as JSON; ?clear=1 deletes them afterwards")
def recorded(visit):
    entries = visit.context.records.take("clear" in visit.query)
    visit.answer(200, json.dumps(entries, indent=1) + "\n", "application/json")


@page("/done", "the successful end: a finish page that sets session=ok")
def done(visit):
    visit.html("Done", "<p>You are signed in.</p>",
               headers=[("Set-Cookie", "session=ok; Path=/; Secure; HttpOnly; SameSite=Lax")])
