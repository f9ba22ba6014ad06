"""Serves a directory to git over http on this machine, to clients that send the password.

    server.py DIRECTORY ACCOUNT PORTFILE

ACCOUNT is a file with "user:password", which the server reads for each request. Writes the port to PORTFILE, then
a line to stderr. Exits at the end of standard input.
"""

import base64
import functools
import http.server
import os
import sys
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    account = ""

    def do_GET(self):
        with open(self.account, encoding="utf-8") as file:
            wanted = "Basic " + base64.b64encode(file.read().strip().encode()).decode()
        if self.headers.get("Authorization") == wanted:
            super().do_GET()
            return
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="git of the tests"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    directory, Handler.account, port = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=directory))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with open(port, "w", encoding="ascii") as file:
        file.write(str(server.server_address[1]))
    print("ready", file=sys.stderr, flush=True)
    sys.stdin.read()
    os._exit(0)


main()
