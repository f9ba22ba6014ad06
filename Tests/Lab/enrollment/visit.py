"""One request at an issuing server, and its record."""

import base64
import hashlib
import json
import ssl
import time
from urllib.parse import parse_qsl, urlsplit

from cryptography import x509
from hostility.site import Context, Visit

from .label import Label


class EnrollmentContext(Context):
    """The other data that the servers share: the authorities for client certificates."""

    people = None


class EnrollmentVisit(Visit):
    proof = None

    def serve(self):
        parts = urlsplit(self.path)
        self.route, self.query = parts.path, dict(parse_qsl(parts.query, keep_blank_values=True))
        self.body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 1 << 20))
        self.close_connection = True
        try:
            if self.route in ("/recorded", "/decide"):
                return self.recorded() if self.route == "/recorded" else self.decide()
            self.record(parts)
            if not self.server.answer_to(self):
                self.text(404, "there is no such page")
        except (ConnectionError, TimeoutError, OSError):
            pass    # the client has closed the connection

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = serve

    @property
    def peer(self):
        """Returns the client certificate that TLS has verified, or None."""
        if not isinstance(self.connection, ssl.SSLSocket):
            return None
        data = self.connection.getpeercert(binary_form=True)
        return x509.load_der_x509_certificate(data) if data else None

    def form(self) -> dict:
        return dict(parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True))

    def text(self, status: int, message: str, headers=()):
        self.answer(status, message + "\n", "text/plain; charset=utf-8", headers)

    def json(self, value, status=200, headers=()):
        self.answer(status, json.dumps(value, ensure_ascii=False), "application/json", headers)

    def misbehave(self, label: Label) -> bool:
        """Does what a label does for every request; returns whether the request is complete."""
        if label.has("slow"):
            time.sleep(2)
        if label.has("hang"):
            self.context.stopping.wait(120)
        elif label.has("html"):
            self.html("Sign in to the proxy", "<p>Welcome to the hotel.</p>")
        elif label.has("broken"):
            self.text(500, "ORA-01555: snapshot too old")
        elif label.has("gone"):
            self.text(404, "no such profile")
        elif label.has("empty"):
            self.answer(200, b"", None)
        elif label.has("elsewhere"):
            self.redirect(self.context.urls["elsewhere"] + self.path, 307)
        elif label.has("plain-http"):
            self.redirect(self.context.urls["plain"] + self.path, 307)
        else:
            return False
        return True

    def record(self, parts):
        peer = self.peer
        try:
            body = self.body.decode()
        except ValueError:
            body = "base64:" + base64.b64encode(self.body).decode()
        self.context.records.add({
            "server": self.server.label, "method": self.command, "path": parts.path, "query": parts.query,
            "headers": [[name, value] for name, value in self.headers.items()], "body": body,
            "sha256": hashlib.sha256(self.body).hexdigest(),
            "certificate": peer and {"subject": peer.subject.rfc4514_string(), "serial": f"{peer.serial_number:x}"},
        })

    def decide(self):
        """?tag=TAG&approves=yes or no: decides about the pending requests."""
        if self.server.label != "records":
            return self.text(404, "there is no such page")
        Label.decide(self.query["tag"], self.query["approves"] == "yes")
        self.text(200, "decided")

    def recorded(self):
        """Returns the recorded requests, with ?tag only those of labels that end with it; ?clear=1 deletes them."""
        tag, records = self.query.get("tag"), self.context.records
        if self.server.label != "records":
            return self.text(404, "there is no such page")
        with records.lock:
            found = [one for one in records.entries if not tag or tag in one["path"] + "?" + one["query"]]
            if "clear" in self.query:
                records.entries[:] = [one for one in records.entries if one not in found]
        self.json(found)
