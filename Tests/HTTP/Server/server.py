"""A server for the tests of the transport: HTTP, HTTPS with many wrong certificates, a proxy, and raw answers.

Prints one line of JSON with its ports and ends when its standard input closes. All addresses are on loopback.
"""

import base64
import ctypes
import gzip
import hashlib
import http.server
import json
import os
import re
import select
import shutil
import signal
import socket
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import zlib

FOLDER = tempfile.mkdtemp(prefix="fedauth-http-")
connections = 0
dropped = []
proxy_answers = []
proxied = []
sent_bytes = 0
lock = threading.Lock()


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=FOLDER)


def make_authority(name):
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
            "-subj", "/CN=fedauth test authority " + name, "-keyout", name + ".key", "-out", name + ".pem",
            "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign,cRLSign")


def make_certificate(name, authority, names, start="20200101000000Z", end="20991231235959Z"):
    openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=" + name, "-keyout", name + ".key", "-out", name + ".csr")
    with open(os.path.join(FOLDER, name + ".cnf"), "w") as file:
        file.write("[ca]\ndefault_ca=d\n[d]\ndatabase=%s.idx\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\n"
                   "policy=p\nunique_subject=no\ncopy_extensions=none\n[p]\ncommonName=supplied\n"
                   "[x]\nsubjectAltName=%s\n" % (name, names))
    open(os.path.join(FOLDER, name + ".idx"), "w").close()
    openssl("ca", "-batch", "-config", name + ".cnf", "-cert", authority + ".pem", "-keyfile", authority + ".key",
            "-in", name + ".csr", "-out", name + ".pem", "-startdate", start, "-enddate", end, "-extensions", "x",
            "-notext")


def make_lists(authority):
    """Makes more lists of the authority: 'blank' is newer than 'authority' and empty, 'late*' are expired, 'changes' is a delta
    CRL that revokes, 'both' and 'both2' contain two lists each."""
    with open(os.path.join(FOLDER, "blank.cnf"), "w") as file:
        file.write("[ca]\ndefault_ca=d\n[d]\ndatabase=blank.idx\ndefault_md=sha256\ndefault_crl_days=3650\n")
    open(os.path.join(FOLDER, "blank.idx"), "w").close()
    with open(os.path.join(FOLDER, "revocation.cnf"), "a") as file:
        # The extensions deltaCRLIndicator and cRLNumber (RFC 5280 sections 5.2.4 and 5.2.3).
        file.write("[changes]\n2.5.29.27=critical,DER:020101\n2.5.29.20=DER:020102\n")
    blank = ["-config", "blank.cnf"] + authority[2:]
    past = ["-crl_lastupdate", "20200101000000Z", "-crl_nextupdate", "20210101000000Z"]
    before = ["-crl_lastupdate", "20200101000000Z", "-crl_nextupdate", "20900101000000Z"]
    openssl("ca", *blank, "-gencrl", "-out", "blank.crl")
    openssl("ca", *authority, "-gencrl", *before, "-out", "older.crl")
    openssl("ca", *blank, "-gencrl", *past, "-out", "late.crl")
    openssl("ca", *authority, "-gencrl", *past, "-out", "latewithdrawn.crl")
    openssl("ca", *authority, "-gencrl", "-crlexts", "changes", "-out", "changes.crl")
    for name, parts in {"both": ["blank", "older"], "both2": ["older", "blank"]}.items():
        with open(os.path.join(FOLDER, name + ".crl"), "w") as file:
            for part in parts:
                with open(os.path.join(FOLDER, part + ".crl")) as one:
                    file.write(one.read())


def pin_of(name):
    key = subprocess.run(["openssl", "x509", "-in", name + ".pem", "-pubkey", "-noout"], check=True,
                         capture_output=True, cwd=FOLDER).stdout
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=key, check=True,
                         capture_output=True, cwd=FOLDER).stdout
    digest = subprocess.run(["openssl", "dgst", "-sha256", "-binary"], input=der, check=True,
                            capture_output=True).stdout
    return "sha256//" + base64.b64encode(digest).decode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def setup(self):
        global connections
        with lock:
            connections += 1
        super().setup()

    def answer(self, status=200, body=b"", fields=()):
        self.send_response_only(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def raw(self, data):
        self.wfile.write(data)
        self.wfile.flush()
        self.close_connection = True

    def do(self):
        global sent_bytes
        if self.path == "/slam":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            self.connection.close()
            self.close_connection = True
            return
        length = int(self.headers.get("Content-Length", "0"))
        content = self.rfile.read(length)
        path = self.path.split("?")[0]
        if path.startswith("http://"):
            path = "/" + path.split("/", 3)[3]
        if path == "/echo":
            shown = getattr(self.connection, "getpeercert", dict)() or {}
            seen = {"method": self.command, "shown": dict(part[0] for part in shown.get("subject", ())).get("commonName"), "path": self.path, "content": content.decode("latin-1"),
                    "headers": [[name, value] for name, value in self.headers.items()],
                    "client": self.client_address[1]}
            self.answer(200, json.dumps(seen).encode(), [("Content-Type", "application/json")])
        elif path == "/secret":
            # A value that was never in the client's memory: the digest of the request, sent as a cookie and as content.
            made = base64.b64encode(hashlib.sha384(content).digest()).decode()
            self.answer(200, ("content " + made[::-1] * (1 + len(content) // 1000)).encode(), [("Set-Cookie", "session=" + made)])
        elif path == "/counts":
            self.answer(200, json.dumps({"connections": connections, "proxied": proxied, "sent": sent_bytes,
                                         "proxyAnswers": proxy_answers}).encode())
        elif path == "/redirect":
            self.answer(302, b"moved", [("Location", "/echo")])
        elif path == "/unauthorized":
            self.answer(401, b"no", [("WWW-Authenticate", 'Basic realm="x"'), ("WWW-Authenticate", "Negotiate")])
        elif path == "/cookies":
            self.answer(200, b"", [("Set-Cookie", "a=1; Path=/"), ("X-Between", "yes"), ("Set-Cookie", "b=2"),
                                   ("set-cookie", "c=3")])
        elif path == "/huge":
            self.send_response_only(200)
            self.send_header("Content-Length", str(1 << 30))
            self.end_headers()
            block = b"x" * (1 << 16)
            try:
                for _ in range(1 << 14):
                    self.wfile.write(block)
                    with lock:
                        sent_bytes += len(block)
            except OSError:
                pass
            self.close_connection = True
        elif path == "/endless":
            self.send_response_only(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"1\r\nx\r\n")
                    time.sleep(0.05)
            except OSError:
                pass
            self.close_connection = True
        elif path == "/large":
            self.answer(200, b"x" * (32 << 20))
        elif path == "/silent":
            time.sleep(3600)
        elif path == "/gzip":
            self.answer(200, gzip.compress(b"hello"), [("Content-Encoding", "gzip")])
        elif path == "/bomb":
            packer = zlib.compressobj(9, zlib.DEFLATED, 31)
            block = b"\0" * (1 << 20)
            bomb = b"".join(packer.compress(block) for _ in range(200)) + packer.flush()
            self.answer(200, bomb, [("Content-Encoding", "gzip")])
        elif path == "/badgzip":
            self.answer(200, b"this is not gzip at all", [("Content-Encoding", "gzip")])
        elif path == "/manyheaders":
            self.answer(200, b"", [("X-%d" % number, "y" * 1000) for number in range(90)])
        elif path == "/longheader":
            self.answer(200, b"", [("X-Long", "y" * 300000)])
        elif path == "/longstatus":
            self.raw(b"HTTP/1.1 200 " + b"y" * 3000000)
        elif path == "/continue":
            self.raw(b"HTTP/1.1 103 Early Hints\r\nSet-Cookie: early=1\r\nX-Early: 1\r\n\r\n"
                     b"HTTP/1.1 200 OK\r\nX-Late: 1\r\nContent-Length: 2\r\n\r\nok")
        elif path == "/trailer":
            self.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Set-Cookie\r\n\r\n"
                     b"2\r\nok\r\n0\r\nSet-Cookie: t=1\r\nX-Trailer: 1\r\n\r\n")
        elif path == "/folded":
            self.raw(b"HTTP/1.1 200 OK\r\nX-Folded: one\r\n  two\r\nX-Next: 1\r\nContent-Length: 0\r\n\r\n")
        elif path == "/latin1":
            self.raw(b"HTTP/1.1 200 OK\r\nX-Name: M\xfcller\r\nX-UTF: M\xc3\xbcller\r\nContent-Length: 0\r\n\r\n")
        elif path == "/nul":
            self.raw(b"HTTP/1.1 200 OK\r\nX-Nul: a\0b\r\nContent-Length: 0\r\n\r\n")
        elif path == "/lengths":
            self.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc")
        elif path == "/locations":
            self.raw(b"HTTP/1.1 302 Found\r\nLocation: /echo\r\nLocation: //other.example/\r\nContent-Length: 0\r\n\r\n")
        elif path == "/longlength":
            self.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 10000000000000000000000001\r\n\r\nabc")
        elif path == "/status999":
            self.raw(b"HTTP/1.1 999 OK\r\nContent-Length: 3\r\n\r\nabc")
        elif path == "/untilend":
            self.raw(b"HTTP/1.1 200 OK\r\n\r\nthis and no m")
            if self.path.endswith("?notify"):
                # Sends close_notify.
                self.connection.unwrap()
        elif path == "/headcut":
            self.raw(b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Sec")
        elif path == "/short":
            self.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
        elif path == "/badchunk":
            self.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n")
        elif path == "/http09":
            self.raw(b"<html>hello</html>\r\n")
        elif path == "/garbage":
            self.raw(b"SSH-2.0-OpenSSH_9.2\r\n")
        elif path == "/weird":
            self.raw(b"HTTP/1.1 xyz\r\n\r\n")
        elif path == "/drop":
            # Ends the connection without an answer, and remembers the request.
            with lock:
                dropped.append([self.command, self.path, self.headers.get("Authorization", "")])
            self.close_connection = True
        elif path == "/dropped":
            self.answer(200, json.dumps(dropped).encode())
        elif path == "/nothing":
            self.raw(b"")
        elif path == "/binary":
            self.answer(200, bytes(range(256)))
        else:
            self.answer(404, b"not here")

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = do


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *arguments):
        pass


class TLSServer(Server):
    """Does the handshake in the connection's thread, so that a failing handshake does not stop the other connections."""

    def __init__(self, context, handler=Handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.context = context

    def finish_request(self, request, address):
        request.settimeout(20)
        super().finish_request(self.context.wrap_socket(request, server_side=True), address)


class LingeringTLSServer(TLSServer):
    """Reads the remaining data before it closes, as other servers do, because the client would lose the alert otherwise."""

    def finish_request(self, request, address):
        request.settimeout(20)
        secured = self.context.wrap_socket(request, server_side=True, do_handshake_on_connect=False)
        try:
            secured.do_handshake()
        except ssl.SSLError:
            plain = socket.socket(fileno=secured.detach())
            with plain:
                plain.shutdown(socket.SHUT_WR)
                while plain.recv(65536):
                    pass
            return
        Server.finish_request(self, secured, address)


class Proxy(http.server.BaseHTTPRequestHandler):
    """Connects to the requested port of this machine for CONNECT, with any host name; answers plain requests itself."""

    protocol_version = "HTTP/1.1"
    challenges = ['Basic realm="proxy"']

    def is_taken(self, field):
        return True

    def log_message(self, *arguments):
        pass

    def is_locked(self):
        """Returns whether the password is missing or wrong, and answers 407 in that case."""
        proxied.append(self.path)
        if self.headers.get("Proxy-Authorization"):
            proxy_answers.append(self.headers["Proxy-Authorization"])
        if self.is_taken(self.headers.get("Proxy-Authorization", "")):
            return False
        self.send_response_only(407)
        for challenge in self.challenges:
            self.send_header("Proxy-Authenticate", challenge)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.send_header("Content-Length", "6")
        self.end_headers()
        self.wfile.write(b"locked")
        return True

    def do_CONNECT(self):
        if self.is_locked():
            return
        if any(name.lower() == "x-for-server" for name in self.headers):
            self.send_response_only(400)
            self.end_headers()
            return
        if self.path.startswith("forbidden."):
            self.send_response_only(403)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        upstream = socket.create_connection(("127.0.0.1", int(self.path.rsplit(":", 1)[1])))
        self.wfile.write(b"HTTP/1.1 200 Connection established\r\nSet-Cookie: proxy=1\r\nX-Proxy: 1\r\n\r\n")
        thread = threading.Thread(target=self.pump, args=(upstream, self.connection), daemon=True)
        thread.start()
        self.pump(self.connection, upstream)
        self.close_connection = True

    @staticmethod
    def pump(source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def do_GET(self):
        if self.is_locked():
            return
        body = b"from the proxy"
        self.send_response_only(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.do_GET()


class LockedProxy(Proxy):
    def is_taken(self, field):
        return field == "Basic " + base64.b64encode(b"anna:geheim").decode()


class CuriousProxy(Proxy):
    """Is reached by TLS, and refuses those who show it a client certificate."""

    def do_CONNECT(self):
        if self.connection.getpeercert():
            self.path = "forbidden."
        super().do_CONNECT()


class OtherProxy(LockedProxy):
    """Offers no scheme that fedauth supports."""

    challenges = ["NTLM", "Negotiate"]


class NewDigestProxy(LockedProxy):
    """Offers Digest with an unknown algorithm."""

    challenges = ['Digest realm="proxy", nonce="new", qop="auth", algorithm=NEW-1']


class QuotedProxy(LockedProxy):
    """Contains the words Basic and Digest within a quoted string only."""

    challenges = ['X a="b, Basic realm=z, Digest nonce=q"']


class DigestProxy(Proxy):
    """Offers Digest (RFC 7616), and Basic, which is weaker."""

    challenges = ['Basic realm="proxy"', 'Digest realm="proxy", nonce="n0", qop="auth", algorithm=MD5']

    def is_taken(self, field):
        if not field.startswith("Digest "):
            return False
        parts = {name: value.strip('"') for name, value in
                 (part.strip().split("=", 1) for part in field[7:].split(","))}

        def digest(text):
            return hashlib.md5(text.encode()).hexdigest()

        secret = digest("anna:proxy:geheim")
        wanted = digest(":".join([secret, parts["nonce"], parts["nc"], parts["cnonce"], parts["qop"],
                                  digest(self.command + ":" + parts["uri"])]))
        return wanted == parts["response"]


def password_of_any(user):
    """Returns the password that a user has at the proxies that take everyone."""
    return b"p:" + user


class AnyBasicProxy(Proxy):
    def is_taken(self, field):
        user, _, password = base64.b64decode(field.removeprefix("Basic ")).partition(b":")
        return bool(user) and password == password_of_any(user)


class AnyDigestProxy(Proxy):
    """Closes the connection with each challenge, so that the answer comes on another one."""

    challenges = ['Digest realm="proxy", nonce="any", qop="auth", algorithm=MD5']

    def is_taken(self, field):
        parts = {name: quoted or plain for name, quoted, plain in
                 re.findall(r'(\w+)=(?:"((?:\\.|[^"])*)"|([^, ]+))', field)}
        if not parts:
            self.close_connection = True
            return False

        def digest(*texts):
            return hashlib.md5(b":".join(texts)).hexdigest().encode()

        part = {name: re.sub(r"\\(.)", r"\1", value).encode("latin-1") for name, value in parts.items()}
        secret = digest(part["username"], b"proxy", password_of_any(part["username"]))
        request = digest(self.command.encode(), part["uri"])
        return part["response"] == digest(secret, part["nonce"], part["nc"], part["cnonce"], part["qop"], request)


class AnySOCKSProxy(socketserver.BaseRequestHandler):
    """SOCKS version 5 (RFC 1928) with user name and password (RFC 1929); connects to this machine."""

    def handle(self):
        file = self.request.makefile("rb")
        file.read(file.read(2)[1])
        self.request.sendall(b"\x05\x02")
        user = file.read(file.read(2)[1])
        if file.read(file.read(1)[0]) != password_of_any(user):
            return self.request.sendall(b"\x01\x01")
        self.request.sendall(b"\x01\x00")
        file.read({1: 4, 4: 16}.get(file.read(4)[3]) or file.read(1)[0])
        upstream = socket.create_connection(("127.0.0.1", int.from_bytes(file.read(2), "big")))
        self.request.sendall(b"\x05\x00\x00\x01" + bytes(6))
        threading.Thread(target=Proxy.pump, args=(upstream, self.request), daemon=True).start()
        Proxy.pump(self.request, upstream)


class StaleProxy(LockedProxy):
    """Reports every nonce as stale."""

    challenges = ['Digest realm="proxy", nonce="stale", qop="auth", stale=true']


def serve(server):
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


class OnDemand(Handler):
    """Requests the client's certificate after the handshake, when it has read a request (RFC 8446 section 4.6.2)."""

    def do(self):
        if self.path.startswith("/demand"):
            self.connection.verify_client_post_handshake()
            self.connection.setblocking(False)
            try:
                while not self.is_answered():
                    # The client's answer contains no data; only a read processes it.
                    try:
                        self.connection.recv(1)
                    except ssl.SSLWantReadError:
                        if not self.is_answered():
                            select.select([self.connection], [], [], 20)
            except ssl.SSLError:
                self.close_connection = True
                return
            self.connection.settimeout(20)
            self.path = "/echo"
        super().do()

    def is_answered(self):
        try:
            return bool(self.connection.getpeercert())
        except ValueError:
            return False

    do_GET = do_POST = do


def context(name, minimum=None, maximum=None, client_authority=None, ciphers=None):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(os.path.join(FOLDER, name + ".pem"), os.path.join(FOLDER, name + ".key"))
    if maximum:
        made.set_ciphers("ALL:@SECLEVEL=0")
        made.minimum_version = minimum
        made.maximum_version = maximum
    if ciphers:
        made.set_ciphers(ciphers)
    if client_authority:
        made.verify_mode = ssl.CERT_REQUIRED
        made.load_verify_locations(os.path.join(FOLDER, client_authority + ".pem"))
    return made


def staple(name):
    """Starts a server of OpenSSL that staples an OCSP response for its certificate, and returns its port."""
    signer = ["-CA", "authority.pem", "-rsigner", "authority.pem", "-rkey", "authority.key"]
    openssl("ocsp", "-issuer", "authority.pem", "-cert", name + ".pem", "-no_nonce", "-reqout", name + ".ask")
    openssl("ocsp", "-index", "revocation.idx", *signer, "-reqin", name + ".ask", "-respout", name + ".ocsp", "-ndays", "30")
    parent = os.getpid()

    def end_with_parent():
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    child = subprocess.Popen(
        ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", name + ".pem", "-key", name + ".key",
         # libcurl searches for the issuer in the certificates that the server sends.
         "-cert_chain", "authority.pem", "-status_file", name + ".ocsp", "-www"], cwd=FOLDER, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, preexec_fn=end_with_parent)
    for line in child.stdout:
        if line.startswith(b"ACCEPT"):
            threading.Thread(target=child.stdout.read, daemon=True).start()
            return int(line.strip().rsplit(b":", 1)[1])
    raise RuntimeError("s_server does not listen")


def main():
    make_authority("authority")
    make_authority("other")
    here = "DNS:localhost,DNS:*.fedauth.test,DNS:service.localhost,IP:127.0.0.1"
    make_certificate("good", "authority", here)
    make_certificate("expired", "authority", here, "20200101000000Z", "20210101000000Z")
    make_certificate("future", "authority", here, "20900101000000Z", "20991231235959Z")
    make_certificate("wrongname", "authority", "DNS:elsewhere.example")
    make_certificate("unknown", "other", here)
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=" + here, "-keyout", "selfsigned.key",
            "-out", "selfsigned.pem")
    report = {"caFile": os.path.join(FOLDER, "authority.pem"), "folder": FOLDER, "pin": pin_of("good")}
    ports = {"http": serve(Server(("127.0.0.1", 0), Handler))}
    for name in ["good", "expired", "future", "wrongname", "unknown", "selfsigned"]:
        ports[name] = serve(TLSServer(context(name)))
    ports["oldtls"] = serve(TLSServer(context("good", ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1)))
    ports["client12"] = serve(TLSServer(context("good", ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2, "other")))
    ports["client13"] = serve(TLSServer(context("good", client_authority="other")))
    # A certificate that the authority's list and its own OCSP response revoke.
    make_certificate("withdrawn", "authority", here)
    with open(os.path.join(FOLDER, "revocation.cnf"), "w") as file:
        file.write("[ca]\ndefault_ca=d\n[d]\ndatabase=revocation.idx\ndefault_md=sha256\ndefault_crl_days=3650\n")
    shutil.copy(os.path.join(FOLDER, "good.idx"), os.path.join(FOLDER, "revocation.idx"))
    lists = ["-config", "revocation.cnf", "-cert", "authority.pem", "-keyfile", "authority.key"]
    openssl("ca", *lists, "-revoke", "withdrawn.pem")
    openssl("ca", *lists, "-gencrl", "-out", "authority.crl")
    make_lists(lists)
    ports["withdrawn"] = serve(TLSServer(context("withdrawn")))
    ports["stapled"] = staple("good")
    ports["stapledwithdrawn"] = staple("withdrawn")
    # Client certificates: a valid one, and one for each kind of failure.
    make_certificate("client", "other", "email:client@example.org")
    make_certificate("late", "other", "email:late@example.org", "20200101000000Z", "20210101000000Z")
    make_certificate("revoked", "other", "email:revoked@example.org")
    make_certificate("stranger", "authority", "email:stranger@example.org")
    with open(os.path.join(FOLDER, "crl.cnf"), "w") as file:
        file.write("[ca]\ndefault_ca=d\n[d]\ndatabase=crl.idx\ndefault_md=sha256\ndefault_crl_days=3650\n")
    open(os.path.join(FOLDER, "crl.idx"), "w").close()
    authority = ["-config", "crl.cnf", "-cert", "other.pem", "-keyfile", "other.key"]
    openssl("ca", *authority, "-revoke", "revoked.pem")
    openssl("ca", *authority, "-gencrl", "-out", "other.crl")
    for version, limits in {"12": (ssl.TLSVersion.TLSv1_2,) * 2, "13": (ssl.TLSVersion.TLSv1_3,) * 2}.items():
        made = context("good", *limits, client_authority="other")
        made.load_verify_locations(os.path.join(FOLDER, "other.crl"))
        made.verify_flags |= ssl.VERIFY_CRL_CHECK_LEAF
        ports["strict" + version] = serve(LingeringTLSServer(made))
        made = context("good", *limits, client_authority="other")
        made.verify_mode = ssl.CERT_OPTIONAL
        ports["optional" + version] = serve(TLSServer(made))
    made = context("good", client_authority="other")
    made.verify_mode = ssl.CERT_REQUIRED
    made.post_handshake_auth = True
    ports["demand"] = serve(TLSServer(made, OnDemand))
    ports["proxy"] = serve(Server(("127.0.0.1", 0), Proxy))
    made = context("good", client_authority="other")
    made.verify_mode = ssl.CERT_OPTIONAL
    ports["curiousproxy"] = serve(TLSServer(made, CuriousProxy))
    for handler in [LockedProxy, OtherProxy, NewDigestProxy, QuotedProxy, DigestProxy, StaleProxy, AnyBasicProxy,
                    AnyDigestProxy, AnySOCKSProxy]:
        ports[handler.__name__.lower()] = serve(Server(("127.0.0.1", 0), handler))
    mute = socket.create_server(("127.0.0.1", 0))
    ports["mute"] = mute.getsockname()[1]
    closed = socket.create_server(("127.0.0.1", 0))
    ports["refused"] = closed.getsockname()[1]
    closed.close()
    report["ports"] = ports
    print(json.dumps(report), flush=True)
    try:
        while sys.stdin.buffer.read(1):
            pass
    finally:
        for name in os.listdir(FOLDER):
            os.unlink(os.path.join(FOLDER, name))
        os.rmdir(FOLDER)
        os._exit(0)


main()
