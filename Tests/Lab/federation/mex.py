"""The metadata of WS-Trust: WSDL with policies, as AD FS returns it at /adfs/services/trust/mex."""

from .visit import page

POLICY = "http://schemas.xmlsoap.org/ws/2004/09/policy"
SECURITY_POLICY = {"13": "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702",
                   "2005": "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy"}
CONTRACT = {"13": "IWSTrust13Async", "2005": "IWSTrustFeb2005Async"}
ACTION = {"13": "http://docs.oasis-open.org/ws-sx/ws-trust/200512/RST/Issue",
          "2005": "http://schemas.xmlsoap.org/ws/2005/02/trust/RST/Issue"}
# Path, policy's token, kind of binding. A careless client may choose Windows transport.
ENDPOINTS = {
    "windowstransport": ("NegotiateAuthentication", "transport"),
    "usernamemixed": ("UserName", "mixed"),
    "certificatemixed": ("Certificate", "mixed"),
}


@page("farm", "/adfs/services/trust/mex")
def metadata(visit):
    kind = visit.farm.metadata
    if kind == "none":
        visit.html("Service Unavailable", "<h2>Service Unavailable</h2><p>HTTP Error 503.</p>", 503)
    elif kind == "broken":
        visit.answer(200, wsdl(visit)[:2000], "text/xml; charset=utf-8")
    else:
        visit.answer(200, wsdl(visit), "text/xml; charset=utf-8")


def names(version: str, endpoint: str):
    """Returns AD FS's names of binding and policy."""
    policy, kind = ENDPOINTS[endpoint]
    short = {"usernamemixed": "UserNameWSTrustBinding", "certificatemixed": "CertificateWSTrustBinding",
             "windowstransport": "WindowsWSTrustBinding"}[endpoint]
    return f"{short}_{CONTRACT[version]}", f"{short}_{CONTRACT[version]}_policy"


def wsdl(visit) -> str:
    endpoints = [(version, endpoint) for version in visit.farm.active for endpoint in ENDPOINTS]
    policies = "".join(policy(version, endpoint) for version, endpoint in endpoints)
    bindings = "".join(binding(version, endpoint) for version, endpoint in endpoints)
    ports = "".join(port(visit, version, endpoint) for version, endpoint in endpoints)
    return f"""<?xml version="1.0" encoding="utf-8"?><wsdl:definitions name="SecurityTokenService" targetNamespace="http://schemas.microsoft.com/ws/2008/06/identity/securitytokenservice" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:wsp="{POLICY}" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:tns="http://schemas.microsoft.com/ws/2008/06/identity/securitytokenservice" xmlns:trust="{ACTION['2005'].removesuffix('/RST/Issue')}" xmlns:wsa10="http://www.w3.org/2005/08/addressing">{policies}{bindings}<wsdl:service name="SecurityTokenService">{ports}</wsdl:service></wsdl:definitions>"""


def policy(version: str, endpoint: str) -> str:
    _, name = names(version, endpoint)
    token, kind = ENDPOINTS[endpoint]
    sp = SECURITY_POLICY[version]
    transport = (f'<sp:TransportBinding xmlns:sp="{sp}"><wsp:Policy><sp:TransportToken><wsp:Policy>'
                 '<sp:HttpsToken RequireClientCertificate="false"/></wsp:Policy></sp:TransportToken>'
                 "<sp:AlgorithmSuite><wsp:Policy><sp:Basic256/></wsp:Policy></sp:AlgorithmSuite>"
                 "<sp:IncludeTimestamp/></wsp:Policy></sp:TransportBinding>")
    if kind == "transport":
        return (f'<wsp:Policy wsu:Id="{name}"><wsp:ExactlyOne><wsp:All><http:{token} '
                f'xmlns:http="http://schemas.microsoft.com/ws/06/2004/policy/http"/>{transport}</wsp:All>'
                "</wsp:ExactlyOne></wsp:Policy>")
    include = f"{sp}/IncludeToken/AlwaysToRecipient"
    inner = "<sp:WssUsernameToken10/>" if token == "UserName" else "<sp:WssX509V3Token10/>"
    kind_of_token = "UsernameToken" if token == "UserName" else "X509Token"
    holder = "SignedEncryptedSupportingTokens" if version == "13" and token == "UserName" else \
        "SignedSupportingTokens" if token == "UserName" else "EndorsingSupportingTokens"
    return (f'<wsp:Policy wsu:Id="{name}"><wsp:ExactlyOne><wsp:All>{transport}'
            f'<sp:{holder} xmlns:sp="{sp}"><wsp:Policy><sp:{kind_of_token} sp:IncludeToken="{include}">'
            f"<wsp:Policy>{inner}</wsp:Policy></sp:{kind_of_token}></wsp:Policy></sp:{holder}>"
            "</wsp:All></wsp:ExactlyOne></wsp:Policy>")


def binding(version: str, endpoint: str) -> str:
    name, policy_name = names(version, endpoint)
    return (f'<wsdl:binding name="{name}" type="tns:{CONTRACT[version]}">'
            f'<wsp:PolicyReference URI="#{policy_name}"/>'
            '<soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>'
            f'<wsdl:operation name="Trust{version}IssueAsync"><soap12:operation soapAction="{ACTION[version]}" '
            'style="document"/></wsdl:operation></wsdl:binding>')


def port(visit, version: str, endpoint: str) -> str:
    name, _ = names(version, endpoint)
    address = visit.context.addresses.trust(visit.farm.label, f"{version}/{endpoint}")
    if visit.farm.metadata == "plain":
        address = address.replace("https://", "http://")
    return (f'<wsdl:port name="{name}" binding="tns:{name}"><soap12:address location="{address}"/>'
            f"<wsa10:EndpointReference><wsa10:Address>{address}</wsa10:Address></wsa10:EndpointReference></wsdl:port>")
