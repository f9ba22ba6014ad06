"""Cookies that a client must accept, reject, or survive. Each page leads to the successful end by a link and a refresh."""

from .site import page

SETS = {
    "shell": ("values that a careless shell would run", [
        "a=$(touch pwned)", "b=`id`", "c='\\''; rm -rf x; '", 'd="; echo owned; "', "e=a b", "f=$HOME", "g=!!",
        "h=*", "i=~", "j=\\", "k=#x", "l=%n%s", "m=-n", "n=a=b=c", "o=a  b   c", "p={x,y}{1..3}", "q=?[a]*/*",
        "r='\\'' touch pwned '", "s=$'\\101'", "t=\xe2\x80\x99 touch pwned"]),
    "names": ("names of variables, odd names, no name", [
        "PATH=/tmp", "LD_PRELOAD=x", "IFS=x", "a-b.c=1", "a[b]=1", "=novalue", "noequals", "a b=1", "$(id)=1"]),
    "quotes": ("quoted values", ['a="quoted"', 'b="un', 'c=mid"dle', 'd=""', 'e="a;b"']),
    "large": ("values of about 4 KB, and much longer ones", [
        "fits=" + "x" * 4000, "over=" + "y" * 4097, "huge=" + "z" * 40_000]),
    "domains": ("domains that must be refused or kept", [
        "com=1; Domain=com", "localhost=1; Domain=localhost", "dot=1; Domain=.", "empty=1; Domain=",
        "other=1; Domain=example.test", "suffix=1; Domain=st", "own=1; Domain=good.localhost",
        "owndot=1; Domain=.good.localhost", "deeper=1; Domain=a.good.localhost", "address=1; Domain=127.0.0.1"]),
    "prefixes": ("__Host- and __Secure- rules broken and kept", [
        "__Host-nopath=1; Secure", "__Host-domain=1; Secure; Path=/; Domain=good.localhost", "__Host-insecure=1; Path=/",
        "__Host-good=1; Secure; Path=/", "__Secure-insecure=1", "__Secure-good=1; Secure", "__host-case=1; Path=/"]),
    "ages": ("expired, garbage and huge dates", [
        "gone=1; Max-Age=0", "past=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "minus=1; Max-Age=-1",
        "garbage=1; Max-Age=soon", "huge=1; Max-Age=99999999999999999999", "plus=1; Max-Age=+60", "words=1; Expires=tomorrow",
        "year=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT", "two=1; Expires=Wed, 21-Oct-37 07:28:00 GMT",
        "both=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT"]),
    "paths": ("paths near and far", [
        "root=1; Path=/", "deep=1; Path=/done/deeper", "prefix=1; Path=/don", "relative=1; Path=done", "empty=1; Path=",
        "default=1"]),
    "control": ("control bytes, tabs, bytes above 127", [
        "tab=a\tb", "bell=a\x07b", "escape=\x1b[2J", "del=\x7f", "high=\xff\xfe", "utf8=\xc3\xbc"]),
    "nul": ("a NUL in a value", ["nul=a\x00b"]),
    "return": ("a carriage return in a value", ["cr=a\rb"]),
    "many": ("300 cookies", [f"c{i}=v{i}" for i in range(300)]),
    "same": ("one name, three paths, two times", [
        "same=1; Path=/", "same=2; Path=/done", "same=3; Path=/cookies", "same=4; Path=/"]),
    "attributes": ("attributes unknown, doubled, in odd case", [
        "a=1; SECURE; hTTPoNLY; samesite=BOGUS; Priority=High; Partitioned; ; =x; Path=/; Path=/other", "b=1;;;;Path=/",
        "c=1; SameSite=None; Secure; Partitioned; Path=/"]),
}


def _set(name, about, lines):
    @page(f"/cookies/{name}", about)
    def show(visit):
        visit.html("Cookies", '<p><a href="/done">go on</a></p>', headers=[("Set-Cookie", line) for line in lines],
                   head='<meta http-equiv="refresh" content="0;url=/done">')


for _name, (_about, _lines) in SETS.items():
    _set(_name, _about, _lines)


@page("/cookies/from-http", "https sets a Secure cookie; http overwrites it and sets another one; then /done")
def from_http(visit):
    if visit.server.label == "http":
        evil = ["guard=evil; Path=/", "guard=evil; Path=/; Domain=good.localhost", "own=1; Path=/; Secure", "open=1; Path=/"]
        visit.redirect(visit.context.urls["https"] + "/done", headers=[("Set-Cookie", line) for line in evil])
    else:
        visit.redirect(visit.context.urls["http"] + "/cookies/from-http",
                       headers=[("Set-Cookie", "guard=good; Path=/; Secure")])
