"""Lets msal's WS-Trust code read the metadata, request a token, and parse the answer."""

import requests
from msal import mex, wstrust_request

KINDS = {"13": "plain", "2005": "only-2005"}


def session(lab):
    client = requests.Session()
    client.verify = lab.ca_file
    return client


def ask(lab, farm: str, user: str, password: str, realm: str) -> dict:
    client = session(lab)
    endpoint = mex.send_request(lab.farm(farm)["metadataURL"], client)
    assert endpoint, "no endpoint in the metadata"
    return wstrust_request.send_request(user, password, realm, endpoint["address"], endpoint["action"], client)


def content(lab, farm: str, user: str):
    token = ask(lab, farm, lab.federation["domain"] + "\\" + user, lab.password(user), lab.party("bare")["realm"])
    assert token["type"] == "urn:oasis:names:tc:SAML:1.0:assertion", token["type"]
    lab.verify(token["token"])


def fault(lab, farm: str, user: str, password: str, realm: str, reason: str):
    try:
        ask(lab, farm, user, password, realm)
    except RuntimeError as error:
        assert reason in str(error), error
        return
    raise AssertionError("no fault")


def bad_metadata(lab, farm: str, expected):
    try:
        found = mex.send_request(lab.farm(farm)["metadataURL"], session(lab))
    except expected:
        return
    assert not found, f"an endpoint that may not be used: {found}"


def clients():
    for version, farm in KINDS.items():
        # The password of "signs" contains characters that XML must escape.
        for user in ("ada", "signs", "utf8"):
            yield f"msal, WS-Trust {version}, {user}", lambda lab, farm=farm, user=user: content(lab, farm, user)
    yield "msal, wrong password", lambda lab: fault(
        lab, "plain", "LAB\\ada", "wrong", lab.party("bare")["realm"], "ID3242")
    yield "msal, unknown party", lambda lab: fault(lab, "plain", "LAB\\ada", lab.password("ada"), "urn:nobody", "ID3082")
    yield "msal, no metadata", lambda lab: bad_metadata(lab, "passive-only", requests.HTTPError)
    yield "msal, metadata with http", lambda lab: bad_metadata(lab, "downgraded", ())
