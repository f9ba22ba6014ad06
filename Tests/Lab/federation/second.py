"""The steps after the password: the choice of the page, and the handling of its answer."""

import secrets
import time
from dataclasses import dataclass

from . import secondpage
from .adapters import ADAPTERS, Adapter
from .asked import GENERAL, fatal
from .visit import cookie

WRONG = "The code that you entered is not correct. Please try again."


@dataclass
class Pending:
    """The state of a Context. It is valid once, because every page has a new one."""

    key: str
    adapter: Adapter
    step: int = 0
    polled: int = 0


def done(visit, session) -> bool:
    return bool(session.second) and visit.cookie("MSISAuth1") == session.second


def wanted(visit, session) -> bool:
    return bool(visit.farm.second) and not done(visit, session)


def show(visit, session):
    """Sends the first page."""
    adapters = [ADAPTERS[name] for name in visit.farm.second]
    if len(adapters) > 1:
        visit.page(secondpage.choice(visit.absolute(visit.again()), adapters))
    else:
        present(visit, Pending(visit.cookie("MSISAuth"), adapters[0]))


def present(visit, pending: Pending, error=""):
    context = secrets.token_urlsafe(1200)
    visit.context.tickets[context] = pending
    step = pending.adapter.steps[pending.step]
    visit.page(secondpage.page(visit, pending.adapter, step, context, error))


def take(visit, session):
    fields, tickets = visit.fields, visit.context.tickets
    chosen = next((ADAPTERS[name] for name in visit.farm.second if ADAPTERS[name].method == fields["AuthMethod"]), None)
    if "Context" not in fields and chosen and len(visit.farm.second) > 1:
        present(visit, Pending(visit.cookie("MSISAuth"), chosen))
        return
    pending = tickets.pop(fields.get("Context", ""), None)
    if not isinstance(pending, Pending) or pending.key != visit.cookie("MSISAuth") \
            or pending.adapter.method != fields["AuthMethod"]:
        fatal(visit, GENERAL)
        return
    judge(visit, session, pending)


def judge(visit, session, pending: Pending):
    adapter, fields = pending.adapter, visit.fields
    step = adapter.steps[pending.step]
    time.sleep(step.seconds)
    if adapter.page.startswith("duo") and fields.get("sig_response") != secondpage.SIGNED:
        present(visit, pending)
    elif any(fields.get(name) != value for name, value in step.hidden):
        fatal(visit, GENERAL)
    elif step.field and any(fields.get(name) != step.code for name in (step.field, step.also) if name):
        present(visit, pending, WRONG)
    elif pending.polled < step.polls:
        pending.polled += 1
        present(visit, pending)
    elif pending.step + 1 < len(adapter.steps):
        present(visit, Pending(pending.key, adapter, pending.step + 1))
    elif adapter.refusal:
        present(visit, Pending(pending.key, adapter), adapter.refusal)
    else:
        session.second = secrets.token_urlsafe(32)
        visit.redirect(visit.absolute(visit.again()), headers=[cookie("MSISAuth1", session.second, "/adfs")])
