"""Servers that issue client certificates: a Secure Login Server and EST."""
