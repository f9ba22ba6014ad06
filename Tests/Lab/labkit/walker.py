"""A minimal browser for checks of the lab: redirects, cookies, forms, no scripts.

It shares no code with fedauth, so that the check of the lab is independent.
It connects to this machine for every host name.
"""

import http.client
import socket
import ssl
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urljoin, urlsplit


# The second one belongs to SimpleSAMLphp: its script is a separate file, and presses a nameless button.
SELF_POSTING = (".submit()", "resources/post.js")


@dataclass
class Form:
    action: str
    method: str
    fields: list = field(default_factory=list)      # (name, value, type)

    def names(self):
        return [name for name, _, _ in self.fields]

    def asks(self) -> bool:
        return any(kind not in ("hidden", "submit") for _, _, kind in self.fields)


class _Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.forms, self.refresh, self.title = [], None, ""
        self._form, self._in_title = None, False

    def handle_starttag(self, tag, attributes):
        given = {key: value or "" for key, value in attributes}
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get").lower())
            self.forms.append(self._form)
        elif tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.refresh = given["content"].split("=", 1)[1]
        elif tag == "title":
            self._in_title = True
        elif self._form is not None and tag in ("input", "button") and given.get("name"):
            kind = given.get("type", "submit" if tag == "button" else "text").lower()
            self._form.fields.append((given["name"], given.get("value", ""), kind))

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        elif tag == "title":
            self._in_title = False

    def handle_data(self, data):
        if self._in_title:
            self.title += data


@dataclass
class Answer:
    url: str
    status: int
    headers: http.client.HTTPMessage
    body: str

    def page(self) -> _Page:
        page = _Page()
        page.feed(self.body)
        return page


@dataclass
class _Cookie:
    host: str
    path: str
    name: str
    value: str


class Walker:
    def __init__(self, ca_file):
        self.tls = ssl.create_default_context(cafile=str(ca_file))
        self.cookies = []
        self.hops = []          # every answer's (status, URL)

    def request(self, url, method="GET", data=None, headers=None) -> Answer:
        parts = urlsplit(url)
        connection = _Loopback(parts.hostname, parts.port, self.tls)
        sent = {"Host": parts.netloc}
        cookies = "; ".join(f"{c.name}={c.value}" for c in self._matching(parts))
        if cookies:
            sent["Cookie"] = cookies
        if data is not None and not isinstance(data, bytes):
            data = urlencode(data).encode()
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        sent.update(headers or {})
        target = (parts.path or "/") + ("?" + parts.query if parts.query else "")
        try:
            connection.request(method, target, data, sent)
            answer = connection.getresponse()
            body = answer.read().decode("utf-8", "replace")
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie", []):
            self._take(line, parts)
        self.hops.append((answer.status, url))
        return Answer(url, answer.status, answer.headers, body)

    def get(self, url, **more) -> Answer:
        return self.follow(self.request(url, **more))

    def follow(self, answer: Answer) -> Answer:
        """Follows redirects only."""
        for _ in range(20):
            if answer.status not in (301, 302, 303, 307):
                return answer
            answer = self.request(urljoin(answer.url, answer.headers["Location"]))
        raise AssertionError(f"more than 20 redirects, the last to {answer.url}")

    def submit(self, answer: Answer, form: Form, values=None, press=None) -> Answer:
        values = values or {}
        data = [(name, values.get(name, value)) for name, value, kind in form.fields
                if kind not in ("submit", "checkbox") or name == press or name in values]
        url = urljoin(answer.url, form.action or answer.url)
        if form.method == "get":
            return self.get(url.split("?")[0] + "?" + urlencode(data))
        return self.follow(self.request(url, "POST", data))

    def settle(self, answer: Answer) -> Answer:
        """Continues through pages that lead on without input."""
        for _ in range(10):
            page = answer.page()
            if page.refresh:
                answer = self.get(urljoin(answer.url, page.refresh))
            elif len(page.forms) == 1 and page.forms[0].fields and not page.forms[0].asks() \
                    and any(sign in answer.body for sign in SELF_POSTING):
                answer = self.submit(answer, page.forms[0])
            else:
                return answer
        raise AssertionError("a chain of self-posting pages without end")

    def cookie(self, name):
        return next((c.value for c in self.cookies if c.name == name), None)

    def _matching(self, parts):
        return [c for c in self.cookies if c.host == parts.hostname
                and (parts.path == c.path or parts.path.startswith(c.path.rstrip("/") + "/"))]

    def _take(self, line, parts):
        morsels = SimpleCookie()
        morsels.load(line)
        for name, morsel in morsels.items():
            path = morsel["path"] or parts.path.rpartition("/")[0] or "/"
            self.cookies = [c for c in self.cookies if (c.host, c.path, c.name) != (parts.hostname, path, name)]
            gone = morsel["max-age"] == "0" or "1970" in morsel["expires"]
            if not gone:
                self.cookies.append(_Cookie(parts.hostname, path, name, morsel.coded_value))


class _Loopback(http.client.HTTPSConnection):
    """Python does not resolve *.localhost: connects to this machine and checks the given name."""

    def __init__(self, host, port, tls):
        super().__init__(host, port, context=tls, timeout=30)

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), 30)
        self.sock = self._context.wrap_socket(plain, server_hostname=self.host)
