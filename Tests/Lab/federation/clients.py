"""The clients of the authorization servers."""

# The second one contains characters that Basic must encode (RFC 6749 section 2.3.1).
CLIENTS = {"lab-client": "1815-client-secret", "odd client": "s:e%c+r&t ü"}
