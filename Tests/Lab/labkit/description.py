"""Writes lab.json and lab.env, which describe the lab for other programs."""

import json
import re

from .addresses import Addresses
from .layout import State
from .scenarios import IDENTITY_PROVIDERS, SCENARIOS, TOTP_SECRETS, USERS


def describe(state: State, addresses: Addresses, pids: dict) -> dict:
    passwords = {user.name: str(state / "passwords" / user.name) for user in USERS}
    sap = f"{addresses.service}/sap"
    return {
        "state": str(state.path),
        "caFile": str(state / "ca.pem"),
        "logDirectory": str(state.served / "log"),
        "idpURL": addresses.identity_provider("idp.localhost"),
        "spURL": addresses.service,
        "idpPort": addresses.idp_port,
        "spPort": addresses.sp_port,
        "ecpURL": addresses.sso("idp.localhost"),
        "logoutURL": next(addresses.logout(s) for s in SCENARIOS if s.name == "logout"),
        "goodbyeURL": addresses.goodbye(),
        "vpn": {"start": addresses.vpn_start(), "finish": addresses.vpn_finish},
        "pid": pids["lab"],
        "apachePid": pids["apache"],
        "serverPids": pids["servers"],
        "idpHosts": [provider.host for provider in IDENTITY_PROVIDERS],
        "users": {user.name: {"about": user.about, "passwordFile": passwords[user.name]} for user in USERS},
        "totp": {name: {"secretFile": str(state / "totp" / name)} for name in TOTP_SECRETS},
        "sap": {
            "backendURL": sap,
            "launcherURL": f"{sap}/SAMLAuthLauncher",
            "resourceURL": f"{sap}/resource",
            "resourceRedirectURL": f"{sap}/resource?challenge=redirect",
            "resourceHeadersURL": f"{sap}/resource?headers=required",
            "stubbornURL": f"{sap}/stubborn",
            "logoutURL": f"{sap}/mobileservices/sessions/logout",
            "connectionsV1URL": f"{sap}/odata/applications/v1/com.example.lab/Connections",
            "connectionsV2URL": f"{sap}/odata/applications/v2/com.example.lab/Connections",
        },
        "scenarios": {scenario.name: {
            "start": addresses.start(scenario),
            "finish": addresses.finish(scenario),
            "protected": addresses.protected(scenario),
            "logout": addresses.logout(scenario),
            "idp": addresses.identity_provider(scenario.host),
            "user": scenario.user,
            "passwordFile": passwords[scenario.user],
            "totpFile": str(state / "totp" / scenario.user) if scenario.name == "otp" else None,
            "outcome": scenario.outcome,
            "expect": scenario.expect,
        } for scenario in SCENARIOS},
    }


def _pairs(lab: dict):
    plain = {"STATE": "state", "CA_FILE": "caFile", "IDP_URL": "idpURL", "SP_URL": "spURL", "ECP_URL": "ecpURL",
             "LOGOUT_URL": "logoutURL", "PID": "pid", "APACHE_PID": "apachePid"}
    for key, name in plain.items():
        yield key, lab[name]
    yield "SAP_BACKEND_URL", lab["sap"]["backendURL"]
    for name, user in lab["users"].items():
        yield f"PASSWORD_FILE_{name.upper()}", user["passwordFile"]
    for name, secret in lab["totp"].items():
        yield f"TOTP_FILE_{name.upper()}", secret["secretFile"]
    for name, scenario in lab["scenarios"].items():
        prefix = name.upper().replace("-", "_")
        for key in ("start", "finish", "protected", "logout", "user"):
            yield f"{prefix}_{key.upper()}", scenario[key]
    yield from _challenge_pairs(lab["challenges"]) if "challenges" in lab else ()
    yield from _federation_pairs(lab["federation"]) if "federation" in lab else ()


def _challenge_pairs(challenges: dict):
    for name, url in challenges["urls"].items():
        yield f"{_screaming(name)}_URL", url
    kerberos, recorded = challenges["kerberos"], challenges["recordedURL"]
    yield from {"KRB5_CONFIG": kerberos["krb5Config"], "KRB5CCNAME": kerberos["cache"], "GIT_URL": challenges["gitURL"],
                "RECORDED_URL": recorded, "GUARDED_RESOURCE_URL": challenges["guarded"]["resourceURL"]}.items()
    for name, identity in challenges["identities"].items():
        for key in ("p12File", "chainFile", "keyFile"):
            yield f"{_screaming(name)}_{_screaming(key)}", identity[key]
    yield "PASSPHRASE_FILE", challenges["identities"]["ada"]["passphraseFile"]


def _federation_pairs(federation: dict):
    for kind, table in (("FARM", federation["farms"]), ("PARTY", federation["parties"])):
        for name, one in table.items():
            for key, value in one.items():
                if key.endswith("URL") or key == "realm":
                    yield f"{kind}_{_screaming(name)}_{_screaming(key)}", value


def _screaming(name: str) -> str:
    """Converts badUnknownCA and server-only to BAD_UNKNOWN_CA and SERVER_ONLY."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).replace("-", "_").upper()


def write(state: State, lab: dict):
    lines = []
    for key, value in _pairs(lab):
        if any(character in str(value) for character in "'\n\\"):
            raise ValueError(f"LAB_{key} is not a simple value")
        lines.append(f"LAB_{key}='{value}'\n")
    for name, text in (("lab.env", "".join(lines)), ("lab.json", json.dumps(lab, indent=2) + "\n")):
        draft = state / (name + ".new")
        draft.write_text(text)
        draft.rename(state / name)
