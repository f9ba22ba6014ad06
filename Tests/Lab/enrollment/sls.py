"""Implements doLogin and getCertificate of the Secure Login Server."""

import threading
from http.cookies import CookieError, SimpleCookie

from . import answers, csr, kerberos
from .csr import Refused
from .label import Label
from .steps import Login, steps_of
from .template import Template, renamed, wishes_of, with_strangers

LOGIN, CERTIFICATE = "/SecureLoginServer/slc3/doLogin", "/SecureLoginServer/slc2/getCertificate"
COOKIE = "JSESSIONID"
FAKE_TOKEN = "bGFiLXRva2Vu"
LINES = "Sign in\u001b[2J\u001b]0;owned\u0007\r\nfedauth: error: all is lost\u202e"


class SecureLoginServer:
    def __init__(self):
        self.logins, self.lock = {}, threading.Lock()

    def __call__(self, visit) -> bool:
        if visit.route not in (LOGIN, CERTIFICATE):
            return False
        label = Label.of(visit.query.get("profile", "-"))
        if visit.command != "POST":
            visit.text(405, "POST is required", [("Allow", "POST")])
        elif label is None:
            visit.text(404, "no such profile")
        elif visit.route == CERTIFICATE:
            self.certificate(visit, label)
        elif not visit.misbehave(label):
            self.login(visit, label)
        return True

    def of(self, visit, label):
        """Returns the login of the client's cookie."""
        try:
            morsel = SimpleCookie(visit.headers.get("Cookie", "")).get(COOKIE)
        except CookieError:
            return None
        with self.lock:
            one = self.logins.get(morsel.value) if morsel else None
        return one if one and one.label is label else None

    def begin(self, label, wishes) -> Login:
        one = Login(label, steps_of(label), wishes)
        with self.lock:
            self.logins[one.cookie] = one
        return one

    def forget(self, one):
        with self.lock:
            self.logins.pop(one.cookie, None)

    def login(self, visit, label):
        if visit.body and visit.headers.get_content_type() != "application/x-www-form-urlencoded":
            return visit.text(415, "a form is required")
        one, verdict = self.of(visit, label), "next"
        if one is None:
            one = self.begin(label, wishes_of(label, visit.form()))
            if not self.admits(visit, one):
                return None
        else:
            if one.passed and label.has("ends"):
                self.forget(one)
                return visit.text(401, "the session has ended")
            if one.passed and label.has("restarts") and not label.restarted:
                label.restarted = True
                self.forget(one)
                one = self.begin(label, one.wishes)
            else:
                verdict = one.take(visit.form())
        self.tell(visit, one, verdict)

    def admits(self, visit, one) -> bool:
        """Makes the checks before the first question; returns whether the login continues."""
        if one.label.has("certificate"):
            peer = visit.peer
            if peer is None:
                visit.text(403, "a client certificate is required, at the other port")
                return False
            one.user = csr.common_name(peer.subject)
        elif one.label.has("negotiate"):
            scheme, _, token = visit.headers.get("Authorization", "").partition(" ")
            one.user = "ada" if token == FAKE_TOKEN else kerberos.user_of(token)
            if scheme.lower() != "negotiate" or not one.user:
                visit.text(401, "a ticket is required", [("WWW-Authenticate", "Negotiate")])
                return False
        elif one.label.has("none"):
            one.user = "ada"
        return True

    def tell(self, visit, one, verdict):
        label = one.label
        if verdict.startswith("missing"):
            return self.say(visit, one, {"clientMessage": f"{verdict}", "messageType": "error"}, 400)
        if verdict == "locked" or (label.has("locked") and one.user):
            self.forget(one)
            return self.say(visit, one, {"authStatus": "FAILED", "messageType": "error",
                                         "clientMessage": "The user is locked, call 4711"}, 403)
        if label.has("odd-json"):
            return visit.json(["this", {"is": "no object"}])
        if label.has("huge"):
            visit.raw_head(200, [("Content-Type", "application/json"), ("Connection", "close")])
            visit.wfile.write(b'{"clientMessage":"')
            return visit.pour(b"x" * 65536)
        try:
            template = Template(label, one.user, one.wishes) if one.user else None
            if template is None and any(one.wishes.values()):
                Template(label, "nobody", one.wishes)
        except (Refused, ValueError) as error:
            return self.say(visit, one, {"clientMessage": str(error), "messageType": "error"}, 400)
        if one.is_done:
            return self.say(visit, one, self.done(label, template))
        self.say(visit, one, self.asking(one, verdict))

    @staticmethod
    def done(label, template) -> dict:
        told = {"authStatus": "AUTHENTICATED", "clientMessage": "", "messageType": "none"}
        if not label.has("silent"):
            told["clientConfig"] = {"keySize": template.size, "inactivityTimeout": 600}
        if not label.has("silent", "bare"):
            told["certificateTemplate"] = template.described()
        return told

    @staticmethod
    def asking(one, verdict) -> dict:
        label, wrong = one.label, verdict == "wrong"
        messages = {"credentials": "Sign in", "change": "Your password has expired. Choose a new one.",
                    "code": "Enter the code that your token shows"}
        message = "That was not right. Try again." if wrong else messages.get(one.steps[0], "One more thing")
        if label.has("hostile-texts"):
            message = LINES
        secret = "password-of-some-kind" if label.has("odd-type") else "secure"
        return {
            "authStatus": "INPUT_REQUIRED", "clientMessage": message, "messageType": "error" if wrong else "info",
            "disclaimer": "Only for authorised users." if label.has("disclaimer") else "",
            "inputFields": [{"fieldName": field.name,
                             "prompt": LINES if label.has("hostile-texts") else field.prompt,
                             "type": secret if field.type == "secure" else field.type,
                             "preset": field.preset, "confirmField": field.confirm} for field in one.fields()],
            "clientConfig": {"keySize": 2048},
        }

    @staticmethod
    def say(visit, one, told, status=200):
        label = one.label
        if label.has("no-status"):
            told.pop("authStatus", None)
        if label.has("unknown-keys"):
            told = with_strangers(told)
        if label.has("other-names"):
            told = renamed(told)
        cookie = f"{COOKIE}={one.cookie}; Path=/SecureLoginServer; Secure; HttpOnly"
        visit.json(told, status, [("Set-Cookie", cookie)])

    def certificate(self, visit, label):
        one = self.of(visit, label)
        if one is None or not one.is_done or label.has("forgets"):
            return visit.text(401, "sign in first")
        if visit.headers.get("Content-Type") != "application/pkcs10":
            return visit.text(415, "application/pkcs10 is required")
        self.forget(one)
        if label.has("hang-certificate"):
            return visit.context.stopping.wait(120)
        if label.has("html-certificate"):
            return visit.html("Sign in to the proxy", "<p>Welcome to the hotel.</p>")
        if label.has("refused"):
            return visit.text(403, "No certificate today, call 4711")
        try:
            template, request = Template(label, one.user, one.wishes), csr.read(visit.body)
            csr.check_key(request, None if label.has("any-key", "silent") else template.kind, template.size
                          if not label.has("any-key", "silent") else 0)
            if not label.has("takes-subject", "bare", "silent"):
                csr.check_subject(request, template.subject)
                csr.check_names(request, template.names())
        except Refused as error:
            return visit.json({"clientMessage": str(error), "messageType": "error"}, 400)
        subject = request.subject if label.has("takes-subject") else template.subject
        names = csr.names(request) if label.has("takes-subject") else template.names()
        chain = answers.certificates(visit.context.people, label, request.public_key(), subject, names, True)
        visit.answer(200, answers.body(chain, label), "text/plain")
