"""Fills a state directory with all files of the servers."""

import base64
import hashlib
import json
import os
import secrets
import shutil
import subprocess
from pathlib import Path

from . import certificates, metadata
from .addresses import Addresses
from .apache import configuration
from .layout import HOME, MARKER, State, cache
from .scenarios import IDENTITY_PROVIDERS, SCENARIOS, SERVICE_HOST, TOTP_SECRETS, USERS

# The parts of SimpleSAMLphp that a sign-in uses; the copy omits the rest.
PARTS = ["lib", "www", "vendor", "templates", "dictionaries", "schemas"]
STOCK_MODULES = ["core", "saml", "authorize", "consent", "exampleauth", "adfs"]


def _private(path: Path, text: str):
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode())


def _copy_software(served: Path):
    source, target = cache() / "simplesamlphp", served / "simplesamlphp"
    (target / "modules").mkdir(parents=True)
    wanted = [source / part for part in PARTS]
    modules = [source / "modules" / name for name in STOCK_MODULES]
    subprocess.run(["cp", "-R", "--reflink=auto", *map(str, wanted), str(target)], check=True)
    subprocess.run(["cp", "-R", "--reflink=auto", *map(str, modules), str(target / "modules")], check=True)
    shutil.copytree(HOME / "idp" / "module", target / "modules" / "lab")
    shutil.copytree(HOME / "idp" / "config", served / "idp" / "config")
    shutil.copytree(HOME / "sp", served / "sp")
    users = ((user.name, base64.b64encode(hashlib.sha1(user.password.encode()).digest()).decode()) for user in USERS)
    (served / "idp" / "basic").write_text("".join(f"{name}:{{SHA}}{digest}\n" for name, digest in users))


def _settings(addresses: Addresses, saml_certificate: str):
    """Returns the settings of the PHP code as JSON."""
    services = {}
    for scenario in SCENARIOS:
        mellon = addresses.mellon(scenario)
        services[addresses.sp_entity(scenario)] = {
            "name": scenario.name,
            "certificate": saml_certificate,
            "logout": f"{mellon}/logout",
            "consumers": [{"binding": metadata.BINDING[binding], "index": index,
                           "location": f"{mellon}/{metadata.CONSUMER_PATH[binding]}"}
                          for index, binding in enumerate(metadata.consumers(scenario))],
        }
    services[addresses.vpn_entity] = {
        "name": "vpn",
        "certificate": saml_certificate,
        "logout": addresses.goodbye(),
        "consumers": [{"binding": metadata.BINDING["post"], "index": 0, "location": addresses.vpn_finish}],
    }
    return {
        "idp_port": addresses.idp_port,
        "service": addresses.service,
        "secret": secrets.token_hex(32),
        "users": {user.name: {"password": user.password, "attributes": {k: [v] for k, v in user.attributes}}
                  for user in USERS},
        "totp": TOTP_SECRETS,
        "strict": [scenario.name for scenario in SCENARIOS if scenario.strict],
        "providers": {provider.host: {
            "entity": addresses.idp_entity(provider.host), "source": provider.source,
            "steps": list(provider.steps), "session": provider.session_seconds,
            "remember": provider.remember} for provider in IDENTITY_PROVIDERS},
        "services": services,
    }


def _mellon_files(served: Path, addresses: Addresses, idp_certificate: str, sp_certificate: str):
    for scenario in SCENARIOS:
        (served / "mellon" / f"{scenario.name}-sp.xml").write_text(metadata.service(
            scenario, addresses.sp_entity(scenario), addresses.mellon(scenario), sp_certificate))
        (served / "mellon" / f"{scenario.name}-idp.xml").write_text(metadata.identity_provider(
            scenario, addresses.idp_entity(scenario.host), addresses.idp_base(scenario.host), idp_certificate))


def _secrets_for_people(state: State):
    for directory in ("passwords", "totp"):
        (state / directory).mkdir(mode=0o700)
    for user in USERS:
        _private(state / "passwords" / user.name, user.password)
    for name, secret in TOTP_SECRETS.items():
        _private(state / "totp" / name, secret)


def build(state: State, addresses: Addresses):
    served = state.served
    state.path.mkdir(mode=0o711, parents=True, exist_ok=True)
    state.path.chmod(0o711)
    (state / MARKER).touch()
    for directory in ("log", "run", "mellon", "tls", "idp/cert", "idp/data"):
        (served / directory).mkdir(parents=True)
    _copy_software(served)
    authority = certificates.Authority(state / "ca")
    for name, hosts in (("idp", [provider.host for provider in IDENTITY_PROVIDERS]), ("sp", [SERVICE_HOST])):
        for file in authority.issue(name, hosts):
            shutil.move(file, served / "tls" / file.name)
    shutil.copy(authority.certificate, state / "ca.pem")
    shutil.copy(authority.certificate, served / "ca-bundle.pem")
    idp_certificate, _ = certificates.self_signed(served / "idp" / "cert", "saml-idp", "idp.localhost", rsa=True)
    sp_certificate, _ = certificates.self_signed(served / "mellon", "saml-sp", SERVICE_HOST, rsa=True)
    idp_body, sp_body = map(certificates.body, (idp_certificate, sp_certificate))
    _mellon_files(served, addresses, idp_body, sp_body)
    _private(served / "settings.json", json.dumps(_settings(addresses, sp_body), ensure_ascii=False))
    (served / "apache.conf").write_text(configuration(addresses, served))
    _secrets_for_people(state)
