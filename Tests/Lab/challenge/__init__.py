"""The challenge lab: real servers that ask for credentials. Each file has one topic."""
