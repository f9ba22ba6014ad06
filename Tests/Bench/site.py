#!/usr/bin/env python3
"""A site to measure: a sign-in by a form and SAML's POST binding, and large pages. Prints its port, and serves until stdin ends.

    /start -> /login?state=… (form: username, password, a hidden field) -> page that posts SAMLResponse -> /acs -> /done
    /page/BYTES   a page of this size with a form, lists, links and texts
    /authorize -> the client's address with a code -> /token   an OpenID provider that asks nobody
"""
import base64
import http.server
import json
import sys
import threading
import time
import urllib.parse

RESPONSE = base64.b64encode(
    b'<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0">'
    b'<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
    b'</samlp:Response>').decode()

LOGIN = """<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1>
<form method="post" action="/login?state=1"><input type="hidden" name="token" value="a1b2c3">
<label for="u">User name</label><input id="u" name="username" autocomplete="username">
<label for="p">Password</label><input id="p" type="password" name="password">
<button type="submit">Sign in</button></form></body></html>"""

POST = f"""<!doctype html><html><body onload="document.forms[0].submit()"><form method="post" action="/acs">
<input type="hidden" name="SAMLResponse" value="{RESPONSE}"><input type="hidden" name="RelayState" value="/done">
<noscript><button type="submit">Continue</button></noscript></form></body></html>"""

ITEM = """<div class="card item-%d"><h3>Title %d</h3><p class="text">Some text of a few words, number %d, with <b>bold</b> and
<a href="/l/%d" class="link">a link</a>.</p><ul><li>one</li><li>two</li></ul></div>
"""


def page(size):
    """Returns a page of about `size` bytes."""
    parts, length, number = [LOGIN.replace("</body></html>", "")], len(LOGIN), 0
    while length < size:
        parts.append(ITEM % ((number,) * 4))
        length += len(parts[-1])
        number += 1
    return "".join(parts) + "</body></html>"


def id_token(issuer, nonce):
    """Returns an ID token as long as those of providers, with a signature that nobody checks."""
    claims = {"iss": issuer, "aud": "cli", "sub": "ada", "nonce": nonce, "exp": int(time.time()) + 86400, "sid": "x" * 36,
              "name": "Ada Lovelace", "email": "ada@example.org", "preferred_username": "ada", "groups": ["dev", "ops"]}
    parts = [json.dumps(part).encode() for part in ({"alg": "RS256", "kid": "k" * 40}, claims)] + [b"s" * 256]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    nonce = ""

    def answer(self, status, text="", **fields):
        body = text.encode()
        self.send_response(status)
        fields = {"Content_Type": "text/html; charset=utf-8", **fields}
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/start":
            self.answer(302, Location="/login?state=1", Set_Cookie="state=1; Path=/; HttpOnly")
        elif self.path.startswith("/login"):
            self.answer(200, LOGIN)
        elif self.path.startswith("/page/"):
            self.answer(200, page(int(self.path.rpartition("/")[2])))
        elif self.path == "/.well-known/openid-configuration":
            base = f"http://{self.headers['Host']}"
            self.answer(200, json.dumps({
                "issuer": base, "authorization_endpoint": base + "/authorize", "token_endpoint": base + "/token",
                "response_types_supported": ["code"], "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none"]}), Content_Type="application/json")
        elif self.path.startswith("/authorize?"):
            asked = dict(urllib.parse.parse_qsl(self.path.partition("?")[2]))
            Site.nonce = asked.get("nonce", "")
            back = urllib.parse.urlencode({"code": "c", "state": asked["state"]})
            self.answer(302, Location=f"{asked['redirect_uri']}?{back}")
        elif self.path == "/done":
            self.answer(200 if "session=" in self.headers.get("Cookie", "") else 403, "<p>done</p>")
        else:
            self.answer(404)

    def do_POST(self):
        form = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        if self.path.startswith("/login"):
            right = form.get("username") == ["ada"] and form.get("password") == ["secret"] and form.get("token") == ["a1b2c3"]
            self.answer(200, POST if right else LOGIN)
        elif self.path == "/acs" and "SAMLResponse" in form:
            self.answer(302, Location="/done", Set_Cookie="session=0123456789abcdef; Path=/; HttpOnly")
        elif self.path == "/token":
            token = id_token(f"http://{self.headers['Host']}", self.nonce)
            self.answer(200, json.dumps({
                "access_token": "a" * 40, "token_type": "Bearer", "expires_in": 86400, "id_token": token}))
        else:
            self.answer(404)

    def log_message(self, *_):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
