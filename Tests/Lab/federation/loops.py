"""The loop guard: no more than five tokens in 20 seconds for one session."""

import time

MOST_TOKENS, SECONDS = 5, 20


def too_often(session) -> bool:
    now = time.time()
    session.tokens = [when for when in session.tokens if when > now - SECONDS] + [now]
    return len(session.tokens) > MOST_TOKENS
