"""Redirects to nowhere, or to forbidden addresses."""

from .site import page


@page("/redirect/loop", "redirects to itself")
def loop(visit):
    visit.redirect("/redirect/loop")


@page("/redirect/ping", "redirects to /redirect/pong, which redirects back")
def ping(visit):
    visit.redirect("/redirect/pong")


@page("/redirect/pong", "the other half of /redirect/ping")
def pong(visit):
    visit.redirect("/redirect/ping")


@page("/redirect/endless/*", "each redirect goes to an address never seen before")
def endless(visit):
    number = int(visit.path.rpartition("/")[2] or 0)
    visit.redirect(f"/redirect/endless/{number + 1}", headers=[("Set-Cookie", f"hop{number}=1; Path=/")])


@page("/redirect/many", "15 redirects, then /done: a client must follow them")
def many(visit):
    number = int(visit.query.get("n", "0"))
    visit.redirect(f"/redirect/many?n={number + 1}" if number < 14 else "/done")


@page("/redirect/codes", "303, 307 and 308 in turn, then /done")
def codes(visit):
    step = int(visit.query.get("n", "0"))
    visit.redirect("/done" if step == 3 else f"/redirect/codes?n={step + 1}", (303, 307, 308, 302)[step])


@page("/redirect/refresh-loop", "a meta refresh to itself")
def refresh_loop(visit):
    visit.html("Wait", "<p>Still busy.</p>", head='<meta http-equiv="refresh" content="0">')


@page("/redirect/post-loop", "a self-posting form that posts to itself")
def post_loop(visit):
    visit.html("Wait", '<form method="post"><input type="hidden" name="x" value="1"></form>'
                       "<script>document.forms[0].submit()</script>")


def _target(path, about, location):
    @page(path, about)
    def go(visit):
        visit.redirect(location(visit))


_target("/redirect/http", "from https to http on another port of this machine", lambda v: v.context.urls["http"] + "/done")
_target("/redirect/http-elsewhere", "to http on a name that is not this machine", lambda v: "http://plain.example.test/done")
_target("/redirect/https-elsewhere", "to https on another name", lambda v: "https://elsewhere.example.test/done")
_target("/redirect/ftp", "to ftp:", lambda v: "ftp://plain.example.test/done")
_target("/redirect/file", "to file:", lambda v: "file:///etc/passwd")
_target("/redirect/javascript", "to javascript:", lambda v: "javascript:alert(1)")
_target("/redirect/data", "to data:", lambda v: "data:text/html,<h1>done</h1>")
_target("/redirect/userinfo", "to a URL with a user name and password in it",
        lambda v: v.own.replace("://", "://ada:secret@") + "/done")
_target("/redirect/lookalike", "to a host whose name starts with this one's",
        lambda v: "https://good.localhost.example.test/done")
_target("/redirect/other-port", "to another port of the same name", lambda v: v.context.urls["other"] + "/done")
_target("/redirect/empty", "with an empty Location", lambda v: "")
_target("/redirect/garbage", "with a Location that is not a URL", lambda v: "https://[::bad/ \\ %zz")
_target("/redirect/scheme-relative", "with //host:port and no scheme", lambda v: v.own.replace("https:", "") + "/done")
_target("/redirect/relative", "with a relative Location", lambda v: "../done?from=relative")
_target("/redirect/fragment", "to /done, with a fragment", lambda v: "/done#fragment")
_target("/redirect/long", "with a Location of 100 KB", lambda v: "/done?" + "a" * 100_000)


@page("/redirect/nowhere", "302 without a Location")
def nowhere(visit):
    visit.answer(302)


@page("/redirect/two", "with two Location headers that differ")
def two(visit):
    visit.answer(302, headers=[("Location", "/done"), ("Location", "https://elsewhere.example.test/")])


@page("/redirect/inject", "with a Location that holds an encoded line end and a Set-Cookie")
def inject(visit):
    visit.redirect("/done?%0d%0aSet-Cookie:%20evil=1")


@page("/redirect/refresh-javascript", "a meta refresh to javascript:")
def refresh_javascript(visit):
    visit.html("Wait", "", head='<meta http-equiv="refresh" content="0;url=javascript:alert(1)">')


@page("/redirect/refresh-http", "a meta refresh to http on another name")
def refresh_http(visit):
    visit.html("Wait", "", head='<meta http-equiv="refresh" content="0;url=http://plain.example.test/done">')
