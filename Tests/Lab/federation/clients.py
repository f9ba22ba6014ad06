"""Who may ask the authorization servers for a token."""

# Signs that Basic has to encode (RFC 6749 section 2.3.1) are in the second.
CLIENTS = {"lab-client": "client-secret-1815", "odd client": "s:e%c+r&t ü"}
