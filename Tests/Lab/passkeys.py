"""A relying party for passkeys, with a login for each way in which pages use them.

Each of its host names is a relying party of its own. What an authenticator sends is judged by fido2, and the signature counter
here: it must be higher than the last one (Web Authentication Level 3, section 7.2, step 22).
"""

import argparse
import hashlib
import json
import secrets
import shutil
import ssl
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import fido2.features
from fido2.server import Fido2Server
from fido2.utils import websafe_decode
from fido2.webauthn import PublicKeyCredentialRpEntity, PublicKeyCredentialUserEntity
from labkit.certificates import Authority
from labkit.process import wait_for_the_end

fido2.features.webauthn_json_mapping.enabled = True
HOSTS = ("good.localhost", "other.localhost")
LOCK = threading.Lock()
ACCOUNTS = {}       # host: {credential ID: its account}
STATES = {}         # the challenges that wait for an answer, by the value of a cookie
SESSIONS = {}       # the users by the value of the cookie 'account'
REQUESTS = []       # what was posted, as (host, path, body)

SCRIPT = """<script>
const ask = async (path, body) => {
    const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body ?? {}) });
    const result = await answer.json();
    if (result.error) throw new Error(result.error);
    return result;
};
const say = error => { document.getElementById('error').textContent = error.message; };
const make = async () => {
    try {
        const options = await ask('/api/make/begin');
        const made = await navigator.credentials.create(
            { publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey) });
        await new Promise(done => setTimeout(done, 500));
        await ask('/api/make/end', made.toJSON());
        document.title = 'Registered';
    } catch (error) { say(error); }
};
const use = async mediation => {
    try {
        const options = await ask('/api/use/begin');
        const given = await navigator.credentials.get(
            { publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey), mediation });
        location = (await ask('/api/use/end', given.toJSON())).done;
    } catch (error) { say(error); }
};
</script><p id="error" role="alert"></p>"""

FORM = """<form method="post" action="/password"><label>User name <input name="user" autocomplete="username webauthn"></label>
<label>Password <input type="password" name="password"></label><button>Sign in</button></form>"""
PAGES = {
    "/account/script": "<script>make()</script>",
    "/account": '<button type="button" onclick="make()">Create a passkey</button>',
    "/login/script": "<h1>Sign in</h1><script>use()</script>",
    "/login/button": FORM + '<button type="button" onclick="use()">Sign in with a passkey</button>'
                     '<button type="button" onclick="make()">Create a passkey</button>',
    "/login/form": FORM + '''<button form="by-passkey" type="submit">Sign in with a passkey</button>
        <form id="by-passkey" method="post" action="/nowhere"><input type="hidden" name="credential"></form>
        <script>document.querySelector("[form]").onclick = event => { event.preventDefault(); use(); }</script>''',
    "/login/conditional": FORM + "<script>use('conditional')</script>",
    "/login/both": FORM + "<script>use()</script>",
    "/login/first": '<p><button type="button" onclick="this.parentNode.remove(); document.forms[0].hidden = false">'
                    "Use the password</button></p>" + FORM.replace("<form", "<form hidden") + "<script>use()</script>",
    # Pages that the user never meant to give a passkey to, or to make one on.
    "/login/probe": """<p>One moment, please.</p><script>
        const party = location.origin.replace("other.", "good.");
        const tell = (name, value) => fetch("/told", { method: "POST", body: JSON.stringify([name, value]) });
        const isThere = () => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
        const watch = async milliseconds => {
            let seen = false;
            for (const end = performance.now() + milliseconds; performance.now() < end && !seen;) seen = await isThere();
            return seen;
        };
        (async () => {
            await tell("before", await isThere());
            location = party + "/nothing";
            await tell("after a page without content", await watch(2000));
            location = party + "/slow";
            await tell("before a slow page", await watch(2000));
            stop();
            await tell("after a slow page", await watch(500));
            const answer = new Promise(done => { onmessage = event => done(event.data); });
            const frame = document.createElement("iframe");
            frame.allow = "publickey-credentials-get *";
            frame.src = party + "/login/framed";
            document.body.append(frame);
            await tell("a frame", await answer);
            location = "/end";
        })();
        </script>""",
    "/login/framed": """<script>
        navigator.credentials.get({ publicKey: {
            challenge: new Uint8Array(32), rpId: location.hostname, userVerification: "required", timeout: 3000 } })
            .then(() => "given", error => error.name).then(answer => parent.postMessage(answer, "*"));
        </script>""",
    "/login/makes": "<h1>Sign in</h1><script>make().then(() => { location = '/end'; })</script>",
    # Past what the page's own scripts see.
    "/login/makes-many": """<h1>Sign in</h1><iframe src="/login/empty"></iframe><iframe srcdoc="Nothing"></iframe><script>
        onload = async () => {
            document.body.append(document.createElement("iframe"));
            for (let index = 0; index < 3; index++) {
                const { publicKey } = await ask("/api/make/begin");
                publicKey.excludeCredentials = [];
                await frames[index].navigator.credentials.create(
                    { publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) })
                    .then(() => ask("/told", ["made", index]).catch(() => {}), say);
            }
            location = "/end";
        };</script>""",
    "/login/empty": "<p>Nothing.</p>",
    "/login/silent": "<p>Touch your security key.</p><script>use().then(() => {})</script>",
}


class Visit(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, *_):
        pass

    @property
    def host(self):
        return self.headers.get("Host", "").partition(":")[0]

    @property
    def relying_party(self):
        origin = f"https://{self.headers.get('Host')}"
        return Fido2Server(PublicKeyCredentialRpEntity(name="Lab", id=self.host), verify_origin=lambda asked: asked == origin)

    def cookie(self, name):
        fields = dict(field.split("=", 1) for field in (self.headers.get("Cookie") or "").split("; ") if "=" in field)
        return fields.get(name, "")

    def answer(self, status, content, kind="text/html; charset=utf-8", cookies=()):
        body = content.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        for cookie in cookies:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(body)

    def json(self, value, cookies=()):
        self.answer(200, json.dumps(value), "application/json", cookies)

    def do_GET(self):
        address = urlsplit(self.path)
        query = dict(parse_qsl(address.query))
        if address.path == "/state":
            with LOCK:
                self.json({"passkeys": [dict(one, data=None, host=host) for host, known in ACCOUNTS.items()
                                        for one in known.values()], "requests": REQUESTS})
        elif address.path == "/nothing":
            self.send_response(204)
            self.end_headers()
        elif address.path == "/slow":
            time.sleep(5)
            self.answer(200, "<p>At last.</p>")
        elif address.path == "/end":
            self.answer(200, "<p>The end.</p>", cookies=["ended=yes; Path=/; Secure; HttpOnly"])
        elif address.path == "/count":          # the last counter of every passkey is to be this
            with LOCK:
                for known in ACCOUNTS.values():
                    for one in known.values():
                        one["count"] = int(query["is"])
            self.json({})
        elif address.path == "/done":
            user = SESSIONS.get(self.cookie("account"))
            self.answer(200 if user else 403, f"<p>You are {user or 'nobody'}.</p>")
        elif address.path in PAGES and (not address.path.startswith("/account") or self.cookie("member")):
            self.answer(200, f"<!doctype html><title>Lab</title>{SCRIPT}{PAGES[address.path]}")
        elif address.path in PAGES:      # only members may make passkeys
            self.answer(403, "<!doctype html><title>No</title><p>Sign in first.</p>")
        elif address.path == "/member":
            self.send_response(302)
            self.send_header("Set-Cookie", "member=yes; Path=/; Secure; HttpOnly")
            self.send_header("Location", query.get("to", "/account/script"))
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self.answer(404, "<p>There is no such page.</p>")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        with LOCK:
            REQUESTS.append([self.host, self.path, body])
        if self.path == "/password":
            self.sign_in(dict(parse_qsl(body)))
            return
        try:
            given = json.loads(body)
            with LOCK:
                answer = {"/api/make/begin": self.begin_making, "/api/make/end": self.end_making,
                          "/api/use/begin": self.begin_using, "/api/use/end": self.end_using}[self.path]
                self.json(*answer(given))
        except Exception as error:      # what the library finds wrong
            self.json({"error": f"{type(error).__name__}: {error}"})

    def sign_in(self, given):
        if given != {"user": "ada", "password": "secret"}:
            self.answer(403, "<!doctype html><title>No</title><p>Wrong password.</p>")
            return
        key = secrets.token_hex(16)
        SESSIONS[key] = given["user"]
        self.answer(200, "<!doctype html><script>location = '/done'</script>",
                    cookies=[f"account={key}; Path=/; Secure; HttpOnly"])

    def keep(self, state):
        key = secrets.token_hex(16)
        STATES[key] = state
        return [f"challenge={key}; Path=/api; Secure; HttpOnly"]

    def begin_making(self, _):
        user = PublicKeyCredentialUserEntity(id=b"account-of-ada", name="ada@example.org", display_name="Ada L.")
        options, state = self.relying_party.register_begin(
            user, [one["data"] for one in ACCOUNTS.get(self.host, {}).values()],
            resident_key_requirement="required", user_verification="required")
        return dict(options), self.keep(state)

    def end_making(self, given):
        data = self.relying_party.register_complete(STATES.pop(self.cookie("challenge")), given)
        credential = data.credential_data
        ACCOUNTS.setdefault(self.host, {})[credential.credential_id] = {
            "data": credential, "credential": credential.credential_id.hex(), "user": "ada@example.org",
            "count": data.counter, "uses": 0}
        return ({"done": True},)

    def begin_using(self, _):
        options, state = self.relying_party.authenticate_begin(user_verification="required")
        return dict(options), self.keep(state)

    def end_using(self, given):
        known = ACCOUNTS.get(self.host, {})
        credential = self.relying_party.authenticate_complete(
            STATES.pop(self.cookie("challenge")), [one["data"] for one in known.values()], given)
        one = known[credential.credential_id]
        count = int.from_bytes(websafe_decode(given["response"]["authenticatorData"])[33:37], "big")
        if count <= one["count"]:
            raise ValueError(f"the counter is {count}, and was {one['count']}: the passkey may have been copied")
        one["count"] = count
        one["uses"] += 1
        key = secrets.token_hex(16)
        SESSIONS[key] = one["user"]
        return {"done": "/done"}, [f"account={key}; Path=/; Secure; HttpOnly"]


def main():
    parser = argparse.ArgumentParser(prog="passkey-server", description=__doc__)
    parser.add_argument("--parent", type=int, metavar="PID", help="end when this process is gone")
    parser.add_argument("--lifetime", type=float, default=4 * 3600, metavar="SECONDS")
    options = parser.parse_args()
    directory = Path(tempfile.mkdtemp(prefix="fedauth-passkeys-"))
    try:
        authority = Authority(directory / "ca", "passkey lab CA")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*authority.issue("server", [*HOSTS, "localhost"]))
        server = ThreadingHTTPServer(("127.0.0.1", 0), Visit)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        good, other = (f"https://{host}:{server.server_port}" for host in HOSTS)
        print(json.dumps({"caFile": str(authority.certificate), "good": good, "other": other, "relyingParties": {
            url: list(hashlib.sha256(host.encode()).digest()) for url, host in zip((good, other), HOSTS)}}), flush=True)
        wait_for_the_end(options.lifetime, options.parent)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    main()
