"""A browser for tests: loads an address as a real browser would, and logs the last page.

    browser.py LOG ADDRESS

It follows redirects, does not send fragments, runs the script of a loopback finish (which posts the fragment), and posts
forms that submit themselves. It writes the pages and the names of its environment variables to LOG; the last line is
"end".
"""

import os
import re
import sys
import html
import urllib.error
import urllib.parse
import urllib.request


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirect)


def visit(address, log, data=None):
    address, _, fragment = address.partition("#")
    try:
        with OPENER.open(urllib.request.Request(address, data), timeout=20) as answer:
            status, page, location = answer.status, answer.read().decode(), None
    except urllib.error.HTTPError as error:
        status, page, location = error.code, error.read().decode(), error.headers.get("Location")
    log.write(f"--- {'POST' if data else 'GET'} {status}\n{page}\n")
    if location:
        return visit(urllib.parse.urljoin(address, location), log)
    for other in re.findall(r"^visit (.+)$", page, re.MULTILINE):
        visit(other, log)
    form = re.search(r'<form method="post" action="([^"]*)">(.*?)</form>', page, re.DOTALL)
    if not form or "submit()" not in page:
        return None
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form[2]))
    fields = {name: html.unescape(value) for name, value in fields.items()}
    if "fedauth-fragment" in fields:
        fields["fedauth-fragment"] = fragment
    target = urllib.parse.urljoin(address, html.unescape(form[1]))
    return visit(target, log, urllib.parse.urlencode(fields).encode())


with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write(f"terminal {os.isatty(0)} session {os.getsid(0) == os.getpid()}\n")
    file.write("variables " + " ".join(sorted(os.environ)) + "\n")
    print("said on stdout")
    print("said on stderr", file=sys.stderr)
    visit(sys.argv[2], file)
    file.write("end\n")
