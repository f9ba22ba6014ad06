"""The sessions at a farm, named by the cookies MSISAuth and MSISAuth1."""

import secrets
import threading
import time
from dataclasses import dataclass, field


@dataclass
class Session:
    farm: str
    user: str
    method: str = "password"
    second: str = ""                # the adapter that succeeded
    fresh: bool = True              # just signed in: valid for one token of any required age
    since: float = field(default_factory=time.time)
    tokens: list = field(default_factory=list)      # when tokens were issued
    visited: list = field(default_factory=list)     # parties that got a token


class Sessions:
    def __init__(self):
        self.by_key, self.lock = {}, threading.Lock()

    def open(self, farm: str, user: str, method: str = "password") -> str:
        key = secrets.token_urlsafe(48)
        with self.lock:
            self.by_key[key] = Session(farm, user, method)
        return key

    def get(self, farm: str, key):
        session = self.by_key.get(key)
        return session if session and session.farm == farm else None

    def close(self, key):
        with self.lock:
            return self.by_key.pop(key, None)

    def end(self, farm: str) -> int:
        """Closes all sessions of a farm; returns their number."""
        with self.lock:
            keys = [key for key, session in self.by_key.items() if session.farm == farm]
            for key in keys:
                del self.by_key[key]
        return len(keys)
