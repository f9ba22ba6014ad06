"""SOAP 1.2 envelopes with addressing and a time stamp."""

import time
from xml.sax.saxutils import escape

from .assertion import stamp
from .response import SECURITY, UTILITY

SOAP = "http://www.w3.org/2003/05/soap-envelope"
ADDRESSING = "http://www.w3.org/2005/08/addressing"
FAULT = "http://www.w3.org/2005/08/addressing/soap/fault"
CONTENT = "application/soap+xml; charset=utf-8"


def envelope(action: str, body: str, related: str = "") -> str:
    relates = f"<a:RelatesTo>{escape(related)}</a:RelatesTo>" if related else ""
    now = time.time()
    return (f'<s:Envelope xmlns:s="{SOAP}" xmlns:a="{ADDRESSING}" xmlns:u="{UTILITY}"><s:Header>'
            f'<a:Action s:mustUnderstand="1">{action}</a:Action>{relates}'
            f'<o:Security s:mustUnderstand="1" xmlns:o="{SECURITY}"><u:Timestamp u:Id="_0">'
            f"<u:Created>{stamp(now)}</u:Created><u:Expires>{stamp(now + 300)}</u:Expires></u:Timestamp></o:Security>"
            f'</s:Header><s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{body}</s:Body></s:Envelope>')
