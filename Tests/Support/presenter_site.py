"""The site of PresenterContract: sp.localhost and idp.localhost on one port, and a second port that a presenter must not
confuse with it. Prints both ports, logs each request, and exits when its standard input closes."""

import html
import http.server
import sys
import threading

log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)
stop = threading.Event()


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def here(self, host, path):
        return f"http://{host}:{ports[0]}{path}"

    def answer(self, page="", cookies=(), to=None, status=200):
        body = f"<!DOCTYPE html><html><head><title>contract</title>{page}</html>".encode()
        self.send_response(302 if to else status)
        if to:
            self.send_header("Location", to)
        for cookie in cookies:
            self.send_header("Set-Cookie", cookie)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def leads_on(self, to, name):
        """Sends a page that refreshes to another address at once and sets a cookie as a record of the visit."""
        self.answer(
            f'<meta http-equiv="refresh" content="0;url={html.escape(to)}"></head><body><p>One moment.</p></body>',
            [f"{name}=seen; Path=/"])

    def do_GET(self):
        host, port = self.headers["Host"].rsplit(":", 1)
        log.write(f"{host}:{'this' if int(port) == ports[0] else 'other'}{self.path}\n")
        given = self.headers.get("Cookie", "")
        idp, sp = "idp.localhost", "sp.localhost"
        pages = {
            # Cookies of two hosts, with all attributes that a server can set.
            (sp, "/start"): lambda: self.answer(
                to=self.here(idp, "/login/"), cookies=["visitor=v=1; Path=/; HttpOnly; Max-Age=3600; SameSite=Lax"]),
            (idp, "/login/"): lambda: self.answer(
                to=self.here(sp, "/back"), cookies=["known=yes; HttpOnly", "here=\"q\"; Path=/login/deep"]),
            (sp, "/start?hosts"): lambda: self.answer(to=self.here(idp, "/hosts/")),
            (sp, "/back"): lambda: self.answer(to="/finish", cookies=["gone=1; Path=/; Max-Age=3600"]),
            (sp, "/finish"): lambda: self.answer(
                "</head><body>Welcome</body>", ["session=s; Path=/", "gone=; Path=/; Max-Age=0"]),
            # Addresses that are similar to the finish.
            (sp, "/decoys"): lambda: self.leads_on("/end/longer", "d0"),
            (sp, "/end/longer"): lambda: self.leads_on(
                f"/elsewhere?to={self.here(sp, '/end')}?ok=1", "d1"),
            (sp, f"/elsewhere?to={self.here(sp, '/end')}?ok=1"): lambda: self.leads_on(
                self.here(idp, "/end?ok=1"), "d2"),
            (idp, "/end?ok=1"): lambda: self.leads_on(f"http://{sp}:{ports[1]}/end?ok=1", "d3"),
            (sp, "/end"): lambda: self.leads_on("/end?no=1&not=ok", "d5"),
            (sp, "/end?no=1&not=ok"): lambda: self.leads_on("/end?x=&ok=2", "d6"),
            (sp, "/end?x=&ok=2"): lambda: self.answer("</head><body>Welcome</body>", ["session=s; Path=/"]),
            # Returns the initial cookies of the presenter.
            (sp, "/who"): lambda: self.answer(
                to=self.here(idp, "/who"), cookies=["sp=" + ("given" if "mine=1" in given else "none")]),
            (idp, "/who"): lambda: self.answer(
                to=self.here(sp, "/finish"), cookies=["idp=" + given.replace("; ", "+").replace("=", ".")]),
            (sp, "/wait"): lambda: self.answer(
                '<meta http-equiv="refresh" content="1"></head><body>Look at your telephone.</body>'),
            (sp, "/hang"): stop.wait,
            (sp, "/password"): lambda: self.answer(
                '</head><body><form method="post" action="/password"><input name="user"><input type="password" '
                'name="pass"><button>Sign in</button></form></body>'),
            (sp, "/plain"): lambda: self.answer(to="http://plain.fedauth.test/finish"),
            (sp, "/asked"): lambda: self.answer(to="/callback?token=needle", cookies=["asked=1; Path=/"]),
        }
        if int(port) != ports[0]:
            return self.leads_on(self.here(sp, "/end"), "d4")
        pages.get((host, self.path), lambda: self.answer("</head><body>Nothing</body>", status=404))()


servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) for _ in range(2)]
ports = [server.server_port for server in servers]
for server in servers:
    server.daemon_threads = True
    # A presenter that was ended does not wait for its response.
    server.handle_error = lambda *what: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
print(*ports, flush=True)
sys.stdin.read()
