#!/usr/bin/env python3
"""A presenter as in fedauth-presenters(7), with Python's standard library only. It runs no scripts and fills in no forms. It
follows redirects and refreshes, and cancels at a page with a password field."""

import calendar
import html.parser
import http.client
import json
import sys
import time
from urllib.parse import urljoin, urlsplit


def say(**message):
    print(json.dumps(message), flush=True)


def stop(**message):
    say(**message)
    sys.exit(0)


class Page(html.parser.HTMLParser):
    refresh, asks = None, False

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            seconds, _, url = given["content"].partition(";")
            self.refresh = float(seconds), url.partition("=")[2]
        self.asks = self.asks or given.get("type") == "password"


class Jar:
    """Reads and writes cookies in the form of the protocol."""

    def __init__(self, cookies):
        self.all = {(c["domain"], c["path"], c["name"]): c for c in cookies}

    def field(self, url):
        parts, path = urlsplit(url), urlsplit(url).path or "/"
        return "; ".join(
            f"{c['name']}={c['value']}" for c in self.all.values()
            if c["domain"] == parts.hostname and (path + "/").startswith(c["path"].rstrip("/") + "/"))

    def take(self, url, field):
        pair, *attributes = field.split(";")
        name, value = pair.split("=", 1)
        said = {key.strip().lower(): text for key, _, text in (a.strip().partition("=") for a in attributes)}
        parts = urlsplit(url)
        path = said.get("path") or parts.path.rsplit("/", 1)[0] or "/"
        cookie = {
            "name": name, "value": value, "domain": parts.hostname, "hostOnly": True, "path": path,
            "secure": "secure" in said, "httpOnly": "httponly" in said, "sameSite": said.get("samesite"),
            "setBy": f"{parts.scheme}://{parts.netloc}"}
        if "max-age" in said:
            cookie["expires"] = calendar.timegm(time.gmtime()) + int(said["max-age"])
        key = parts.hostname, path, name
        if said.get("max-age") == "0":
            self.all.pop(key, None)
        else:
            self.all[key] = cookie


told = json.loads(sys.stdin.readline())
network, finish = told["network"], told["finish"]
jar = Jar(told["cookies"])


def is_finish(url):
    parts, end = urlsplit(url), urlsplit(finish["url"])
    names = {p.split("=")[0] for p in parts.query.split("&")}
    return (parts.scheme, parts.netloc, parts.path) == (end.scheme, end.netloc, end.path) \
        and names.issuperset(finish["parameters"])


def check(url):
    parts = urlsplit(url)
    if parts.scheme != "https" and not parts.hostname.endswith("localhost") and not network["allowHttp"]:
        stop(type="error", code="insecure-address", message=f"'{parts.hostname}' is not encrypted")
    if network["allowHosts"] and parts.hostname not in network["allowHosts"]:
        stop(type="error", code="host-not-allowed", message=f"'{parts.hostname}' is not among the allowed hosts")


def done(url):
    say(type="cookies", cookies=list(jar.all.values()))
    stop(type="finish", url=url)


url = told["start"]
for _ in range(10_000):
    check(url)
    if finish["moment"] == "asked" and is_finish(url):
        done(url)
    parts = urlsplit(url)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port or 80)
    fields = {"Host": parts.netloc}
    if jar.field(url):
        fields["Cookie"] = jar.field(url)
    connection.request("GET", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), headers=fields)
    answer = connection.getresponse()
    for field in answer.headers.get_all("Set-Cookie") or []:
        jar.take(url, field)
    body = answer.read().decode()
    if answer.status in (301, 302, 303, 307, 308):
        url = urljoin(url, answer.headers["Location"])
        continue
    page = Page()
    page.feed(body)
    if page.asks:
        stop(type="cancel")
    if is_finish(url):
        done(url)
    if page.refresh is None:
        stop(type="error", code="bad-answer", message=f"'{parts.path}' leads nowhere")
    time.sleep(page.refresh[0])
    url = urljoin(url, page.refresh[1]) if page.refresh[1] else url
