"""Logins as web developers write them, by widgets rather than by product. User ada, password secret, and codes of KEY.

A shape is a list of steps and the body of a page. The body's script calls 'step(NAME, ANSWER)', which posts the answer as
JSON to /shapes/api/SHAPE/STEP. The server accepts the steps in this order only, and a wrong answer never leads on. After the
last one it sets the cookie 'shape', and 'kept' and 'banner' with what was chosen there, and the script goes to the finish.
"""

import base64
import hashlib
import hmac
import json
import secrets
import time
from pathlib import Path
from urllib.parse import urlsplit

from .browser import FINISH
from .site import page

FILES = Path(__file__).with_name("shape_pages")
USER, PASSWORD = "ada", "secret"
KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"    # base32; SHA-1, 6 digits, 30 seconds
POLLS = 4       # a request on the telephone is decided after so many questions
FLOWS = {}      # the state of each flow, by the value of its cookie

# shape: (its steps, description)
SHAPES = {
    "controlled": ("login", "each key makes the whole form anew, as a component that controls its values"),
    "material": ("login", "outlined fields, whose floating labels are named by aria-labelledby, and a ripple on the button"),
    "unkind": ("login", "against password managers: autocomplete=off, odd names, masked text, read-only until focused, decoys"),
    "german": ("login code", "a login in German, with a ticked box to stay signed in, and a code"),
    "french": ("login stay", "a login in French, and the question whether to stay signed in"),
    "continue": ("user password", "the address first; 'Continue' is a div with the role of a button, between other logins"),
    "digits": ("login code", "a code in six boxes without names, which is sent with the last digit"),
    "push": ("login push", "a request on the telephone, which is approved after a while"),
    "push-denied": ("login push", "a request on the telephone, which is denied"),
    "stay-dialog": ("login stay", "a custom element asks in a modal dialog whether to stay signed in"),
    "cookies": ("login", "a wall about cookies lies over the page"),
    "terms": ("login terms", "terms whose button is enabled at the end of the text"),
    "accounts": ("pick password", "tiles of the accounts that this browser knows"),
    "accounts-other": ("user password", "the same, with another person's account only"),
    "verifying": ("login", "a check for robots that passes by itself and enables the button late"),
    "robot": ("login", "a check for robots that wants a person"),
    "internals": ("login", "form-associated custom elements with ElementInternals"),
    "shadowed": ("login", "hidden fields that have the names of all properties of a form"),
    "cards": ("login method code", "second factors as cards of radio buttons"),
    "keypad": ("login", "the password is a PIN of buttons in random order"),
    "new-password": ("login renew", "the password has expired"),
    "snackbar": ("login", "a wrong password gets a message at the edge that goes away, and empty fields"),
    "modal-error": ("login", "a wrong password gets a modal dialog, which is closed by its button"),
    "mail": ("user link", "a link is sent by mail"),
    "landing": ("login", "a start page with buttons only, then a choice of logins"),
    "signup": ("login", "a registration beside the login"),
    "tabs": ("login", "tabs for QR code, password and certificate; the first is open"),
    "swap": ("login", "placeholders as labels; the password's field is a text field until it has the focus"),
    "slow": ("user password", "each answer takes seconds, behind grey bars in place of the fields"),
    "accordion": ("login", "the form is drawn when the heading of an accordion is pressed, beside other ways"),
    "details": ("login", "the fields are in a closed 'details' element"),
    "hidden-radios": ("login method code", "second factors as cards, whose radio buttons are clipped; the first is chosen"),
    "drawn-radios": ("login method code", "the same, and the radio buttons are not displayed"),
    "spanish": ("login code", "a login in Spanish, and a code"),
    "polish": ("login code", "a login in Polish, and a code that only the shape of its field tells"),
    "terms-box": ("login", "the box of the terms is below a drawn one, and enables the button"),
    "terms-widget": ("login", "the same, with a button that has the role of a box"),
    "components": ("login", "custom elements with slotted labels: an accordion, boxes, a closed root for the password"),
    "framed": ("login", "a frame of the same origin, whose message has no role"),
    "start-page": ("login", "the login is drawn late, beside forms for a search, a demonstration and a newsletter"),
    "proofs": ("login code", "second factors as tiles, one of which starts a request on the telephone, beside 'Cancel'"),
    "key-first": ("login code", "a security key first, in German; a link leads to the other methods"),
    "outside": ("user password code", "buttons outside of the form, a request on the telephone first, and tiles; in French"),
    "badge": ("login", "traps, a check for robots that asks nothing, a registration, news, and a notice about cookies"),
    "method-list": ("login method code", "a list of second factors; the page has chosen a code by mail"),
    "mailed-code": ("login code", "a code that is sent by mail"),
    "silent": ("login", "a button that does nothing, and beacons that tell of each key"),
    "reloads": ("login", "the page loads itself again after each second"),
    "late": ("login", "the same, with a button that sends, and an answer that takes long"),
}
# Shapes that share a file with another.
SAME = {"push-denied": "push", "accounts-other": "accounts", "robot": "verifying", "drawn-radios": "hidden-radios",
        "terms-widget": "terms-box", "late": "silent"}

WRONG = {"login": "Wrong user name or password.", "user": "We do not know this account.",
         "password": "This password is not right.", "code": "This code is not valid."}

HEAD = """<!DOCTYPE html><html lang="{{language}}"><head><meta charset="utf-8"><title>{{title}}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><script>
const shape = "{{shape}}", pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
async function step(name, given) {
    const response = await fetch(`/shapes/api/${shape}/${name}`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(given)});
    const result = await response.json();
    if (result.done) location.assign(result.done);
    return result;
}</script></head><body>"""


def codes():
    """Returns the codes of KEY that are valid now."""
    for counter in (int(time.time()) // 30 + shift for shift in (-1, 0, 1)):
        digest = hmac.new(base64.b32decode(KEY), counter.to_bytes(8, "big"), hashlib.sha1).digest()
        place = digest[-1] & 15
        yield f"{(int.from_bytes(digest[place:place + 4], 'big') & 0x7FFFFFFF) % 10 ** 6:06}"


def _is_right(step, given):
    if given.get("decoy") or given.get("terms") is False:
        return False
    wanted = {"user": {"user": USER}, "password": {"password": PASSWORD}, "login": {"user": USER, "password": PASSWORD},
              "pick": {"user": "ada@example.org"}, "terms": {"agrees": True}, "method": {"method": "app"},
              "link": {"never": True}, "renew": {"never": True}}
    if step == "code":
        return given.get("code") in codes()
    return all(given.get(name) == value for name, value in wanted.get(step, {}).items())


def judge(flow, step, given):
    """Judges an answer. Returns the result and the cookies of the end."""
    if step == "banner":
        flow["banner"] = str(given.get("choice"))
        return {}, []
    if not flow["left"] or flow["left"][0] != step:
        return {"error": "Your session has expired."}, []
    if step == "push":
        flow["polls"] += 1
        if flow["polls"] <= POLLS:
            return {"waiting": True}, []
        if flow["shape"] == "push-denied":
            return {"denied": True}, []
    elif not _is_right(step, given):
        return {"error": WRONG.get(step, "That did not work.")}, []
    if "keep" in given:
        flow["kept"] = "yes" if given["keep"] is True else "no"
    flow["left"].pop(0)
    if flow["left"]:
        return {"next": flow["left"][0]}, []
    return {"done": FINISH}, [("Set-Cookie", f"{name}={value}; Path=/; Secure") for name, value in (
        ("shape", flow["shape"]), ("kept", flow["kept"]), ("banner", flow["banner"]))]


def _text(shape, file):
    text = HEAD + (FILES / f"{file}.html").read_text()
    language, title = {"german": ("de", "Anmeldung"), "french": ("fr", "Connexion"), "spanish": ("es", "Acceso"), "key-first": ("de", "Anmeldung"),
                       "outside": ("fr", "Connexion"),
                       "polish": ("pl", "Logowanie")}.get(shape, ("en", "Example Corp"))
    for name, value in (("shape", shape), ("language", language), ("title", title)):
        text = text.replace("{{" + name + "}}", value)
    return text


def _page(shape, about):
    @page(f"/shapes/{shape}", about)
    def begin(visit):
        key = secrets.token_hex(16)
        FLOWS[key] = {"shape": shape, "left": SHAPES[shape][0].split(), "polls": 0, "kept": "unasked", "banner": "unasked"}
        visit.answer(200, _text(shape, SAME.get(shape, shape)),
                     headers=[("Set-Cookie", f"shape-flow={key}; Path=/shapes; Secure; HttpOnly")])


for _shape, (_, _about) in SHAPES.items():
    _page(_shape, _about)


@page("/shapes/api/*", "judges the answers of scripts: /shapes/api/SHAPE/STEP")
def answer(visit):
    shape, _, step = urlsplit(visit.path).path.removeprefix("/shapes/api/").partition("/")
    flow = visit.state("shape-flow", FLOWS)
    try:
        given = json.loads(visit.body)
    except ValueError:
        given = None
    if visit.command != "POST" or not isinstance(given, dict) or flow is None or flow["shape"] != shape:
        visit.answer(400, '{"error": "Your session has expired."}', "application/json")
        return
    if shape == "slow" or shape == "late" and step == "login":
        time.sleep(2 if shape == "slow" else 10)
    result, cookies = judge(flow, step, given)
    visit.answer(200, json.dumps(result), "application/json", cookies)


@page("/shapes/framed-login", "the frame of /shapes/framed")
def framed_login(visit):
    visit.answer(200, _text("framed", "framed-login"))


@page("/shapes/robot-frame", "the box of the check for robots")
def robot_frame(visit):
    visit.html("Security check", '<div role="checkbox" aria-checked="false" tabindex="0" style="border: 1px solid; '
               'width: 2em; height: 2em"></div><label>I am not a robot</label>')
