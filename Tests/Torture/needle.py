"""Secrets that occur nowhere else, and where they are sought."""
import base64
import os
import secrets
import string
import urllib.parse


def make():
    """32 random letters and digits: they can be typed, and stand as they are in a trace and an environment."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(32))


def disguises(needle):
    """The needle as it might be written down: its halves, and what encodings make of it."""
    raw = needle.encode()
    forms = {"plain": raw[:16], "its end": raw[16:], "hexadecimal": raw.hex().encode()[:32]}
    for shift in range(3):
        # Base64 of a text within another: what does not depend on its neighbours.
        forms[f"base64 at {shift}"] = base64.b64encode(b"\0" * shift + raw)[4:28]
    forms["UTF-16"] = needle.encode("utf-16-le")[:32]
    forms["as a form sends it"] = urllib.parse.quote(needle).encode()[:16]
    return forms


def found(needle, content):
    """How the needle stands in the bytes; None when it does not."""
    return next((form for form, text in disguises(needle).items() if text in content), None)


def pieces(needles, path):
    """Writes what faults.c looks for: every eight bytes, flipped. Returns which piece is whose."""
    owners = []
    with open(path, "wb") as file:
        for name, needle in needles.items():
            forms = [needle.encode(), base64.b64encode(needle.encode())]
            for form, content in zip(("", " in base64"), forms):
                for start in range(0, len(content) - 7, 8):
                    file.write(bytes(byte ^ 0xFF for byte in content[start:start + 8]))
                    owners.append(f"{name}{form}, bytes {start} to {start + 7}")
    return owners


def in_files(needle, folder, but=()):
    """The first file below a folder that holds the needle."""
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            if path in but or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                form = found(needle, file.read())
            if form:
                return f"{path}, {form}"
    return None
