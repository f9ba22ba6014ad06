"""The lab of challenges: real servers that ask for credentials, one idea a file."""
