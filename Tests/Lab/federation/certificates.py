"""Sign-in by a client certificate: on another port of the same name, or at the name certauth.* ."""

import secrets

from . import forms, people
from .asked import GENERAL, fatal
from .visit import attribute

TICKET = "CertContext"


def here(visit) -> bool:
    """Whether this request came to where a certificate is asked for."""
    return visit.server.label == "certificate" or visit.host.startswith("certauth.")


def holder(visit):
    """Whose certificate the connection has shown: its common name is the account."""
    shown = visit.connection.getpeercert() if here(visit) else None
    names = [value for part in (shown or {}).get("subject", ()) for key, value in part if key == "commonName"]
    return people.account(f"{people.DOMAIN}\\{names[0]}") if names else None


def take(visit):
    here_, addresses, label = here(visit), visit.context.addresses, visit.farm.label
    ticket = visit.fields.get(TICKET)
    if ticket and not here_:
        user = visit.context.tickets.pop(ticket, None)
        if user is None:
            fatal(visit, GENERAL)
        else:
            forms.let_in(visit, user)
    elif not here_ and visit.farm.certificate == "port":
        # 307: what was posted is posted there again.
        visit.redirect(addresses.farm_for_certificates(label) + visit.again(), 307 if visit.command == "POST" else 302)
    elif not here_:
        _send_on(visit, addresses.farm_certificate_host(label) + visit.again(), {"AuthMethod": "CertificateAuthentication"})
    else:
        _shown(visit)


def _shown(visit):
    user = holder(visit)
    if user is None:
        fatal(visit, "The client certificate is not valid for any account.")
    elif visit.farm.certificate == "port":
        # Cookies know no ports: the session counts at the usual one.
        forms.let_in(visit, user)
    else:
        ticket = secrets.token_urlsafe(32)
        visit.context.tickets[ticket] = user
        _send_on(visit, visit.absolute(visit.again()), {"AuthMethod": "CertificateAuthentication", TICKET: ticket})


def _send_on(visit, action: str, fields: dict):
    hidden = "".join(f'<input type="hidden" name="{name}" value="{attribute(value)}" />' for name, value in fields.items())
    visit.page(f'<html><head><title>Working...</title></head><body><form method="POST" name="hiddenform" action="{attribute(action)}">'
               f'{hidden}<noscript><p>Script is disabled. Click Submit to continue.</p><input type="submit" value="Submit" />'
               "</noscript></form><script language=\"javascript\">window.setTimeout('document.forms[0].submit()', 0);</script>"
               "</body></html>")
