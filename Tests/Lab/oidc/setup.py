"""Configures a running Glewlwyd by its administration interface: schemes, scopes, clients and users."""

import secrets

from .local import Caller
from .people import ADMIN, ADMIN_PASSWORD, SCOPES, USERS
from .provider import HOST, Provider

# The path of the OpenID Connect plugin below /api.
PLUGIN = "oidc"


def _schemes(provider: Provider):
    yield {"module": "otp", "name": "otp", "display_name": "One-time code", "expiration": 600, "max_use": 0,
           "parameters": {"issuer": HOST, "secret-minimum-size": 16, "otp-length": 6, "hotp-allow": False,
                          "totp-allow": True, "totp-window": 30, "totp-start-offset": 0, "window": 1}}
    # A passkey without an attestation is enough, and nobody must be signed in already.
    yield {"module": "webauthn", "name": "webauthn", "display_name": "Passkey", "expiration": 600, "max_use": 0,
           "parameters": {"session-mandatory": False, "seed": secrets.token_hex(24), "challenge-length": 64,
                          "credential-expiration": 120, "credential-assertion": 120, "rp-origin": provider.url,
                          "pubKey-cred-params": [-7, -35, -36], "force-fmt-none": True, "ctsProfileMatch": -1,
                          "basicIntegrity": -1, "google-root-ca-r2": "", "apple-root-ca": "",
                          "fmt": {"packed": True, "tpm": False, "android-key": False, "android-safetynet": False,
                                  "fido-u2f": True, "apple": False, "none": True}}}


def _plugin(provider: Provider) -> dict:
    return {"module": "oidc", "name": PLUGIN, "display_name": "OpenID Connect",
            "parameters": {"iss": f"{provider.url}/api/{PLUGIN}", "jwt-type": "sha", "jwt-key-size": "256",
                           "key": secrets.token_hex(32), "access-token-duration": 3600,
                           "refresh-token-duration": 1209600, "code-duration": 600, "refresh-token-rolling": False,
                           "allow-non-oidc": False, "auth-type-code-enabled": True, "auth-type-token-enabled": False,
                           "auth-type-id-token-enabled": True, "auth-type-none-enabled": False,
                           "auth-type-password-enabled": False, "auth-type-client-enabled": False,
                           "auth-type-device-enabled": False, "auth-type-refresh-enabled": False,
                           "subject-type": "public", "address-claim": {"type": "no"}, "name-claim": "on-demand",
                           "claims": [{"name": "user", "type": "string", "user-property": "username",
                                       "mandatory": True}]}}


def _scopes():
    for name, scope in SCOPES.items():
        body = {"name": name, "display_name": name, "description": scope.about, "password_required": scope.password,
                "password_max_age": 0}
        if scope.scheme:
            body["scheme"] = {"one": [{"scheme_type": scope.scheme, "scheme_name": scope.scheme}]}
            body["scheme_required"] = {"one": 1}
        yield body


def set_up(provider: Provider, ca_file, clients: dict):
    """clients: the redirect address of each client, by its identifier; its password is its identifier too."""
    admin = Caller(HOST, provider.port, ca_file)
    admin.send("POST", "/api/auth/", {"username": ADMIN, "password": ADMIN_PASSWORD})
    for scheme in _schemes(provider):
        admin.send("POST", "/api/mod/scheme/", scheme)
    admin.send("POST", "/api/mod/plugin/", _plugin(provider))
    for scope in _scopes():
        admin.send("POST", "/api/scope/", scope)
    for name, address in clients.items():
        admin.send("POST", "/api/client/", {
            "client_id": name, "name": f"Client {name}", "confidential": True, "password": name, "enabled": True,
            "redirect_uri": [address], "authorization_type": ["code"], "scope": [],
            "token_endpoint_auth_method": ["client_secret_basic"]})
    for user in USERS:
        admin.send("POST", "/api/user/", {
            "username": user.name, "name": user.name, "password": user.password, "enabled": True,
            "scope": ["openid", "g_profile", user.scope]})
        if user.totp:
            admin.send("POST", f"/api/delegate/{user.name}/profile/scheme/register/", {
                "username": user.name, "scheme_type": "otp", "scheme_name": "otp",
                "value": {"type": "TOTP", "secret": user.totp, "time_step_size": 30}})
        _agree(provider, ca_file, user, clients)


def _agree(provider: Provider, ca_file, user, clients):
    """Agrees as the user to give the clients what they ask for, so that no page asks for it."""
    person = Caller(HOST, provider.port, ca_file)
    person.send("POST", "/api/auth/", {"username": user.name, "password": user.password})
    for name in clients:
        person.send("PUT", f"/api/auth/grant/{name}/", {"scope": user.scope})
