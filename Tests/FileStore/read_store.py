#!/usr/bin/env python3
"""Opens a `fedauth store v1` by FORMAT.md alone: a second reader, to check the first.

usage: read_store.py STORE <passphrase   (one JSON object on standard output)
"""
import hashlib
import hmac
import json
import struct
import sys

try:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
except ImportError:
    sys.exit("read_store.py needs the Python package 'cryptography' (apt install python3-cryptography)")


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


def read(data, passphrase):
    magic, suite, slots, count, store_id, generation, salt, index_bytes, body_bytes = struct.unpack_from(
        ">16sHHI16sQ32sQQ", data
    )
    assert magic == b"fedauth store v1" and suite == 1
    end = 96 + 84 * slots
    checksum, code = data[end : end + 32], data[end + 32 : end + 64]
    assert hashlib.sha256(data[:end]).digest() == checksum, "checksum"
    assert len(data) == end + 64 + body_bytes, "length"
    key = None
    for number in range(slots):
        slot = data[96 + 84 * number : 180 + 84 * number]
        kind, log_n, r, p, slot_salt, nonce, wrapped = struct.unpack(">HHHH16s12s48s", slot)
        if kind != 1:
            continue
        stretched = Scrypt(
            salt=b"fedauth-store-v1/scrypt" + slot_salt, length=32, n=1 << log_n, r=r, p=p
        ).derive(passphrase)
        slot_key = hkdf(stretched, store_id, b"fedauth-store-v1/slot")
        key = AESGCM(slot_key).decrypt(nonce, wrapped, store_id + slot[:36])
        break
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


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        print(json.dumps(read(file.read(), sys.stdin.buffer.read()), indent=2, sort_keys=True, ensure_ascii=False))
