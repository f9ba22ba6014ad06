"""Serves pages that lead to a finish, for AskedFinishTests. Prints its port and exits at the end of its input."""

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FORM = ('<form method="post" action="{}"><input name="SAMLResponse" value="a+b/c="><input name="RelayState" value="x y">'
        "</form><script>document.forms[0].submit()</script>")
PAGES = {
    "/fragment": '<script>location = "http://localhost:1/end?x=1#access_token=t%2Bt&state=s"</script>',
    "/away": '<script>location = "http://localhost:" + location.port + "/back"</script>',
    "/back": '<script>location = "http://127.0.0.1:" + location.port + "/home"</script>',
    "/post-away": FORM.format("http://localhost:1/end"),
    "/post-here": FORM.format("/end"),
    "/large": '<form method="post" action="/end"><input name="wresult"></form><script>'
              'document.forms[0].wresult.value = "A".repeat(500000); document.forms[0].submit()</script>',
    "/frame-file": '<iframe src="/file"></iframe><iframe src="/end"></iframe><script>'
                   'setTimeout(() => location = "http://localhost:1/end?x=main", 500)</script>',
    "/frame-password": '<iframe src="/guarded"></iframe><script>'
                       'onload = () => location = "http://localhost:1/end?x=main"</script>',
    "/frame": '<iframe src="http://localhost:1/end?x=frame"></iframe><script>'
              'setTimeout(() => location = "http://localhost:1/end?x=main", 500)</script>',
}


class Visit(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path.partition("?")[0]
        if path == "/redirect":
            self.send_response(302)
            self.send_header("Location", "http://localhost:1/end?x=1#access_token=r")
            self.send_header("Content-Length", "0")
            return self.end_headers()
        if path == "/guarded":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="frame"')
            self.send_header("Content-Length", "0")
            return self.end_headers()
        body = ("<!DOCTYPE html><title>page</title>" + PAGES.get(path, "<p>The end.")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        if path == "/file":
            self.send_header("Content-Disposition", "attachment")
        self.send_header("Set-Cookie", "here=h; Path=/; HttpOnly")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()


server = ThreadingHTTPServer(("127.0.0.1", 0), Visit)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
