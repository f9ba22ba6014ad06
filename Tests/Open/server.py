"""An authorization server for tests: it redirects every client to the address in 'redirect_uri'.

    server.py PORTFILE

The path chooses the answer: /query, /fragment, /form (a page that posts itself), /error, /wrong (a foreign state first),
/empty, /big (a token of many kilobytes). /adfs/ls/ answers by WS-Federation, to 'wreply'; with 'whr=urn:foreign', an answer
with another context comes first. Writes the port to PORTFILE, then a line to stderr. Exits at the end of standard input.
"""

import html
import http.server
import sys
import threading
import time
import urllib.parse

PAGE = """<!doctype html><title>Handing on</title><body onload="document.forms[0].submit()">
<form method="post" action="{action}">{fields}<noscript><button>Go on</button></noscript></form>"""


# In the form of SimpleSAMLphp, without a signature.
ANSWER = '''<t:RequestSecurityTokenResponse xmlns:t="http://schemas.xmlsoap.org/ws/2005/02/trust"><t:RequestedSecurityToken>
<saml:Assertion Issuer="urn:sts" IssueInstant="{now}" AssertionID="_1" MinorVersion="1" MajorVersion="1" \
xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion"><saml:Conditions NotBefore="{now}" NotOnOrAfter="{end}">\
<saml:AudienceRestrictionCondition><saml:Audience>{realm}</saml:Audience></saml:AudienceRestrictionCondition>\
</saml:Conditions><saml:AuthenticationStatement AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:password" \
AuthenticationInstant="{now}"><saml:Subject><saml:NameIdentifier Format="http://schemas.xmlsoap.org/claims/UPN">\
ada@example.org</saml:NameIdentifier></saml:Subject></saml:AuthenticationStatement></saml:Assertion>\
</t:RequestedSecurityToken></t:RequestSecurityTokenResponse>'''


def answer(realm):
    now, end = (time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + more)) for more in (-60, 3600))
    return ANSWER.format(now=now, end=end, realm=html.escape(realm))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        asked = dict(urllib.parse.parse_qsl(parts.query))
        finish = asked.get("redirect_uri", "")
        answer = {"state": asked["state"]} if "state" in asked else {}
        kind = parts.path.strip("/")
        token = {"access_token": "tok-" + kind, "token_type": "Bearer", "expires_in": "600"}
        if kind == "adfs/ls":
            self.federate(asked)
        elif kind == "query":
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

    def federate(self, asked):
        fields = {"wa": "wsignin1.0", "wresult": answer(asked["wtrealm"]), "wctx": asked["wctx"]}
        if asked.get("whr") == "urn:foreign":
            fields["wctx"] = "foreign"
        inputs = "".join(f'<input type="hidden" name="{name}" value="{html.escape(value)}">'
                         for name, value in fields.items())
        self.page(PAGE.format(action=html.escape(asked["wreply"]), fields=inputs))

    def redirect(self, target):
        self.send_response(302)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def visits(self, addresses):
        """Lets the tests' own browser visit each address."""
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
