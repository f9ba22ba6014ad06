"""Servers that issue certificates to people: a Secure Login Server and EST."""
