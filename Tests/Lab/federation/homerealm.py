"""Home-realm discovery with a list or a mail address, and the answer of another farm about its users."""

import base64
import time
from urllib.parse import urlencode

from . import forms, pages, people, verify
from .asked import GENERAL, fatal
from .farms import farm
from .visit import attribute, cookie

HERE = "AD AUTHORITY"
PARTNER, PARTNER_SUFFIX = "plain", "partner.test"


def trust(label: str) -> str:
    """Returns the name of a farm for other farms."""
    return f"http://fs-{label}.localhost/adfs/services/trust"


def known(visit) -> bool:
    wanted = visit.query.get("whr") or visit.query.get("RedirectToIdentityProvider")
    if wanted == trust(PARTNER):
        return False
    return wanted in (HERE, trust(visit.farm.label)) or visit.cookie("MSISHomeRealm") == "here"


def ask(visit, error=""):
    if trust(PARTNER) in (visit.query.get("whr"), visit.query.get("RedirectToIdentityProvider")):
        leave(visit)
    elif visit.farm.home_realms == "mail":
        visit.page(by_mail(visit.again(), error))
    else:
        visit.page(by_list(visit.again(), error))


def by_list(action: str, error: str) -> str:
    realms = {HERE: "Active Directory", trust(PARTNER): "Partner Corporation", trust("nowhere"): "Somebody else"}
    entries = "".join(f"""<div class="idp" tabindex="1" role="button" aria-label="{name}" onKeyPress="if (event &amp;&amp; event.keyCode == 32) HRD.selection('{uri}');" onclick="HRD.selection('{uri}'); return false;">
        <img class="largeIcon float" src="/adfs/portal/images/idp/idp.png" alt="{name}"/><div class="idpDescription float"><span class="largeTextNoWrap indentNonCollapsible">{name}</span></div></div>"""
                      for uri, name in realms.items())
    return pages.frame("Home Realm Discovery", f"""<div id="hrdArea">
    <form id="hrd" method="post" autocomplete="off" novalidate="novalidate" action="{attribute(action)}">
        <div id="bySelection">
            <div class="groupMargin bigText">Sign in with one of these accounts</div>
            {entries}
            <input type="hidden" id="hrdSelection" name="HomeRealmSelection" value="" />
        </div>
        <div id="errorArea"><span id="errorText" class="error">{attribute(error)}</span></div>
    </form>
    </div>
    <script type="text/javascript">
    function HRD() {{}}
    HRD.selection = function (option) {{
        document.getElementById('hrdSelection').value = option;
        document.forms['hrd'].submit();
        return false;
    }}
    </script>""")


def by_mail(action: str, error: str) -> str:
    return pages.frame("Home Realm Discovery", f"""<div id="hrdArea">
    <form id="hrd" method="post" autocomplete="off" novalidate="novalidate" action="{attribute(action)}">
        <div id="emailArea">
            <div id="emailIntroduction" class="groupMargin">Enter your organizational account</div>
            <div id="error" class="fieldMargin error smallText"><span id="errorText">{attribute(error)}</span></div>
            <input id="emailInput" name="Email" type="email" value="" class="text fullWidth" placeholder="someone@example.com"/>
        </div>
        <div class="submitMargin"><input class="submit" name="HomeRealmByEmail" type="submit" value="Next"/></div>
    </form>
    </div>""")


def chosen(visit) -> bool:
    """Handles the answer to the page; returns whether there was one."""
    fields = visit.fields
    if not visit.farm.home_realms or not {"HomeRealmSelection", "HomeRealmByEmail"} & set(fields):
        return False
    wanted = fields.get("HomeRealmSelection", "")
    if "HomeRealmByEmail" in fields:
        suffix = fields.get("Email", "").rpartition("@")[2].lower()
        wanted = {people.SUFFIX: HERE, PARTNER_SUFFIX: trust(PARTNER)}.get(suffix, "")
    if wanted == HERE:
        visit.redirect(visit.absolute(visit.again()), headers=[cookie("MSISHomeRealm", "here", "/adfs")])
    elif wanted == trust(PARTNER):
        leave(visit)
    else:
        ask(visit, "Your account could not be found. Contact your administrator.")
    return True


def leave(visit):
    """Redirects to the partner's farm; wctx carries the original request back."""
    here = visit.context.addresses.sign_in(visit.farm.label)
    state = base64.urlsafe_b64encode(visit.again().encode()).decode()
    visit.redirect(visit.context.addresses.sign_in(PARTNER) + "?" + urlencode({
        "wa": "wsignin1.0", "wtrealm": trust(visit.farm.label), "wreply": here, "wctx": state,
        "wct": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "client-request-id": visit.number_of_request()}))


def arrive(visit):
    """Handles the partner's answer."""
    try:
        claims = verify.check(visit.fields.get("wresult", "").encode(), trust(visit.farm.label),
                              visit.context.keys["certificate"])
        back = base64.urlsafe_b64decode(visit.fields.get("wctx", "")).decode()
    except (verify.Refused, ValueError):
        fatal(visit, GENERAL)
        return
    if claims.issuer != trust(PARTNER) or farm(visit.farm.label).home_realms == "" or not back.startswith("/adfs/ls"):
        fatal(visit, "MSIS7001: The passive protocol context was not found or not valid.")
        return
    forms.let_in(visit, claims.user, back=visit.absolute(back))
