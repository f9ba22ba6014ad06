"""The federation metadata of a farm: its signing certificates and endpoints."""

from pathlib import Path

from .homerealm import trust
from .visit import page

FEDERATION = "http://docs.oasis-open.org/wsfed/federation/200706"


def _certificate(visit) -> str:
    lines = Path(visit.context.keys["certificate"]).read_text().splitlines()
    return "".join(line for line in lines if not line.startswith("-"))


@page("farm", "/federationmetadata/2007-06/federationmetadata.xml")
def metadata(visit):
    addresses, label = visit.context.addresses, visit.farm.label
    key = ('<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>'
           f"{_certificate(visit)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>")

    def endpoint(name: str, address: str) -> str:
        return (f'<fed:{name}><wsa:EndpointReference xmlns:wsa="http://www.w3.org/2005/08/addressing"><wsa:Address>{address}'
                f"</wsa:Address></wsa:EndpointReference></fed:{name}>")
    visit.answer(200, f"""<?xml version="1.0" encoding="utf-8"?><EntityDescriptor entityID="{trust(label)}" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><RoleDescriptor xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="http://docs.oasis-open.org/ws-sx/ws-trust/200512 http://schemas.xmlsoap.org/ws/2005/02/trust {FEDERATION}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="{FEDERATION}">{key}{endpoint("SecurityTokenServiceEndpoint", addresses.trust(label, "2005/certificatemixed"))}{endpoint("PassiveRequestorEndpoint", addresses.sign_in(label))}</RoleDescriptor><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">{key}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="{addresses.sign_in(label)}"/></IDPSSODescriptor></EntityDescriptor>""", "application/samlmetadata+xml")
