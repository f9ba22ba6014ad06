"""Writes SAML metadata for mod_auth_mellon: one pair of files for each service."""

from .scenarios import Scenario

BINDING = {
    "redirect": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
    "post": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
    "artifact": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact",
    "paos": "urn:oasis:names:tc:SAML:2.0:bindings:PAOS",
    "soap": "urn:oasis:names:tc:SAML:2.0:bindings:SOAP",
}
CONSUMER_PATH = {"post": "postResponse", "artifact": "artifactResponse", "paos": "paosResponse"}
PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol"


def consumers(scenario: Scenario):
    """Returns the bindings with which the service accepts a response, the preferred one first."""
    return ["post", "paos"] if scenario.response == "paos" else [scenario.response]


def _descriptor(role: str, entity: str, certificate: str, endpoints: str) -> str:
    return f"""<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{entity}">
  <{role}Descriptor protocolSupportEnumeration="{PROTOCOL}">
    <KeyDescriptor>
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
        <X509Data><X509Certificate>{certificate}</X509Certificate></X509Data>
      </KeyInfo>
    </KeyDescriptor>
{endpoints}
  </{role}Descriptor>
</EntityDescriptor>
"""


def _endpoint(kind: str, binding: str, location: str, more: str = "") -> str:
    return f'    <{kind} Binding="{BINDING[binding]}" Location="{location}"{more}/>'


def service(scenario: Scenario, entity: str, mellon: str, certificate: str) -> str:
    lines = [_endpoint("SingleLogoutService", "redirect", f"{mellon}/logout"),
             "    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</NameIDFormat>"]
    for index, binding in enumerate(consumers(scenario)):
        default = ' isDefault="true"' if index == 0 else ""
        lines.append(_endpoint("AssertionConsumerService", binding,
                               f"{mellon}/{CONSUMER_PATH[binding]}", f' index="{index}"{default}'))
    return _descriptor("SPSSO", entity, certificate, "\n".join(lines))


def identity_provider(scenario: Scenario, entity: str, base: str, certificate: str) -> str:
    sso = f"{base}saml2/idp/SSOService.php"
    lines = [
        _endpoint("ArtifactResolutionService", "soap", f"{base}saml2/idp/ArtifactResolutionService.php", ' index="0"'),
        _endpoint("SingleLogoutService", "redirect", f"{base}saml2/idp/SingleLogoutService.php"),
        "    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</NameIDFormat>",
        _endpoint("SingleSignOnService", scenario.request, sso),
    ]
    if scenario.response == "paos":
        lines.append(_endpoint("SingleSignOnService", "soap", sso))
    return _descriptor("IDPSSO", entity, certificate, "\n".join(lines))
