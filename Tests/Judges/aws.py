"""aws-adfs signs in by the pages: password, and every second step that it knows."""

import base64
import re
import tempfile
from types import SimpleNamespace

from aws_adfs import _azure_cloud_mfa_authenticator, account_aliases_fetcher, authenticator

ROLE = "arn:aws:iam::123456789012:role/lab-admin"
# What aws-adfs has an adapter for; those of Duo need a browser.
SECOND = ["azure-code", "azure-sms", "azure-push", "azure-poll", "azure-server", "securid", "vip-domain", "vip-symantec",
          "safenet", "silverfort"]

# Only the sign-in is judged: nothing is asked of AWS, and nobody waits between two polls.
account_aliases_fetcher.account_aliases = lambda *_: {}
_azure_cloud_mfa_authenticator.time = SimpleNamespace(sleep=lambda _: None)


def sign_in(lab, farm: str, user: str, password: str):
    with tempfile.TemporaryDirectory() as directory:
        code = next(iter(lab.farm(farm)["answers"].values()), None)
        config = SimpleNamespace(
            adfs_host=lab.farm(farm)["url"].removeprefix("https://"), adfs_cookie_location=f"{directory}/cookies",
            ssl_verification=lab.ca_file, adfs_ca_bundle=lab.ca_file, provider_id=lab.party("aws")["realm"], sspi=False,
            mfa_token_command=None, mfa_token=code, aad_verification_code=code, duo_factor=None, duo_device=None)
        # A copy: aws-adfs overwrites the password's memory when it is done, whoever else uses it.
        return authenticator.authenticate(config, user, password.encode().decode())


def content(lab, farm: str):
    roles, assertion, seconds = sign_in(lab, farm, lab.federation["domain"] + "\\ada", lab.password("ada"))
    assert ROLE in roles["123456789012"], roles
    assert seconds == 7200, seconds
    lab.verify(re.search(rb"<Assertion .*</Assertion>", base64.b64decode(assertion), re.S)[0])


def refused(lab):
    """It ends the program, with the page's own words."""
    try:
        sign_in(lab, "aws", lab.federation["domain"] + "\\ada", "wrong")
    except SystemExit:
        return
    raise AssertionError("a wrong password is taken")


def judges():
    yield "aws-adfs, password", lambda lab: content(lab, "aws")
    yield "aws-adfs, wrong password", refused
    for name in SECOND:
        yield f"aws-adfs, {name}", lambda lab, name=name: content(lab, f"mfa-{name}")
