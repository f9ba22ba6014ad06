"""An authorization server of tests: it sends whoever comes back to the address that 'redirect_uri' names.

    server.py PORTFILE

The path says what it brings: /query, /fragment, /form (a page that posts itself), /error, /wrong (a foreign state first),
/empty, /big (a token of many kilobytes). The port is written to PORTFILE, then a line to stderr. Ends when standard input
does.
"""

import html
import http.server
import sys
import threading
import urllib.parse

PAGE = """<!doctype html><title>Handing on</title><body onload="document.forms[0].submit()">
<form method="post" action="{action}">{fields}<noscript><button>Go on</button></noscript></form>"""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        asked = dict(urllib.parse.parse_qsl(parts.query))
        finish = asked.get("redirect_uri", "")
        answer = {"state": asked["state"]} if "state" in asked else {}
        kind = parts.path.strip("/")
        token = {"access_token": "tok-" + kind, "token_type": "Bearer", "expires_in": "600"}
        if kind == "query":
            self.redirect(finish + "?" + urllib.parse.urlencode(token | answer))
        elif kind == "fragment":
            self.redirect(finish + "#" + urllib.parse.urlencode(token | answer))
        elif kind == "big":
            token["access_token"] = "b" * 30000
            self.redirect(finish + "#" + urllib.parse.urlencode(token | answer))
        elif kind == "error":
            answer |= {"error": "access_denied", "error_description": "Not on <Sunday>\x1b[2J"}
            self.redirect(finish + "?" + urllib.parse.urlencode(answer))
        elif kind == "form":
            fields = "".join(f'<input type="hidden" name="{name}" value="{html.escape(value)}">'
                             for name, value in (token | answer).items())
            self.page(PAGE.format(action=html.escape(finish), fields=fields))
        elif kind == "wrong":
            self.visits([finish + "?access_token=evil&state=other", finish + "?access_token=evil",
                         finish + "?" + urllib.parse.urlencode(token | answer)])
        elif kind == "empty":
            self.visits([finish])
        elif kind == "api":
            is_known = self.headers.get("Authorization") == "Bearer tok-query"
            self.page("in" if is_known else "out", 200 if is_known else 401)
        else:
            self.page("nothing", 404)

    def redirect(self, target):
        self.send_response(302)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def visits(self, addresses):
        """For the tests' own browser, which goes to each."""
        self.page("".join(f"visit {address}\n" for address in addresses))

    def page(self, text, status=200):
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(str(server.server_port))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("ready", file=sys.stderr, flush=True)
    sys.stdin.read()


main()
