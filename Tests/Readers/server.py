"""A service and its identity provider on loopback ports, with https and http. They record the Cookie field of every request.
The sign-in sets the cookies of the test."""

import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class Visit(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, *_):
        pass

    def handle(self):
        try:
            super().handle()
        except (OSError, ssl.SSLError):
            pass    # the client has closed the connection

    def do_GET(self):
        parts = urlsplit(self.path)
        query = parse_qs(parts.query)
        site = self.server.site
        host = (self.headers["Host"] or "").rsplit(":", 1)[0]
        if parts.path == "/start":
            return self.answer(302, [("Location", site.url("https", site.idp, "/sso", query["set"][0])),
                                     ("Set-Cookie", "before=1; Path=/start")])
        if parts.path == "/sso":
            return self.answer(302, [("Location", site.url("https", site.sp, "/acs", query["set"][0])),
                                     ("Set-Cookie", "idp=secret; Path=/; Secure; HttpOnly")])
        if parts.path == "/acs":
            return self.answer(302, [("Location", site.url("https", site.sp, "/done"))]
                               + [("Set-Cookie", line) for line in site.sets[query["set"][0]]])
        if parts.path == "/away":
            return self.answer(302, [("Location", query["to"][0])])
        if parts.path != "/done":
            fields = self.headers.get_all("Cookie") or []
            with site.lock:
                site.records[self.server.scheme, host, parts.path] = "; ".join(fields)
        return self.answer(200, [("Content-Type", "text/html; charset=utf-8")], b"<!DOCTYPE html><title>Done</title>")

    do_HEAD = do_GET

    def answer(self, status, fields, body=b""):
        lines = [f"HTTP/1.1 {status} Whatever", f"Content-Length: {len(body)}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in fields]
        # The cookies are given as the characters of their bytes.
        self.wfile.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        if self.command != "HEAD":
            self.wfile.write(body)
        self.close_connection = True


class Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, site, scheme, context=None):
        self.site, self.scheme, self.context = site, scheme, context
        super().__init__(("127.0.0.1", 0), Visit)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def finish_request(self, request, address):
        """Does the handshake in the client's thread."""
        if self.context:
            request.settimeout(20)
            request = self.context.wrap_socket(request, server_side=True)
        super().finish_request(request, address)

    def handle_error(self, request, address):
        pass


class Site:
    def __init__(self, sp, idp, sets, certificate):
        self.sp, self.idp, self.sets = sp, idp, sets
        self.records = {}
        self.lock = threading.Lock()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        self.ports = {"https": Listener(self, "https", context).server_address[1],
                      "http": Listener(self, "http").server_address[1]}

    def url(self, scheme, host, path, cookies=None):
        return f"{scheme}://{host}:{self.ports[scheme]}{path}" + (f"?set={cookies}" if cookies else "")

    def take(self):
        """Returns the Cookie fields since the last call: {(scheme, host, path): Cookie field}."""
        with self.lock:
            taken, self.records = self.records, {}
            return taken
