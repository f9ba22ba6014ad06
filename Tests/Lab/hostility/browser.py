"""Pages that need a real browser: scripts, windows, dialogs, failures. They end at /browser/finish."""

from urllib.parse import urlsplit

from .site import page

FINISH = "/browser/finish"
LATER = "<script>setTimeout(() => location = '{}', {})</script>"

# The cookies of the finish: hidden from scripts, for the session, for a day, and partitioned (CHIPS).
COOKIES = [
    "hidden=h; Path=/; Secure; HttpOnly; SameSite=Lax", "session=s; Path=/; Secure", "day=d; Path=/; Max-Age=86400",
    "__Host-part=p; Path=/; Secure; SameSite=None; Partitioned", "wide=w; Path=/; Domain=good.localhost; Secure",
]


def _page(name, about, body, head="", headers=()):
    @page(f"/browser/{name}", about)
    def show(visit):
        text = body
        for label, url in visit.context.urls.items():
            text = text.replace("{" + label + "}", url)
        visit.html(name, text, head=head, headers=headers)


def _sent(visit):
    """Returns the names of the request's cookies."""
    fields = (visit.headers.get("Cookie") or "").split("; ")
    return {field.partition("=")[0] for field in fields if field}


@page(FINISH, "the end: sets cookies of every kind; ?close closes its own window")
def finish(visit):
    visit.html("Done", "<p>You are signed in.</p>" + ("<script>close()</script>" if "close" in visit.query else ""),
               headers=[("Set-Cookie", cookie) for cookie in COOKIES])


@page("/browser/check", "accepts the form of /browser/script and leads to the end")
def check(visit):
    right = "user=ada" in visit.body.decode() and "pass=secret" in visit.body.decode()
    visit.redirect(FINISH, 303) if right else visit.html("Wrong", "<p>Wrong password.</p>", 403)


# Says in the title that keys reach an element of the page: the window has the focus, and the element has it in the page.
LISTENS = """<script>const listening = setInterval(() => {
    if (!document.hasFocus() || document.activeElement == document.body) return;
    clearInterval(listening);
    document.title += " listens";
}, 50)</script>"""

FORM = """<div id="root">Loading…</div><script>
setTimeout(() => {
    document.getElementById("root").innerHTML = '<form method="post" action="/browser/check"><input name="user" autofocus>' +
        '<input type="password" name="pass"><button>Sign in</button></form>';
    document.querySelector("input").focus();
    %s
}, 200)</script>"""
_page("script", "a login that a script makes; a user types", FORM % "" + LISTENS)
_page("script-self", "the same, which fills itself", FORM % """
    document.querySelector("[name=user]").value = "ada";
    document.querySelector("[name=pass]").value = "secret";
    document.querySelector("button").click();""")

_page("steps", "a login whose second page asks for a code", '<form method="post" action="/browser/steps-code"><input name="user">'
      '<input type="password" name="pass"><button>Sign in</button></form>')
_page("steps-code", "the second page, which focuses nothing", '<form role="search"><input type="search" name="q"></form>'
      f'<form method="post" action="{FINISH}"><label>One-time code <input name="otp"></label><button>Verify</button></form>'
      + LISTENS)

# The login comes once the test says that the user has acted in the page, or in its frame.
FREE = set()    # the queries of the pages whose login comes
_HANDS = """<div id="root" style="height: 250px">Loading…</div>
<iframe src="{}/browser/wait" style="width: 450px; height: 300px"></iframe><script>
const asking = setInterval(async () => {{
    if (!(await fetch("/browser/is-free" + location.search)).ok) return;
    clearInterval(asking);
    document.title = "hands are free";
    document.getElementById("root").innerHTML = '<form method="post" action="/browser/check"><input name="user">' +
        '<input type="password" name="pass"><button>Sign in</button></form>';
}}, 200)</script>"""
_page("hands", "a login that comes late, with a frame of its own server", _HANDS.format(""))
_page("hands-apart", "the same, with a frame of another server", _HANDS.format("{other}"))


@page("/browser/free", "lets the login of the page with this query come")
def free(visit):
    FREE.add(urlsplit(visit.path).query)
    visit.answer()


@page("/browser/is-free", "says whether the login of the page with this query comes")
def is_free(visit):
    visit.answer(200 if urlsplit(visit.path).query in FREE else 404)


_page("almost", "has the finish's address in its query, and loads it after a while", LATER.format(FINISH, 700))
# Parts of a page, of another server that answers 401.
for kind, part in {
    "object": '<object data="%s"></object>', "embed": '<embed src="%s">', "frame": '<iframe src="%s"></iframe>',
    "script": '<script src="%s"></script>', "style": '<link rel="stylesheet" href="%s">', "picture": '<img src="%s">',
    "fetch": '<script>fetch("%s", {mode: "no-cors", credentials: "include"})</script>',
}.items():
    _page(f"part-{kind}", f"has a part ({kind}) of another server that answers 401, and goes to the finish when it is loaded",
          part % "{other}/guarded/picture" + f'<script>onload = () => location.assign("{FINISH}")</script>')

_page("frame", "shows the finish in a frame, and loads it after a while",
      f'<iframe src="{FINISH}"></iframe>' + LATER.format(FINISH, 700))
_page("on", "is the finish of a test, and leads on before it has loaded",
      f'<script>location = "{FINISH}"</script>')
_page("on-later", "is the finish of a test, and leads on after a while",
      "<p>You are being redirected" + LATER.format(FINISH, 1500))
_page("on-press", "is the finish of a test, and only offers to sign in", f'<h1>Welcome</h1><a href="{FINISH}">Log in</a>')

# A login beside content, where a look at the document itself does not find it, and pages that lead there.
_LOGIN = '<form method=post><input name=user><input type=password name=pass><button>Sign in</button></form>'
for kind, part in {
    "closed": f"""<x-app></x-app><script>customElements.define("x-app", class extends HTMLElement {{
        connectedCallback() {{ this.attachShadow({{mode: "closed"}}).innerHTML = "{_LOGIN}"; }} }})</script>""",
    "frame": f'<iframe srcdoc="{_LOGIN}" width="500" height="300"></iframe>',
    "frameset": '<script>onload = () => document.documentElement.replaceChild(Object.assign(document.createElement("frameset"), '
                '{innerHTML: "<frame src=/browser/login-only>"}), document.body)</script>',
}.items():
    _page(f"asks-{kind}", f"is the finish of a test, and asks for a password ({kind})", "<p>Welcome here.</p>" + part)
    _page(f"to-asks-{kind}", f"leads to /browser/asks-{kind}", LATER.format(f"/browser/asks-{kind}", 100))

_page("login-only", "a login, for a part of another page", _LOGIN)

_page("ahead", "has the browser fetch a page in advance, if that does so, and leads to the finish",
      '<script type="speculationrules">{"prefetch": [{"urls": ["{other}/browser/wait?ahead"], "eagerness": "immediate"}]}'
      '</script>' + LATER.format(FINISH, 1500))
# Two servers of one host, whose documents can reach each other; they are of different origins all the same.
_DOMAIN = '<script>document.domain = "good.localhost"</script>'
_page("domain", "a frame of another server, which shares document.domain", _DOMAIN + "<h1>Sign in</h1>"
      '<iframe src="{other}/browser/domain-frame" width="500" height="300"></iframe>',
      headers=[("Origin-Agent-Cluster", "?0")])
_page("domain-frame", "the frame of /browser/domain", _DOMAIN + _LOGIN, headers=[("Origin-Agent-Cluster", "?0")])
_page("push", "a script changes the address to the finish's, without a request",
      f'<script>document.cookie = "session=s; secure"; setTimeout(() => history.pushState(0, "", "{FINISH}"), 300)</script>')
_page("late-cookie", "its script sets the cookie 'late' after a while",
      '<script>setTimeout(() => document.cookie = "late=l; secure", 1200)</script>')
_page("early-cookie", "its script sets the cookie 'late' and then leads to the finish",
      f'<script>document.cookie = "late=l; secure; path=/"</script>' + LATER.format(FINISH, 300))

# The browser opens these windows only after a key press.
_page("window", "a key opens the finish in a new window",
      f'<button autofocus onclick="window.open(\'{FINISH}\')">Sign in</button>' + LISTENS)
_page("window-closes", "a key opens the finish of another server in a window that closes itself",
      f'<button autofocus onclick="window.open(\'{{https}}{FINISH}?close\', \'w\', \'popup\')">Sign in</button>' + LISTENS)
_page("window-returns", "a key opens a login in a popup, which leads this window to the finish",
      '<button autofocus onclick="window.open(\'/browser/returns\', \'w\', \'popup,width=300,height=300\')">Sign in</button>' + LISTENS)
_page("returns", "the popup of /browser/window-returns",
      f'<script>setTimeout(() => {{ opener.location = "{FINISH}"; close() }}, 500)</script>')
_page("blank", "a key follows a link to the login in a new window",
      '<a target="_blank" href="/browser/script-self" autofocus>Sign in</a>'
      '<script>document.querySelector("a").focus()</script>' + LISTENS)

_page("alert", "dialogs that wait for a user",
      '<script>onbeforeunload = event => event.preventDefault(); alert("Welcome"); confirm("Really?");'
      f'location = "{FINISH}"</script>')
# A title is shown only when the address does not have it.
READY = "document.title = 'Ready';"

# For windows that are shown elsewhere. The field is as large as the page, so that a tap anywhere meets it.
_page("ask", "a field that, when it has the text 'ada', opens one dialog after the other",
      '<textarea style="position: fixed; inset: 0; width: 100%; height: 100%"></textarea><script>' + READY +
      'document.querySelector("textarea").focus();'
      'document.querySelector("textarea").oninput = event => { if (event.target.value === "ada" && '
      'prompt("Your name?", "nobody") === "eve" && confirm("Really?") && !confirm("Stop?")) { alert("Good"); '
      f'location = "{FINISH}" }} }}</script>')
_page("pick", "a list and a date to be chosen by keys",
      '<select><option>a<option>b</select><input type="date"><script>' + READY +
      'const list = document.querySelector("select"), day = document.querySelector("input"); list.focus();'
      'setInterval(() => { const state = `${getComputedStyle(list).appearance} ${list.value} ${day.value}`;'
      f'if (state === "base-select b 2026-11-23") location = "{FINISH}" }}, 100)</script>')
_page("untrusted", "leads to a server with an untrusted certificate", LATER.format("{unknownca}/done", 300))
_page("gone", "leads to a host that does not exist", LATER.format("https://elsewhere.example.test/", 300))
_page("saved", "leads to a file to be saved", LATER.format("/browser/file", 300))
_page("basic-later", "leads to a page behind HTTP authentication", LATER.format("/browser/basic", 300))
_page("plain-http", "leads to another machine without encryption", LATER.format("http://plain.example.test/", 300))
_page("post-large", "posts a form of half a megabyte to the finish",
      f'<form method="post" action="{FINISH}"><input name="wresult"></form><script>'
      'document.querySelector("input").value = "A".repeat(500000); document.forms[0].submit()</script>')
_page("post-elsewhere", "posts a form to an address without a listener, which is the finish of the test",
      '<form method="post" action="http://localhost:1/acs"><input name="SAMLResponse" value="a+b/c="></form>'
      '<script>document.forms[0].submit()</script>')
_page("token", "leads to an address without a listener, with a token in its fragment",
      '<script>location = "http://localhost:1/?x#access_token=t%2Bt&state=1"</script>')
_page("noisy", "sends a hundred requests, and then loads the finish",
      "".join(f'<img src="/browser/image?{index}">' for index in range(100)) + LATER.format(FINISH, 700))
_page("wait", "never loads another page", "<p>Please wait.</p>")

# Pages whose scripts leave no time for anything else.
ASK = 'const asked = new XMLHttpRequest(); asked.open("GET", "/browser/silence", false); asked.send();'
_page("synchronous", "a script waits for an answer that never comes", f"<p>Please wait.</p><script>{ASK}</script>")
_page("synchronous-login", "the same, when the form is sent",
      '<form method="post" action="/browser/check"><input name="user"><input type="password" name="pass">'
      f'<button>Sign in</button></form><script>document.forms[0].onsubmit = () => {{ {ASK} return false }}</script>')
_page("alerts", "shows one dialog after the other", '<script>for (;;) alert("Again")</script>')
_page("confirms", "asks until the answer is yes", '<script>while (!confirm("Agreed?"));</script>')
_page("busy", "computes for ever", "<script>for (;;);</script>")
_page("reloads", "loads itself for ever", "<script>location.reload()</script>")
_page("hashes", "changes its own address for ever",
      '<script>setInterval(() => { location.hash = Math.random() }, 5)</script>')


@page("/browser/silence", "answers after two minutes")
def silence(visit):
    visit.context.stopping.wait(120)


# Another site of this server; its name is in the certificate too.
_page("third-party", "a frame of another site sets a cookie and gets it back; then the finish",
      '<script>const frame = document.createElement("iframe"); frame.src = `https://localhost:${location.port}/browser/third-set`;'
      'document.body.append(frame); onmessage = event => { document.title = event.data; '
      f'if (event.data == "there") location = "{FINISH}" }}</script>')


@page("/browser/third-set", "sets a cookie for another site, and requests it")
def third_set(visit):
    visit.redirect("/browser/third-check", headers=[("Set-Cookie", "third=t; Path=/; Secure; SameSite=None")])


@page("/browser/third-check", "reports to the page around it whether that cookie was sent")
def third_check(visit):
    word = "there" if "third" in _sent(visit) else "missing"
    visit.html(word, f'<script>parent.postMessage("{word}", "*")</script>')


@page("/browser/token-redirect", "redirects to an address without a listener, with a token in its fragment")
def token_redirect(visit):
    visit.redirect("http://localhost:1/?x#access_token=r")


@page("/browser/file", "a file to be saved")
def file(visit):
    visit.answer(200, b"content", "application/octet-stream", [("Content-Disposition", 'attachment; filename="x.bin"')])


@page("/browser/basic", "asks for a name and a password by HTTP authentication")
def basic(visit):
    if visit.headers.get("Authorization") == "Basic YWRhOnNlY3JldA==":      # ada:secret
        visit.redirect(FINISH)
    else:
        visit.html("No", "", 401, headers=[("WWW-Authenticate", 'Basic realm="lab"')])


@page("/browser/remember", "sets a persistent cookie; adds to the finish's query whether the browser had it already")
def remember(visit):
    word = "known" if "device" in _sent(visit) else "stranger"
    visit.redirect(f"{FINISH}?{word}", headers=[("Set-Cookie", "device=1; Path=/browser/remember; Secure; Max-Age=86400")])

_page("mail", "asks for the desktop's mail program, and leads to the end",
      '<iframe src="mailto:ada@evil.test?subject=x"></iframe>' + LATER.format(FINISH, 3000))

_page("mail-itself", "leads to the desktop's mail program by itself", '<script>location = "mailto:ada@evil.test?subject=x"</script>')

# A service that keeps no session. Its provider is the other server.
LOST = {
    "domain": "lost=1; Path=/; Secure; Domain=elsewhere.test", "prefix": "__Host-lost=1; Path=/lost; Secure",
    "path": "lost=1; Path=/lost/acs; Secure", "none": "",
}


@page("/lost/app", "asks the provider for a sign-in unless it has its cookie; the query names the cookie that does not hold")
def lost(visit):
    how = visit.path.partition("?")[2]
    if "lost=" in (visit.headers.get("Cookie") or ""):
        return visit.html("Lost", "<p>You are signed in.</p>")
    return visit.redirect(visit.context.urls["other"] + f"/lost/idp?SAMLRequest=x&RelayState={how}")


@page("/lost/idp", "the login of the provider")
def provider(visit):
    how = visit.path.rpartition("RelayState=")[2]
    if visit.command == "POST":
        return visit.html("Continue", f'<form method="post" action="{visit.context.urls["https"]}/lost/acs?{how}"><input type="hidden" '
                          'name="SAMLResponse" value="eA=="></form><script>document.forms[0].submit()</script>')
    return visit.html("Sign in", '<form method="post"><label>User name <input name="user"></label><label>Password '
                      '<input type="password" name="password"></label><button>Sign in</button></form>')


@page("/lost/acs", "sets the cookie that does not hold, and goes back")
def consume(visit):
    how = visit.path.partition("?")[2]
    fields = [("Set-Cookie", LOST[how])] if LOST.get(how) else []
    visit.redirect("/lost/app?" + how, 303, headers=fields)
