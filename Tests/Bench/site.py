#!/usr/bin/env python3
"""A site to measure: a sign-in by a form and SAML's POST binding, and large pages. Prints its port, and serves until stdin ends.

    /start -> /login?state=… (form: username, password, a hidden field) -> page that posts SAMLResponse -> /acs -> /done
    /page/BYTES   a page of this size with a form, lists, links and texts
"""
import base64
import http.server
import sys
import threading
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


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, text="", **fields):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
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
