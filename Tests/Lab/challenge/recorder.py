"""Pages behind Apache, pages at foreign origins, and the record of requests."""

import json

from hostility.site import page

BEHIND_APACHE = ["basic", "digest", "negotiate", "compressed", "inner", "certificate"]


def _echo(path):
    @page(path, "answers the received request as JSON")
    def echo(visit):
        visit.echo()


for _name in BEHIND_APACHE:
    _echo(f"/{_name}/*")
_echo("/echo")
_echo("/arrived/*")


@page("/unauthorized/*", "the page that Apache shows with its own challenge")
def unauthorized(visit):
    visit.json({"error": "credentials are required"}, 401)


@page("/ask/*", "a foreign page that asks for Basic itself, in the realm at the end of the path")
def ask(visit):
    if visit.headers.get("Authorization"):
        visit.echo()
        return
    realm = visit.route.rpartition("/")[2].replace("%20", " ")
    visit.json({"error": "credentials are required"}, 401, [("WWW-Authenticate", f'Basic realm="{realm}"')])


@page("/cookie", "sets a cookie for this host only, and answers the received request as JSON")
def cookie(visit):
    visit.echo(headers=[("Set-Cookie", "lab-needle=needle; Path=/; HttpOnly")])


@page("/recorded", "all received requests, as JSON; ?clear=1 deletes them afterwards, ?foreign=1 only those at foreign origins")
def recorded(visit):
    entries = visit.context.records.take("clear" in visit.query)
    if "foreign" in visit.query:
        entries = [entry for entry in entries if entry["foreign"]]
    visit.answer(200, json.dumps(entries, indent=1) + "\n", "application/json")
