"""The parts of the SAML lab: one idea a file."""
