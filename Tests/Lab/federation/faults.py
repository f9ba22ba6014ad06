"""The faults of WS-Trust: reason, subcode and the namespace of that."""

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
    "password-2.0": Fault("At least one security token in the message could not be validated.", "FailedAuthentication",
                          SECURITY),
    "denied": Fault("MSIS7068: Access denied.", "FailedAuthentication", NAMESPACE["2005"]),
    "request": Fault("MSIS3127: The specified request failed.", "RequestFailed", NAMESPACE["13"]),
    "scope": Fault("ID3082: The request scope is not valid or is unsupported.", "InvalidScope", NAMESPACE["13"]),
}


def body(name: str) -> str:
    fault = FAULTS[name]
    return ("<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode>"
            f'<s:Value xmlns:a="{fault.namespace}">a:{fault.subcode}</s:Value></s:Subcode></s:Code>'
            f'<s:Reason><s:Text xml:lang="en-US">{escape(fault.reason)}</s:Text></s:Reason></s:Fault>')
