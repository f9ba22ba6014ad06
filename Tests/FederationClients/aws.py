"""Lets aws-adfs sign in by the pages, with a password and with each second factor that it supports."""

import base64
import re
import tempfile
from types import SimpleNamespace

from aws_adfs import _azure_cloud_mfa_authenticator, account_aliases_fetcher, authenticator

ROLE = "arn:aws:iam::123456789012:role/lab-admin"
# The second factors that aws-adfs has an adapter for; the ones of Duo need a browser.
SECOND = ["azure-code", "azure-sms", "azure-push", "azure-poll", "azure-server", "securid", "vip-domain", "vip-symantec",
          "safenet", "silverfort"]

# Tests the sign-in only: sends no request to AWS, and does not sleep between two polls.
account_aliases_fetcher.account_aliases = lambda *_: {}
_azure_cloud_mfa_authenticator.time = SimpleNamespace(sleep=lambda _: None)


def sign_in(lab, farm: str, user: str, password: str):
    with tempfile.TemporaryDirectory() as directory:
        code = next(iter(lab.farm(farm)["answers"].values()), None)
        config = SimpleNamespace(
            adfs_host=lab.farm(farm)["url"].removeprefix("https://"), adfs_cookie_location=f"{directory}/cookies",
            ssl_verification=lab.ca_file, adfs_ca_bundle=lab.ca_file, provider_id=lab.party("aws")["realm"], sspi=False,
            mfa_token_command=None, mfa_token=code, aad_verification_code=code, duo_factor=None, duo_device=None)
        # Pass a copy, because aws-adfs overwrites the memory of the password at the end.
        return authenticator.authenticate(config, user, password.encode().decode())


def content(lab, farm: str):
    roles, assertion, seconds = sign_in(lab, farm, lab.federation["domain"] + "\\ada", lab.password("ada"))
    assert ROLE in roles["123456789012"], roles
    assert seconds == 7200, seconds
    lab.verify(re.search(rb"<Assertion .*</Assertion>", base64.b64decode(assertion), re.S)[0])


def refused(lab):
    """Checks that a wrong password ends the program."""
    try:
        sign_in(lab, "aws", lab.federation["domain"] + "\\ada", "wrong")
    except SystemExit:
        return
    raise AssertionError("a wrong password is taken")


def clients():
    yield "aws-adfs, password", lambda lab: content(lab, "aws")
    yield "aws-adfs, wrong password", refused
    for name in SECOND:
        yield f"aws-adfs, {name}", lambda lab, name=name: content(lab, f"mfa-{name}")
