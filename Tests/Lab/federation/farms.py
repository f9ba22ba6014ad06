"""The farms: one name fs-LABEL.localhost each, with a version of AD FS and what is special about it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Farm:
    label: str
    about: str
    version: str = "2019"           # 2.0, 3.0, 2016, 2019: which pages
    action: str = "relative"        # of the form: relative, absolute
    names: str = "both"             # who is known: both, domain (DOMAIN\user), upn (user@domain)
    strict: bool = False            # a field that comes twice is refused
    kmsi: bool = False              # offers "keep me signed in"
    second: tuple = ()              # names of mfa.py: what follows the password; several: a choice
    home_realms: str = ""           # list, mail: asks where the visitor comes from
    integrated: str = ""            # wia, old (the path of 2.0), stubborn (never shows the form to a listed agent)
    certificate: str = ""           # port, host: where a client certificate is taken
    loop_guard: bool = False        # no more than five tokens in 20 seconds for one session
    initiated: bool = False         # IdpInitiatedSignOn.aspx is switched on
    active: tuple = ("13", "2005")  # versions of WS-Trust that are switched on
    fault: str = ""                 # a key of faults.py: what WS-Trust answers whatever was asked
    metadata: str = "good"          # of WS-Trust: good, plain (http addresses), none (404), broken


FARMS = [
    Farm("plain", "user name and password, then the answer"),
    Farm("three", "AD FS 3.0", version="3.0", action="absolute"),
]


def farm(label: str):
    return next((one for one in FARMS if one.label == label), None)
