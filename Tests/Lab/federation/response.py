"""Wraps an assertion: RequestSecurityTokenResponse in every known form, and its variants."""

from xml.sax.saxutils import escape

from .assertion import Statement, stamp

NAMESPACE = {"2005": "http://schemas.xmlsoap.org/ws/2005/02/trust",
             "13": "http://docs.oasis-open.org/ws-sx/ws-trust/200512"}
TOKEN_TYPE = {"saml11": "urn:oasis:names:tc:SAML:1.0:assertion", "saml20": "urn:oasis:names:tc:SAML:2.0:assertion",
              "jwt": "urn:ietf:params:oauth:token-type:jwt"}
KEY_TYPE = {"2005": "http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey", "13": NAMESPACE["13"] + "/Bearer"}
UTILITY = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
SECURITY = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
SAML11_PREFIX = b' xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion"'
BOM = "\N{BYTE ORDER MARK}"


def _references(kind: str, assertion: bytes) -> str:
    if kind == "jwt" or b"EncryptedData" in assertion[:200]:
        return ""
    name = b' ID="' if kind == "saml20" else b' AssertionID="'
    identifier = assertion.partition(name)[2].partition(b'"')[0].decode()
    return "".join(
        f'<t:Requested{way}Reference><o:SecurityTokenReference xmlns:o="{SECURITY}"><o:KeyIdentifier '
        'ValueType="http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLID">'
        f"{identifier}</o:KeyIdentifier></o:SecurityTokenReference></t:Requested{way}Reference>"
        for way in ("Attached", "Unattached"))


def wrap(token: bytes, kind: str, what: Statement, trust="2005", collection=False, shape=()) -> str:
    """Returns the complete answer with the unchanged bytes of the token."""
    outer = ""
    if "outer-prefix" in shape and SAML11_PREFIX in token:
        # The assertion's prefix is declared at the root only, so a client that cuts the assertion out must declare it again.
        token, outer = token.replace(SAML11_PREFIX, b"", 1), SAML11_PREFIX.decode()
    text = token.decode()
    inside = f"\n      {text}\n    " if "blanks" in shape else text
    if "two" in shape:
        inside = text + text.replace('AssertionID="_', 'AssertionID="_2').replace(' ID="_', ' ID="_2')
    lifetime = (f'<t:Lifetime><wsu:Created xmlns:wsu="{UTILITY}">{stamp(what.now)}</wsu:Created>'
                f'<wsu:Expires xmlns:wsu="{UTILITY}">{what.until}</wsu:Expires></t:Lifetime>')
    addressing = "http://schemas.xmlsoap.org/ws/2004/08/addressing" if "old-addressing" in shape \
        else "http://www.w3.org/2005/08/addressing"
    applies = ('<wsp:AppliesTo xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy">'
               f'<wsa:EndpointReference xmlns:wsa="{addressing}"><wsa:Address>{escape(what.audience)}</wsa:Address>'
               "</wsa:EndpointReference></wsp:AppliesTo>")
    rest = _references(kind, token) + (f"<t:TokenType>{TOKEN_TYPE[kind]}</t:TokenType>"
                                       f"<t:RequestType>{NAMESPACE[trust]}/Issue</t:RequestType>"
                                       f"<t:KeyType>{KEY_TYPE[trust]}</t:KeyType>")
    if "sparse" in shape:
        lifetime = rest = ""
    declared = "" if collection else f' xmlns:t="{NAMESPACE[trust]}"{outer}'
    one = (f"<t:RequestSecurityTokenResponse{declared}>{lifetime}{applies}"
           f"<t:RequestedSecurityToken>{inside}</t:RequestedSecurityToken>{rest}</t:RequestSecurityTokenResponse>")
    if collection:
        one = (f'<t:RequestSecurityTokenResponseCollection xmlns:t="{NAMESPACE[trust]}"{outer}>{one}'
               "</t:RequestSecurityTokenResponseCollection>")
    if "declaration" in shape:
        one = '<?xml version="1.0" encoding="UTF-8"?>\n' + one
    return BOM * (2 if "two-boms" in shape else "bom" in shape) + one
