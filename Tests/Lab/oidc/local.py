"""Requests to the servers of this directory: at 127.0.0.1, with their own names and certificates."""

import http.client
import json
import socket
import ssl


class Client(http.client.HTTPSConnection):
    """A connection to a name of *.localhost, which Python does not resolve itself."""

    def __init__(self, host: str, port: int, ca_file):
        super().__init__(host, port, timeout=60, context=ssl.create_default_context(cafile=ca_file))

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout)
        self.sock = self._context.wrap_socket(plain, server_hostname=self.host)


class Caller:
    """Sends JSON or forms, and keeps cookies."""

    def __init__(self, host: str, port: int, ca_file):
        self.address = (host, port, ca_file)
        self.cookies = {}

    def send(self, method: str, path: str, content=None, form: str = "", headers=()):
        """Returns the value of the answer's JSON; None when it has none. Fails unless the status is 200."""
        fields = dict(headers) | {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        body = form or (None if content is None else json.dumps(content))
        if body:
            fields["Content-Type"] = "application/x-www-form-urlencoded" if form else "application/json"
        client = Client(*self.address)
        try:
            client.request(method, path, body, fields)
            answer = client.getresponse()
            text = answer.read().decode()
            for line in answer.headers.get_all("Set-Cookie", []):
                name, _, value = line.partition(";")[0].partition("=")
                self.cookies[name] = value
        finally:
            client.close()
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status} {text}")
        return json.loads(text) if text else None
