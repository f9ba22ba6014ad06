"""The farms: each has a name fs-LABEL.localhost, a version of AD FS, and its special behaviour."""

from dataclasses import dataclass

from .adapters import ADAPTERS
from .faults import FAULTS


@dataclass(frozen=True)
class Farm:
    label: str
    about: str
    version: str = "2019"           # 2.0, 3.0, 2016, 2019: which pages
    action: str = "relative"        # of the form: relative, absolute
    names: str = "both"             # accepted user names: both, domain (DOMAIN\user), upn (user@domain), list (of domains)
    strict: bool = False            # refuses a duplicate field
    kmsi: bool = False              # offers "keep me signed in"
    second: tuple = ()              # names of adapters.py for the steps after the password; several: a choice
    home_realms: str = ""           # list, mail: asks for the home realm
    integrated: str = ""            # wia, old: the path
    certificate: str = ""           # port, host: the place that takes a client certificate
    loop_guard: bool = False        # no more than five tokens in 20 seconds for one session
    initiated: bool = False         # IdpInitiatedSignOn.aspx is enabled
    active: tuple = ("13", "2005")  # the enabled versions of WS-Trust
    fault: str = ""                 # a key of faults.py: the fault that WS-Trust always returns
    strays: bool = False            # the answer's form leads to a party that did not ask for it
    metadata: str = "good"          # of WS-Trust: good, plain (http addresses), none (404), broken


FARMS = [
    Farm("plain", "user name and password, then the answer; the partner of the farms with home-realm discovery"),
    Farm("two", "AD FS 2.0: a web form with hidden fields and a button", version="2.0"),
    Farm("two-domains", "AD FS 2.0: the web form has a list of domains", version="2.0", names="list"),
    Farm("three", "AD FS 3.0: the form's action is absolute", version="3.0", action="absolute"),
    Farm("four", "AD FS 2016", version="2016"),
    Farm("strict", "AD FS 2019: a field that is sent twice is refused", strict=True),
    Farm("domain", "accepts only DOMAIN\\user", names="domain"),
    Farm("upn", "accepts only user@domain", names="upn"),
    Farm("kmsi", "offers to keep the user signed in", kmsi=True),
    Farm("kmsi-too", "the same, for checks whose requests must not be among those that other checks count", kmsi=True),
    Farm("homes", "asks for the home realm by a list", home_realms="list"),
    Farm("homes-mail", "asks for the home realm by mail address", home_realms="mail"),
    Farm("guard", "guards against loops", loop_guard=True),
    Farm("strays", "the answer's form leads to a party that did not send the request", strays=True),
    Farm("aws", "the sign-on that starts at the identity provider is on", initiated=True, strict=True),
    Farm("windows", "integrated authentication at /adfs/ls/wia", integrated="wia"),
    Farm("windows-old", "integrated authentication at /adfs/ls/auth/integrated/", integrated="old"),
    Farm("card", "asks for a client certificate on another port", certificate="port"),
    Farm("card-host", "asks for a client certificate at the name certauth.*", certificate="host"),
    Farm("choice", "a choice of three second steps", second=("azure-named", "securid2", "oath")),
    *(Farm(f"mfa-{name}", f"second step: {one.about}", second=(name,), strict=True, initiated=True)
      for name, one in ADAPTERS.items()),
    Farm("only-2005", "WS-Trust of 2005 only", active=("2005",)),
    Farm("passive-only", "WS-Trust is switched off: 503", active=(), metadata="none"),
    Farm("downgraded", "its WS-Trust metadata names http addresses", metadata="plain"),
    Farm("cut", "its WS-Trust metadata is truncated", metadata="broken"),
    *(Farm(f"fault-{name}", f"WS-Trust always answers: {one.reason}", fault=name) for name, one in FAULTS.items()),
]


def farm(label: str):
    return next((one for one in FARMS if one.label == label), None)
