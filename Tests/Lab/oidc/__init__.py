"""Glewlwyd, an OpenID provider whose login is made by scripts, and its relying party. Each file has one topic."""
