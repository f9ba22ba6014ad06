"""Sign-in pages of every form. The right answer is the user ada with the password secret."""

from base64 import b64encode
from email import message_from_bytes
from html import escape
from urllib.parse import parse_qsl, quote

from .site import page

FIELDS = '<input type="text" name="user"><input type="password" name="pass"><input type="submit" value="Sign in">'
TOKEN = '<input type="hidden" name="token" value="a&quot;b&amp;c&#10;d &lt;e&gt;">'
TOKEN_VALUE = 'a"b&c\nd <e>'


def _sent(visit):
    """Returns the fields from a form body of either kind, or from the query."""
    kind = visit.headers.get("Content-Type", "")
    if kind.startswith("multipart/form-data"):
        message = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + visit.body)
        return [(part.get_param("name", header="content-disposition"), part.get_payload(decode=True).decode())
                for part in message.get_payload()]
    text = visit.body.decode("utf-8", "replace") or visit.path.partition("?")[2]
    return parse_qsl(text, keep_blank_values=True)


@page("/signin/check", "the target of the forms: the right answer leads to /done, a wrong one back to a form with an error text")
def check(visit):
    sent = _sent(visit)
    given = dict(sent)
    token = given.get("token", TOKEN_VALUE).replace("\r\n", "\n")
    if len(sent) != len(given):
        visit.html("Error", "<p>Duplicate post parameter</p>", 500)
    elif token != TOKEN_VALUE:
        visit.html("Error", "<p>The token was changed on its way</p>", 400)
    elif given.get("user") == "ada" and given.get("pass") == "secret":
        visit.redirect("/done", 303)
    else:
        visit.html("Sign in", '<p class="error">Wrong user name or password.</p>'
                              f'<form method="post" action="/signin/check">{FIELDS}</form>')


def _form(path, about, body, head="", kind="text/html; charset=utf-8", encode="utf-8", own=False):
    """Registers a page whose body may name the servers: {own}, {http}, {other}, {port}. An own page checks the posted
    fields."""
    @page(path, about)
    def show(visit):
        if own and visit.command == "POST":
            check(visit)
            return
        text = body.replace("{own}", visit.own).replace("{http}", visit.context.urls["http"]) \
            .replace("{other}", visit.context.urls["other"]).replace("{port}", str(visit.server.port))
        top = head.replace("{own}", visit.own)
        html = f"<!DOCTYPE html><html><head><title>Sign in</title>{top}</head><body>{text}</body></html>"
        visit.answer(200, html.encode(encode), kind)


def _post(action, inside=FIELDS):
    return f'<form method="post"{action}>{inside}</form>'


CHECK = ' action="/signin/check"'

# Valid pages, each with something that a parser may handle wrongly.
_form("/signin/plain", "an ordinary form", _post(CHECK))
_form("/signin/loop", "always the same form, with any answer", _post(""))
_form("/signin/hidden", "a hidden field with entities and a line end in its value", _post(CHECK, TOKEN + FIELDS))
_form("/signin/two", "a search form first, an option form last",
      f'<form action="/search"><input name="q"></form>{_post(CHECK)}'
      '<form method="post" action="/options"><input type="hidden" name="AuthMethod" value="Cert"></form>')
_form("/signin/duplicates", "each field is in the page twice, in two forms of which only one has the password",
      _post(' id="options" action="/options"', '<input type="hidden" name="user" value="x"><input type="hidden" name="pass">')
      + _post(CHECK))
_form("/signin/action-missing", "no action: posts to its own address", _post(""), own=True)
_form("/signin/action-empty", "action is empty", _post(' action=""'), own=True)
_form("/signin/action-query", "action is ?", _post(' action="?"'), own=True)
_form("/signin/action-relative", "action is relative, with a dot segment", _post(' action="../signin/./check"'))
_form("/signin/action-base", "a <base> decides where the action leads", _post(' action="check"'),
      '<base href="{own}/signin/">')
_form("/signin/action-absolute", "action with scheme, name and port", _post(' action="{own}/signin/check"'))
_form("/signin/action-port-443", "the action has :443 after the name, where no server listens",
      _post(' action="https://good.localhost:443/signin/check"'))
_form("/signin/action-scheme-relative", "action is //host:port/path", _post(' action="//good.localhost:{port}/signin/check"'))
_form("/signin/action-spaces", "action with white space around and an entity within",
      _post(' action="  /signin/check?a=1&amp;b=2&#10; "'))
_form("/signin/get", "method is get", f'<form action="/signin/check">{FIELDS}</form>')
_form("/signin/uppercase", "tags and attributes in capitals",
      '<FORM METHOD=POST ACTION=/signin/check><INPUT NAME=user><INPUT TYPE=PASSWORD NAME=pass></FORM>')
_form("/signin/controls", "successful besides user and pass: area=b, first=one, r=2, news=on, note (CRLF within), and go=1 when pressed",
      _post(CHECK, '<input name="user"><input type="password" name="pass">'
            '<select name="area"><option value="a">A<option value="b" selected>B</select>'
            '<select name="none"></select><select name="first"><option>one</option><option>two</option></select>'
            '<input type="radio" name="r" value="1"><input type="radio" name="r" value="2" checked>'
            '<input type="checkbox" name="keep" value="yes"><input type="checkbox" name="news" checked>'
            '<textarea name="note">line one\nline two</textarea><input name="off" value="x" disabled>'
            '<fieldset disabled><input name="alsooff" value="x"></fieldset>'
            '<input type="reset" name="reset"><input type="button" name="button" value="b">'
            '<button name="go" value="1">Go</button>'))
_form("/signin/outside", "the fields stand outside the form and name it",
      f'<input form="f" name="user"><input form="f" type="password" name="pass"><form id="f" method="post"{CHECK}></form>')
_form("/signin/nameless", "fields without a name among the others",
      _post(CHECK, '<input value="x"><input type="hidden" value="y">' + FIELDS))
_form("/signin/multipart", "enctype is multipart/form-data", _post(CHECK + ' enctype="multipart/form-data"'))
_form("/signin/self-post", "a form that posts itself, right answers within",
      _post(CHECK, '<input type="hidden" name="user" value="ada"><input type="hidden" name="pass" value="secret">'
      '<noscript><input type="submit"></noscript>') + '<script>document.forms[0].submit()</script>')
_form("/signin/latin-1", "a page in ISO-8859-1, by the header", "<p>Gr\u00fc\u00dfe</p>" + _post(CHECK),
      kind="text/html; charset=iso-8859-1", encode="latin-1")
_form("/signin/latin-1-meta", "a page in ISO-8859-1, by the page only", "<p>Gr\u00fc\u00dfe</p>" + _post(CHECK),
      '<meta charset="iso-8859-1">', "text/html", "latin-1")
_form("/signin/utf-16", "a page in UTF-16 with a byte order mark", "<p>Gr\u00fc\u00dfe</p>" + _post(CHECK),
      kind="text/html; charset=utf-16", encode="utf-16")
_form("/signin/charset-lie", "a page in ISO-8859-1 that says UTF-8", "<p>Gr\u00fc\u00dfe</p>" + _post(CHECK),
      encode="latin-1")
_form("/signin/charset-unknown", "a page in a character set that does not exist", _post(CHECK),
      kind="text/html; charset=klingon")

@page("/signin/repeats", "the page's error repeats the password from the request: unchanged, in base64 and escaped")
def repeats(visit):
    wrong = dict(_sent(visit)).get("pass", "") if visit.command == "POST" else ""
    error = f"Wrong: {wrong}, {b64encode(wrong.encode()).decode()}, {quote(wrong)}." if wrong else ""
    visit.html("Sign in", f'<p class="error">{escape(error)}</p>' + _post(' action="/signin/repeats"'))


# Forms that lead to another place: a client must not send a password there without permission.
_form("/leave/port", "the form posts to another port of this name", _post(' action="{other}/signin/check"'))
_form("/leave/http", "the form posts to http", _post(' action="{http}/signin/check"'))
_form("/leave/host", "the form posts to another host", _post(' action="https://elsewhere.example.test/signin/check"'))
_form("/leave/lookalike", "the form posts to a host whose name starts with this one's",
      _post(' action="https://good.localhost.example.test/"'))
_form("/leave/base", "a <base> on another host", _post(' action="signin/check"'),
      '<base href="https://elsewhere.example.test/">')
_form("/leave/formaction", "the button's formaction leaves, the form's action does not",
      _post(CHECK, FIELDS + '<button formaction="https://elsewhere.example.test/">Sign in</button>'))
_form("/leave/javascript", "action is javascript:", _post(' action="javascript:send()"'))
_form("/leave/mailto", "action is mailto:", _post(' action="mailto:root@localhost"'))
_form("/leave/file", "action is file:", _post(' action="file:///tmp/x"'))
_form("/leave/frame", "the sign-in form is in a frame", '<iframe src="/signin/plain"></iframe>')


@page("/leave/307", "a good form whose target answers 307 to another host: the body must not follow")
def leave_307(visit):
    if visit.command == "POST":
        visit.redirect("https://elsewhere.example.test/signin/check", 307)
    else:
        visit.html("Sign in", _post(""))


@page("/leave/307-port", "the same to another port of this machine, which records requests")
def leave_307_port(visit):
    if visit.command == "POST":
        visit.redirect(visit.context.urls["other"] + "/signin/check", 307)
    else:
        visit.html("Sign in", _post(""))


# Pages that a program without a browser cannot handle.
_form("/stuck/no-form", "a sign-in page without a form", "<h1>Welcome</h1><p>Please contact the help desk.</p>")
_form("/stuck/script", "a page that is only a script",
      '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>'
      '<script>document.getElementById("root").innerHTML = \'<form method="post" action="/signin/check">'
      '<input name="user"><input type="password" name="pass"><button>Sign in</button></form>\'</script>')
_form("/stuck/webauthn", "a page that asks for a security key",
      '<h1>Use your security key</h1><button id="key">Continue</button><script>navigator.credentials.get({publicKey:'
      '{challenge: new Uint8Array(32), rpId: "good.localhost"}})</script>')
_form("/stuck/captcha", "a form with a CAPTCHA",
      _post(CHECK, FIELDS + '<div class="g-recaptcha" data-sitekey="x"></div>'
            '<textarea name="g-recaptcha-response" hidden></textarea>')
      + '<script src="https://www.google.example.test/recaptcha/api.js"></script>')
_form("/stuck/waiting", "a page that waits for a phone and refreshes for ever", "<h1>Approve the sign-in on your phone: 42</h1>",
      '<meta http-equiv="refresh" content="1">')
_form("/stuck/polling", "a page that waits for a phone and posts itself for ever", "<h1>Approve the sign-in on your phone</h1>"
      "<p>42</p>" + _post("", '<input type="hidden" name="tx" value="1">')
      + "<script>setTimeout(function () { document.forms[0].submit() }, 2000)</script>")
