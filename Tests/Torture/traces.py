"""Runs a sign-in with all output enabled: it must not contain the password or the cookie."""
import http.server
import tempfile
import threading

import memory
import needle
from harness import Home, Violation, library

FORM = b"""<!DOCTYPE html><title>Sign in</title><form method="post" action="/login">
<input name="user" autocomplete="username"><input name="password" type="password"><input type="submit"></form>"""


class Service(http.server.BaseHTTPRequestHandler):
    """Serves a page that asks for a password, and the finish."""

    protocol_version = "HTTP/1.1"

    def answer(self, status, body, *fields):
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):  # pylint: disable=invalid-name
        if self.path == "/start":
            # A field whose name is a secret that fedauth learns later.
            self.answer(200, FORM if not self.server.echoes else FORM + b'<form><input type="hidden" name="' + self.server.cookie.encode() + b'"></form>')
        else:
            self.server.seen.append(self.headers.get("Cookie", ""))
            self.answer(200, b"<!DOCTYPE html><title>Welcome</title>")

    def do_POST(self):  # pylint: disable=invalid-name
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.seen.append(form)
        self.answer(
            303, b"", ("Location", "/finish"), ("Set-Cookie", f"session={self.server.cookie}; HttpOnly; Path=/"),
            *([("Via", form)] if self.server.echoes else []))

    def log_message(self, *_):
        pass


def look(binary):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.seen, server.cookie = [], needle.make()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        # fedauth cannot wipe the data that a server repeats, so only the trace is checked in that case.
        for server.echoes in (True, False):
            with tempfile.TemporaryDirectory(prefix="fedauth-torture-") as folder, Home(binary) as home:
                told = sign_in(server, home, folder)
        return told
    finally:
        server.shutdown()
        server.server_close()


def sign_in(server, home, folder):
    password = needle.make()
    with open(folder + "/password", "w", encoding="ascii") as file:
        file.write(password + "\n")
    place = f"http://127.0.0.1:{server.server_address[1]}"
    owners = needle.pieces({"the password": password, "the cookie": server.cookie}, folder + "/needle")
    home.expect("store", "put", "it", value=b"x")
    status, output, errors = home.run(
        "saml", place + "/start", "--finish", place + "/finish", "--user", "ada", "--password-file",
        folder + "/password", "--no-input", "--verbose", "--trace", home.path + "/trace",
        adding={"LD_PRELOAD": library(folder), "TORTURE_NEEDLE": folder + "/needle", "TORTURE_LOG": folder + "/log"})
    if status != 0:
        raise Violation(f"the sign-in failed: {status} {errors.strip()}")
    if not any(password in text for text in server.seen) or not any(server.cookie in text for text in server.seen):
        raise Violation("the service never saw password and cookie")
    with open(home.path + "/trace", "rb") as file:
        trace = file.read()
    if b"POST" not in trace or b"/finish" not in trace or server.echoes != (b"*** (hidden)" in trace and b"< via: " in trace):
        raise Violation("the trace does not show the sign-in")
    for name, secret in (("password", password), ("cookie", server.cookie)):
        for where, content in (("the trace", trace), ("stderr", errors.encode()), ("stdout", output)):
            form = needle.found(secret, content)
            if form:
                raise Violation(f"the {name} is in {where}, {form}")
        hit = needle.in_files(secret, home.path)
        if hit:
            raise Violation(f"the {name} lies in {hit}")
    if server.echoes:
        return None
    searched = memory.check_log(folder + "/log", owners, "saml --verbose --trace")
    exported = home.run("export-cookies", "--verbose")
    if needle.found(server.cookie, exported[2].encode()):
        raise Violation("export-cookies says the cookie on stderr")
    return (
        f"{len(trace)} bytes of trace, {len(errors)} of --verbose: neither password nor cookie; nor in "
        f"{searched >> 20} MiB of memory at the end")
