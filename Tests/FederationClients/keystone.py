"""Lets keystoneauth1 get a token by WS-Trust and post it to the relying party: cookies without a page."""

from keystoneauth1 import exceptions, session
from keystoneauth1.extras._saml2.v3.adfs import Password


def sign_in(lab, password: str):
    party = lab.party("keystone")
    plugin = Password(
        auth_url=party["startURL"] + "v3", identity_provider="lab", protocol="saml2",
        identity_provider_url=lab.farm("plain")["username13URL"], service_provider_endpoint=party["replyURL"],
        service_provider_entity_id=party["realm"], username=lab.federation["domain"] + "\\ada", password=password)
    return plugin.get_unscoped_auth_ref(session.Session(verify=lab.ca_file))


def content(lab):
    access = sign_in(lab, lab.password("ada"))
    assert access.username == "ada" and access.auth_token == "keystone-of-ada", access


def refused(lab):
    try:
        sign_in(lab, "wrong")
    except exceptions.AuthorizationFailure as error:
        assert "FailedAuthentication" in str(error), error
        return
    raise AssertionError("a wrong password is taken")


def clients():
    yield "keystoneauth1, by a posted token", content
    yield "keystoneauth1, wrong password", refused
