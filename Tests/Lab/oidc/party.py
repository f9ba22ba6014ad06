"""A relying party of Glewlwyd: begins a sign-in, exchanges the code, and remembers the user by a cookie."""

import base64
import json
import secrets
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

from .local import Caller
from .people import SCOPES
from .provider import HOST as PROVIDER_HOST, Provider
from .setup import PLUGIN

HOST = "party.localhost"
CLIENT = "party"


def authorization(provider: Provider, client: str, redirect: str, scope: str, state: str) -> str:
    """Returns the address at the provider where a sign-in of the client begins."""
    query = urlencode({"response_type": "code", "client_id": client, "redirect_uri": redirect, "nonce": state,
                       "scope": f"openid {scope}", "state": state})
    return f"{provider.url}/api/{PLUGIN}/auth?{query}"


class Party:
    def __init__(self, provider: Provider, port: int, ca_file):
        self.provider, self.ca_file = provider, ca_file
        self.url = f"https://{HOST}:{port}"
        self.finish = f"{self.url}/finish"
        self.port, self.states, self.sessions = port, {}, {}

    def serve(self, certificate, key):
        party = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                party.answer(self)

        server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        # A thread of the connection makes the handshake, so that one client does not delay the others.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def answer(self, visit):
        parts = urlsplit(visit.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        way, _, page = parts.path.strip("/").rpartition("/")
        if way in SCOPES and page == "start":
            state = secrets.token_hex(8)
            self.states[state] = way
            return self._send(visit, 302, "", [("Location", self._login(way, state))])
        if parts.path == "/finish":
            return self._finish(visit, query)
        if parts.path == "/protected":
            user = self.sessions.get(_cookie(visit, "party"))
            return self._send(visit, 200 if user else 401, f"signed in as {user}" if user else "not signed in")
        return self._send(visit, 404, "no such page")

    def _login(self, way: str, state: str) -> str:
        """Returns where the sign-in continues: at the login page itself where it must not begin with the password."""
        address = authorization(self.provider, CLIENT, self.finish, way, state)
        if SCOPES[way].password:
            return address
        query = urlencode({"client_id": CLIENT, "scope": f"openid {way}", "callback_url": address,
                           "scheme": SCOPES[way].scheme})
        return f"{self.provider.url}/login.html?{query}"

    def _finish(self, visit, query):
        if self.states.pop(query.get("state"), None) is None or "code" not in query:
            return self._send(visit, 403, "no sign-in of this party ends here")
        try:
            user = self._exchange(query["code"])
        except RuntimeError as error:
            return self._send(visit, 403, str(error))
        session = secrets.token_hex(16)
        self.sessions[session] = user
        return self._send(visit, 200, f"welcome, {user}", [
            ("Set-Cookie", f"party={session}; Path=/; Secure; HttpOnly; SameSite=Lax")])

    def _exchange(self, code: str) -> str:
        """Returns the user of the code."""
        pair = base64.b64encode(f"{CLIENT}:{CLIENT}".encode()).decode()
        answer = Caller(PROVIDER_HOST, self.provider.port, self.ca_file).send(
            "POST", f"/api/{PLUGIN}/token", headers={"Authorization": f"Basic {pair}"}, form=urlencode({
                "grant_type": "authorization_code", "code": code, "redirect_uri": self.finish,
                "client_id": CLIENT}))
        claims = answer["id_token"].split(".")[1]
        return json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["user"]

    @staticmethod
    def _send(visit, status: int, text: str, headers=()):
        visit.send_response(status)
        for name, value in headers:
            visit.send_header(name, value)
        visit.send_header("Content-Type", "text/html; charset=utf-8")
        page = f"<!DOCTYPE html><title>Party</title><p>{text}</p>\n".encode()
        visit.send_header("Content-Length", str(len(page)))
        visit.end_headers()
        visit.wfile.write(page)


def _cookie(visit, name: str) -> str:
    pairs = (one.strip().partition("=") for one in visit.headers.get("Cookie", "").split(";"))
    return next((value for key, _, value in pairs if key == name), "")
