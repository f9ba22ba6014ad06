"""The parts of the SAML lab. Each file has one topic."""
