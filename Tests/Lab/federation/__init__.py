"""A replacement for AD FS, a relying party, and token exchanges: `lab up --federation`."""
