"""Secrets that occur nowhere else, and the places to search for them."""
import base64
import os
import secrets
import string
import urllib.parse


def make():
    """Returns 32 random letters and digits, which can be typed and need no escape in a trace or an environment."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(32))


def disguises(needle):
    """Returns the forms in which the needle could occur: its halves and its encodings."""
    raw = needle.encode()
    forms = {"plain": raw[:16], "its end": raw[16:], "hexadecimal": raw.hex().encode()[:32]}
    for shift in range(3):
        # Base64 of a text within a longer one, without the digits that depend on its neighbours.
        forms[f"base64 at {shift}"] = base64.b64encode(b"\0" * shift + raw)[4:28]
    forms["UTF-16"] = needle.encode("utf-16-le")[:32]
    forms["as a form sends it"] = urllib.parse.quote(needle).encode()[:16]
    return forms


def found(needle, content):
    """Returns the form of the needle in the bytes, or None."""
    return next((form for form, text in disguises(needle).items() if text in content), None)


def pieces(needles, path):
    """Writes the patterns for faults.c: every eight bytes, with flipped bits. Returns the owner of each pattern."""
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
    """Returns the first file below a folder that contains the needle."""
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
