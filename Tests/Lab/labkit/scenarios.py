"""The identity providers, the users, and one service for each scenario."""

from dataclasses import dataclass

SERVICE_HOST = "sp.localhost"


@dataclass(frozen=True)
class IdentityProvider:
    """A host name of the IdP; each has a sign-in page and its own steps."""

    host: str
    source: str = "stock"           # a key of idp/config/authsources.php
    steps: tuple = ()               # the steps after the password, see saml20-idp-hosted.php
    session_seconds: int = 8 * 3600
    remember: bool = False          # offers "keep me signed in"
    basic: bool = False             # Apache asks for HTTP authentication in front of it
    kerberos: str = ""              # Apache accepts tickets in front of it: only, with Basic, or beside a form


IDENTITY_PROVIDERS = [
    IdentityProvider("idp.localhost"),
    IdentityProvider("idp-twopage.localhost", source="twopage"),
    IdentityProvider("idp-otp.localhost", steps=("code",)),
    IdentityProvider("idp-consent.localhost", steps=("consent",)),
    IdentityProvider("idp-remember.localhost", remember=True),
    IdentityProvider("idp-search.localhost", source="search"),
    IdentityProvider("idp-between.localhost", steps=("between",)),
    IdentityProvider("idp-brief.localhost", session_seconds=20),
    IdentityProvider("idp-script.localhost", source="script"),
    IdentityProvider("idp-hop.localhost", steps=("hop",)),
    IdentityProvider("idp-self.localhost", source="scriptself"),
    IdentityProvider("idp-basic.localhost", basic=True),
    IdentityProvider("idp-password.localhost", source="apache", basic=True),
    IdentityProvider("idp-ticket.localhost", source="apache", kerberos="only"),
    IdentityProvider("idp-negotiate.localhost", source="apache", kerberos="basic"),
    IdentityProvider("idp-spnego.localhost", source="ticket", kerberos="form"),
]


@dataclass(frozen=True)
class User:
    name: str
    password: str
    about: str
    attributes: tuple = ()


USERS = [
    User("ada", "lovelace-1815", "plain password"),
    User("spaces", "  spaces at both ends  ", "two spaces at both ends"),
    User("quotes", "it's \"quoted\" `here` \\ $HOME", "single and double quotes, shell signs"),
    User("signs", "a&b%41+c=d<e>;#?", "signs that forms and addresses escape"),
    User("utf8", "Grüße aus Łódź, Ångström", "letters outside ASCII"),
    User("emoji", "🔑 key, 🚪 door, 👩‍💻", "emoji, one of them joined"),
    User("otto", "one-time-4711", "has the TOTP secret of the one-time code tests"),
    User("mallory", "6666-denied", "the IdP shows a page with status 403", (("status", "banned"),)),
    User("eve", "7777-failed", "the IdP answers with a failed SAML status", (("status", "failed"),)),
]

TOTP_SECRETS = {
    "otto": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    "ada": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
}


@dataclass(frozen=True)
class Scenario:
    """A separate service provider below https://sp.localhost:PORT/NAME/."""

    name: str
    expect: str                     # the required result
    host: str = "idp.localhost"
    user: str = "ada"
    request: str = "redirect"       # binding of the AuthnRequest: redirect, post
    response: str = "post"          # binding of the Response: post, artifact, paos
    start: str = "start"            # path below the service, or an absolute one
    finish: str = "finish"
    protected: str = "protected"
    session_seconds: int = 0        # the service's own session, 0 = as long as the IdP's
    idle_seconds: int = 0
    strict: bool = False            # the protected page requires the finish page's cookie
    outcome: str = "signed-in"      # signed-in, denied, failed, script (needs a user), hop (needs none)


SCENARIOS = [
    Scenario("plain", "request by redirect, response by self-posting form, finish, last cookie"),
    Scenario("post", "the service's own page is a self-posting form with the request", request="post"),
    Scenario("artifact", "the response is an artifact that the service resolves over TLS", response="artifact"),
    Scenario("idp-initiated", "starts at the identity provider, which sends an unrequested response"),
    Scenario("two-page", "user name on one page, password on the next", host="idp-twopage.localhost"),
    Scenario("otp", "a page asks a six-digit code after the password; a wrong one may be repeated",
             host="idp-otp.localhost", user="otto"),
    Scenario("consent", "a page with two forms, yes and no, after the password", host="idp-consent.localhost"),
    Scenario("denied", "the right password, then a page of the IdP with status 403", user="mallory", outcome="denied"),
    Scenario("failed", "the right password, then a Response whose Status is not Success; the service answers 401",
             user="eve", outcome="failed"),
    Scenario("remember", "the sign-in form has unticked checkboxes", host="idp-remember.localhost"),
    Scenario("search", "the page has a search form before the sign-in form", host="idp-search.localhost"),
    Scenario("between", "after the password a page with meta refresh, then one with only a continue button",
             host="idp-between.localhost"),
    Scenario("brief", "after 20 seconds both sessions are over and the password is asked again",
             host="idp-brief.localhost", session_seconds=20),
    Scenario("brief-sso", "after 20 seconds the service's session is over, the IdP's is not: no password asked",
             session_seconds=20),
    Scenario("deep", "the finish page sets a cookie with Path=/deep/app, which the protected page requires",
             protected="app/page", strict=True),
    Scenario("detour", "two pages on the way look like the finish page to a careless comparison",
             strict=True),
    Scenario("sap", "the look-alike of SAP mobile services: launcher, challenges, CSRF, Connections, logout",
             start="SAMLAuthLauncher", finish="SAMLAuthLauncher?finishEndpointParam=someUnusedValue",
             protected="resource", idle_seconds=1200, strict=True),
    Scenario("ecp", "the service answers PAOS, the IdP accepts the request by SOAP with Basic", response="paos"),
    Scenario("logout", "single logout; the old cookies are refused afterwards"),
    Scenario("script", "the IdP's page has no form until JavaScript has run", host="idp-script.localhost",
             outcome="script"),
    Scenario("hop", "after the password a page that only a script submits", host="idp-hop.localhost", outcome="hop"),
    Scenario("script-self", "the same, and the script also fills the form", host="idp-self.localhost",
             outcome="script"),
    Scenario("basic", "the IdP asks for HTTP authentication (Basic) before it shows its form", host="idp-basic.localhost"),
    Scenario("password", "the IdP has no form: HTTP authentication (Basic) is the sign-in", host="idp-password.localhost"),
    Scenario("ticket", "the IdP has no form: a Kerberos ticket is the sign-in", host="idp-ticket.localhost"),
    Scenario("negotiate", "the IdP has no form: it offers Negotiate and Basic", host="idp-negotiate.localhost"),
    Scenario("spnego", "the IdP's form has status 401 and offers Negotiate", host="idp-spnego.localhost"),
]
