#!/usr/bin/env python3
"""Reads a `fedauth store export` by EXPORT.md alone: a second reader, to check the first.

usage: read_export.py EXPORT [<passphrase]   (standard input is read for a sealed export only)

Prints the entries as a JSON list, each with all members and its value in base64.
"""
import base64
import hashlib
import json
import sys

try:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
except ImportError:
    sys.exit("read_export.py needs the Python package 'cryptography' (apt install python3-cryptography)")


def unique(pairs):
    """Returns an object; rejects duplicate names."""
    found = dict(pairs)
    assert len(found) == len(pairs), "a name is there twice"
    return found


def parse(text):
    return json.loads(text.decode("utf-8"), object_pairs_hook=unique)


def cipher(sealed, passphrase):
    assert sealed["kdf"] == "scrypt" and sealed["cipher"] == "AES-256-GCM"
    assert 15 <= sealed["logN"] <= 20 and sealed["r"] == 8 and 1 <= sealed["p"] <= 4, "cost"
    salt = base64.b64decode(sealed["salt"], validate=True)
    assert len(salt) == 16, "salt"
    stretched = Scrypt(
        salt=b"fedauth-export-v1/scrypt" + salt, length=32, n=1 << sealed["logN"], r=sealed["r"], p=sealed["p"]
    ).derive(passphrase)
    return AESGCM(HKDF(algorithm=SHA256(), length=32, salt=salt, info=b"fedauth-export-v1/key").derive(stretched))


def opened(lines, header, passphrase):
    """Returns the texts of the entries; opens the check line and omits it."""
    key = cipher(header["sealed"], passphrase)
    digest = hashlib.sha256(lines[0]).digest()
    texts = []
    for number, line in enumerate(lines[1:]):
        sealed = base64.b64decode(parse(line)["sealed"], validate=True)
        try:
            text = key.decrypt(number.to_bytes(12, "big"), sealed, digest + number.to_bytes(4, "big"))
        except InvalidTag:
            sys.exit(f"read_export.py: line {number + 2} does not open" if number else "read_export.py: wrong passphrase")
        assert len(text) % 64 == 0, "padding"
        texts.append(text)
    assert parse(texts[0]) == {}, "check line"
    return texts[1:]


def entry(text):
    found = parse(text)
    value = base64.b64decode(found["valueBase64"]) if "valueBase64" in found else found["value"].encode()
    created = found.get("created")
    return {
        "name": found["name"],
        "kind": found.get("kind", "secret"),
        "contentType": found.get("contentType", "application/octet-stream"),
        "attributes": found.get("attributes", {}),
        "created": created,
        "modified": None if created is None else found.get("modified", created),
        "expires": found.get("expires"),
        "version": 1 if created is None else found.get("version", 1),
        "valueBase64": base64.b64encode(value).decode(),
    }


def read(data, passphrase):
    """Calls `passphrase` only for a sealed export."""
    lines = data.removesuffix(b"\n").split(b"\n")
    header = parse(lines[0])
    assert header["format"] == "fedauth store export" and header["version"] == 1
    is_sealed = header.get("sealed") is not None
    assert len(lines) == 1 + is_sealed + header["entries"], "number of lines"
    texts = opened(lines, header, passphrase()) if is_sealed else lines[1:]
    entries = [entry(text) for text in texts]
    assert len({each["name"] for each in entries}) == len(entries), "a name is there twice"
    return entries


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        print(json.dumps(read(file.read(), sys.stdin.buffer.read), indent=2, sort_keys=True, ensure_ascii=False))
