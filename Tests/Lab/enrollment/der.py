"""Encodes the DER that no library writes: certificates-only PKCS#7, whose order a library would change, and attributes of
EST."""

import base64


def der(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def oid(text: str) -> bytes:
    first, second, *rest = map(int, text.split("."))
    content = bytearray([first * 40 + second])
    for number in rest:
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.append(0x80 | number & 0x7F)
        content += bytes(reversed(groups))
    return der(0x06, bytes(content))


def sequence(*parts: bytes) -> bytes:
    return der(0x30, *parts)


def certificates_only(certificates) -> bytes:
    """Encodes SignedData without a signer (RFC 5652, section 5.1), in this order."""
    signed = sequence(der(0x02, b"\x01"), der(0x31), sequence(oid("1.2.840.113549.1.7.1")),
                      der(0xA0, *certificates), der(0x31))
    return sequence(oid("1.2.840.113549.1.7.2"), der(0xA0, signed))


def attributes(label) -> bytes:
    """Encodes CsrAttrs of RFC 7030, section 4.5.2: the label's requirements for a key, and attributes to ignore."""
    parts = [oid("1.2.840.113549.1.9.7"),       # challengePassword
             der(0x30, oid("1.2.840.113549.1.9.14"), der(0x31, oid("1.3.6.1.1.1.1.22")))]   # macAddress, as in the RFC
    curves = {"p256": "1.2.840.10045.3.1.7", "p384": "1.3.132.0.34"}
    for word, curve in curves.items():
        if label.has(word):
            parts.append(sequence(oid("1.2.840.10045.2.1"), der(0x31, oid(curve))))
    for word, bits in {"rsa3072": 3072, "rsa4096": 4096}.items():
        if label.has(word):
            number = der(0x02, bits.to_bytes(2, "big"))
            parts.append(sequence(oid("1.2.840.113549.1.1.1"), der(0x31, number)))
    if label.has("ed25519"):
        parts.append(oid("1.3.101.112"))
    parts.append(oid("1.2.840.10045.4.3.3" if label.has("p384") else "1.2.840.113549.1.1.11"))
    return sequence(*parts)


def lines(data: bytes, label) -> bytes:
    """Encodes base64 with the line breaks of the label."""
    text = base64.b64encode(data)
    end = b"\r\n" if label.has("crlf") else b"\n"
    if label.has("crlf", "wrapped"):
        return b"".join(text[i:i + 64] + end for i in range(0, len(text), 64))
    return text


def armoured(data: bytes, kind: str) -> bytes:
    text = base64.b64encode(data)
    body = b"".join(text[i:i + 64] + b"\n" for i in range(0, len(text), 64))
    return f"-----BEGIN {kind}-----\n".encode() + body + f"-----END {kind}-----\n".encode()
