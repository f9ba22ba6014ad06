"""The pages of the second factors. Their form has no action, so it is posted to the address of the page."""

from . import pages
from .adapters import Adapter, Step
from .visit import attribute
from .visit import page as at

# The value that only a script sends.
SIGNED = "AUTH|lab|signed:APP|lab|signed"


def choice(action: str, adapters) -> str:
    links = [(adapter.method, adapter.link) for adapter in adapters]
    return pages.frame("Sign In", '<div id="authArea" class="groupMargin"><div class="groupMargin">For security reasons, we '
                       "require additional information to verify your account</div>"
                       f"{pages.options_form(action, links)}</div>")


def page(visit, adapter: Adapter, step: Step, context: str, error: str) -> str:
    own = visit.absolute(visit.again(**{"client-request-id": visit.number_of_request()}))
    if adapter.page == "duo-away":
        return duo_away(visit, own, adapter, context)
    ids = ("", "") if adapter.page == "no-ids" else ('id="authMethod" ', 'id="context" ')
    hidden = "".join(f'<input type="hidden" name="{name}" value="{attribute(value)}"/>' for name, value in step.hidden)
    inner = {"duo-frame": duo_frame}.get(adapter.page, usual)(step, error)
    return pages.frame("Sign In", f"""<div id="authArea" class="groupMargin">
    {'<div id="Progress" style="display:none"></div>' if adapter.method.startswith("Azure") else ""}
    <form method="post" id="loginForm" autocomplete="off">
        <!-- These inputs are required by the presentation framework.  Do not modify or remove -->
        <input {ids[0]}type="hidden" name="AuthMethod" value="{adapter.method}"/>
        <input {ids[1]}type="hidden" name="Context" value="{context}"/>
        <!-- End inputs are required by the presentation framework. -->
        {hidden}{inner}
    </form>
    {pages.options_form(own)}
    </div>""")


def usual(step: Step, error: str) -> str:
    number = f'<p id="validEntropyNumber">{step.number}</p>' if step.number else ""
    fields = "".join(_field(name, step) for name in (step.field, step.also) if name)
    # A page that only waits posts itself with a script; a page with a field has a button.
    button = '<div id="submissionArea" class="submitMargin"><input id="signInButton" type="submit" name="SignIn" ' \
        'value="Sign in" class="submit"/></div>' if step.field else \
        "<script type=\"text/javascript\">window.setTimeout(\"document.forms['loginForm'].submit()\", 1000);</script>"
    return f"""{pages.error_area(error)}
        <div id="pageIntroduction" class="groupMargin"><p id="instructions">{attribute(step.text)}</p>{number}</div>
        {fields}{button}"""


def _field(name: str, step: Step) -> str:
    identifier = "verificationCodeInput" if name == "VerificationCode" else f"{name}Input"
    label = attribute(step.label if name == step.field else name)
    return (f'<div><label for="{identifier}" class="block">{label}</label>'
            f'<input id="{identifier}" type="{step.kind}" name="{name}" value="" class="text" autocomplete="off" '
            f'placeholder="{label}"/></div>')


def duo_frame(step: Step, error: str) -> str:
    return f"""<iframe id="duo_iframe" title="Two-Factor Authentication" data-host="duo.localhost" data-sig-request="TX|lab:APP|lab"></iframe>
        <script type="text/javascript">
        window.onload = function () {{
            var answer = document.createElement('input');
            answer.type = 'hidden'; answer.name = 'sig_response'; answer.value = '{SIGNED}';
            document.forms['loginForm'].appendChild(answer);
            document.forms['loginForm'].submit();
        }};
        </script>"""


def duo_away(visit, own: str, adapter: Adapter, context: str) -> str:
    away = f"{visit.context.addresses.duo}/oauth/v1/authorize"
    return pages.frame("Duo Security", f"""<form id="adfs_form" method="post" action="{attribute(own)}">
        <input type="hidden" name="adfs_auth_method" value="{adapter.method}"/>
        <input type="hidden" name="adfs_context" value="{context}"/>
    </form>
    <p>Redirecting to Duo Security</p>
    <script type="text/javascript">
    var known = document.getElementById('adfs_form').elements;
    window.location = '{away}?' + new URLSearchParams({{
        back: document.getElementById('adfs_form').action, method: known['adfs_auth_method'].value,
        context: known['adfs_context'].value }}).toString();
    </script>""")


@at("duo", "/oauth/v1/authorize")
def elsewhere(visit):
    """Serves the page at the manufacturer's own site; its script returns the approval."""
    fields = {"AuthMethod": visit.query.get("method", ""), "Context": visit.query.get("context", ""), "sig_response": SIGNED}
    hidden = "".join(f'<input type="hidden" name="{name}" value="{attribute(value)}"/>' for name, value in fields.items())
    visit.page('<html><head><title>Duo Security</title></head><body><h1>Check for a push</h1><div id="push"></div><script>'
               "document.getElementById('push').innerHTML = '<form method=\"post\" id=\"back\"></form>';"
               f"var form = document.getElementById('back'); form.innerHTML = '{hidden}';"
               f"form.action = '{visit.query.get('back', '').replace(chr(39), '')}'; form.submit();</script></body></html>")
