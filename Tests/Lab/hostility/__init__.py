"""Servers that misbehave, one group of manners a file."""
