"""Sign-in by a client certificate: on another port of the same name, or at the name certauth.* ."""

import secrets

from . import forms, pages, people
from .asked import GENERAL, fatal

METHOD, TICKET = "CertificateAuthentication", "CertContext"


def here(visit) -> bool:
    """Returns whether this address asks for a certificate."""
    return visit.server.label == "certificate" or visit.host.startswith("certauth.")


def holder(visit):
    """Returns the account of the connection's certificate: its common name."""
    shown = visit.connection.getpeercert() if here(visit) else None
    names = [value for part in (shown or {}).get("subject", ()) for key, value in part if key == "commonName"]
    return people.account(f"{people.DOMAIN}\\{names[0]}") if names else None


def take(visit):
    asks, addresses, label = here(visit), visit.context.addresses, visit.farm.label
    ticket = visit.fields.get(TICKET)
    if ticket and not asks:
        user = visit.context.tickets.pop(ticket, None)
        if user is None:
            fatal(visit, GENERAL)
        else:
            forms.let_in(visit, user)
    elif not asks and visit.farm.certificate == "port":
        # Status 307 makes the client post the form again.
        visit.redirect(addresses.farm_for_certificates(label) + visit.again(), 307 if visit.command == "POST" else 302)
    elif not asks:
        visit.page(pages.posting(addresses.farm_certificate_host(label) + visit.again(), {"AuthMethod": METHOD}))
    else:
        _shown(visit)


def _shown(visit):
    user = holder(visit)
    if user is None:
        fatal(visit, "The client certificate is not valid for any account.")
    elif visit.farm.certificate == "port":
        # Cookies do not depend on the port, so the session is valid at the usual one.
        forms.let_in(visit, user)
    else:
        ticket = secrets.token_urlsafe(32)
        visit.context.tickets[ticket] = user
        visit.page(pages.posting(visit.absolute(visit.again()), {"AuthMethod": METHOD, TICKET: ticket}))
