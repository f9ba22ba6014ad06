"""Servers that misbehave. Each file has one group of behaviours."""
