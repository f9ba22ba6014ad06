"""The faults of WS-Trust: reason, subcode and the namespace of the subcode."""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from .response import NAMESPACE, SECURITY


@dataclass(frozen=True)
class Fault:
    reason: str
    subcode: str
    namespace: str


FAULTS = {
    "password": Fault("ID3242: The security token could not be authenticated or authorized.", "FailedAuthentication",
                      SECURITY),
    "password-old": Fault("At least one security token in the message could not be validated.", "FailedAuthentication",
                          SECURITY),
    "denied": Fault("MSIS7068: Access denied.", "FailedAuthentication", NAMESPACE["2005"]),
    "request": Fault("MSIS3127: The specified request failed.", "RequestFailed", NAMESPACE["13"]),
    "security": Fault("An error occurred when verifying security for the message.", "InvalidSecurity", SECURITY),
    "destination": Fault("The message could not be processed at this address.", "DestinationUnreachable",
                         "http://www.w3.org/2005/08/addressing"),
    "scope": Fault("ID3082: The request scope is not valid or is unsupported.", "InvalidScope", NAMESPACE["13"]),
}


def body(name: str) -> str:
    fault = FAULTS[name]
    return ("<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode>"
            f'<s:Value xmlns:a="{fault.namespace}">a:{fault.subcode}</s:Value></s:Subcode></s:Code>'
            f'<s:Reason><s:Text xml:lang="en-US">{escape(fault.reason)}</s:Text></s:Reason></s:Fault>')


# A fault instead of a token, in a passive answer: subcode, reason, detail.
PASSIVE = {"bad": ("BadRequest", "The specified request is not valid.", ""),
           "cancelled": ("BadRequest", "The request was cancelled.", "USER_CANCEL")}


def passive(name: str) -> str:
    subcode, reason, detail = PASSIVE[name]
    detail = f"<s:Detail>{detail}</s:Detail>" if detail else ""
    return ('<s:Fault xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Code><s:Value>s:Sender</s:Value><s:Subcode>'
            f'<s:Value xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706">fed:{subcode}</s:Value></s:Subcode>'
            f'</s:Code><s:Reason><s:Text xml:lang="en-US">{reason}</s:Text></s:Reason>{detail}</s:Fault>')
