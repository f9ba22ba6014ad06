#!/usr/bin/env python3
"""Opens a `fedauth store v1` by FORMAT.md alone: a second reader, to check the first.

usage: read_store.py STORE <passphrase
       read_store.py STORE --key-file FILE
       read_store.py STORE --credential FILE

Prints one JSON object.
"""
import argparse
import hashlib
import hmac
import json
import struct
import sys

try:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
except ImportError:
    sys.exit("read_store.py needs the Python package 'cryptography' (apt install python3-cryptography)")

# Types of slots.
PASSPHRASE, KEY_FILE, CREDENTIAL = 1, 2, 3


def hkdf(key, salt, info):
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(key)


def item(payload):
    assert payload[0] == 1, "codec version"
    found, offset = {"attributes": {}, "expires": None}, 1
    texts = {1: "name", 2: "kind", 3: "contentType"}
    times = {4: "created", 5: "modified", 6: "expires", 7: "version"}
    while offset < len(payload):
        tag, length = struct.unpack_from(">BI", payload, offset)
        field = payload[offset + 5 : offset + 5 + length]
        assert len(field) == length, "a field is cut short"
        offset += 5 + length
        if tag in texts:
            found[texts[tag]] = field.decode()
        elif tag in times:
            (found[times[tag]],) = struct.unpack(">q", field)
        elif tag == 8:
            (count,) = struct.unpack_from(">H", field)
            found["attributes"][field[2 : 2 + count].decode()] = field[2 + count :].decode()
        elif tag == 9:
            found["value"] = field.hex()
            assert offset == len(payload), "the value is not last"
        else:
            assert tag >= 128, "unknown field"
    return found


def slot_key(kind, key, store_id, log_n, r, p, salt):
    info = b"fedauth-store-v1/slot"
    if kind != PASSPHRASE:
        return hkdf(key, store_id + salt, info)
    stretched = Scrypt(salt=b"fedauth-store-v1/scrypt" + salt, length=32, n=1 << log_n, r=r, p=p).derive(key)
    return hkdf(stretched, store_id, info)


def data_key(slots, store_id, wanted, offered):
    """Returns the data key of the first slot of type `wanted` that opens."""
    for slot in slots:
        kind, log_n, r, p, salt, nonce, wrapped = struct.unpack(">HHHH16s12s48s", slot)
        if kind != wanted:
            continue
        cipher = AESGCM(slot_key(kind, offered, store_id, log_n, r, p, salt))
        try:
            return cipher.decrypt(nonce, wrapped, store_id + slot[:36])
        except InvalidTag:
            continue
    sys.exit("read_store.py: no slot opens")


def read(data, wanted, offered):
    magic, suite, slots, count, store_id, generation, salt, index_bytes, body_bytes = struct.unpack_from(
        ">16sHHI16sQ32sQQ", data
    )
    assert magic == b"fedauth store v1" and suite == 1
    end = 96 + 84 * slots
    checksum, code = data[end : end + 32], data[end + 32 : end + 64]
    assert hashlib.sha256(data[:end]).digest() == checksum, "checksum"
    assert len(data) == end + 64 + body_bytes, "length"
    key = data_key([data[at : at + 84] for at in range(96, end, 84)], store_id, wanted, offered)
    header_key = hkdf(key, store_id, b"fedauth-store-v1/header")
    assert hmac.digest(header_key, data[: end + 32], "sha256") == code, "code"
    body = AESGCM(hkdf(key, salt, b"fedauth-store-v1/body" + store_id + struct.pack(">Q", generation)))

    def chunk(number, offset, length):
        additional = checksum + struct.pack(">IIB", number, count, number == count)
        return body.decrypt(number.to_bytes(12, "big"), data[offset : offset + length], additional)

    index, place = chunk(0, end + 64, index_bytes), 0
    assert len(index) % 64 == 0
    offset, entries = end + 64 + index_bytes, []
    for number in range(1, count + 1):
        length, sealed = struct.unpack_from(">II", index, place)
        described = item(index[place + 24 : place + 4 + length])
        place += 4 + length
        plain = chunk(number, offset, sealed)
        offset += sealed
        (length,) = struct.unpack_from(">I", plain)
        entry = item(plain[4 : 4 + length])
        assert not any(plain[4 + length :]), "padding"
        assert {**entry, **described} == entry, "index and entry differ"
        entries.append(entry)
    assert offset == len(data)
    return {"storeID": store_id.hex(), "generation": generation, "entries": entries}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("store", metavar="STORE")
    keys = parser.add_mutually_exclusive_group()
    keys.add_argument("--key-file", metavar="FILE")
    keys.add_argument("--credential", metavar="FILE")
    options = parser.parse_args()
    wanted, path = PASSPHRASE, None
    if options.key_file:
        wanted, path = KEY_FILE, options.key_file
    elif options.credential:
        wanted, path = CREDENTIAL, options.credential
    if path:
        with open(path, "rb") as file:
            offered = file.read()
    else:
        offered = sys.stdin.buffer.read()
    with open(options.store, "rb") as file:
        found = read(file.read(), wanted, offered)
    print(json.dumps(found, indent=2, sort_keys=True, ensure_ascii=False))


if __name__ == "__main__":
    main()
