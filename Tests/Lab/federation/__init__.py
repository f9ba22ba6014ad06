"""A stand-in for AD FS, a relying party, and the exchanges of tokens: `lab up --federation`."""
