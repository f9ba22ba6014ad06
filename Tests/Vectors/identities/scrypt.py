"""Writes the key of edi.key under scrypt, which openssl(1) does only within 32 MiB of memory: FILE KEY-BITS N."""
import base64
import hashlib
import subprocess
import sys

FILE, BITS, COST = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
SALT, START = bytes(range(16)), bytes(range(16, 32))
OF_AES = {128: "0609608648016503040102", 256: "060960864801650304012a"}


def element(tag, *parts):
    content = b"".join(parts)
    count = len(content)
    length = bytes([count]) if count < 128 else bytes([0x81, count])
    return bytes([tag]) + length + content


def number(value):
    return element(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


derived = hashlib.scrypt(b"geheim", salt=SALT, n=COST, r=8, p=1, maxmem=1 << 30, dklen=BITS // 8)
key = subprocess.run(["openssl", "pkcs8", "-topk8", "-nocrypt", "-in", "edi.key", "-outform", "DER"],
                     capture_output=True, check=True).stdout
sealed = subprocess.run(["openssl", "enc", f"-aes-{BITS}-cbc", "-K", derived.hex(), "-iv", START.hex()],
                        input=key, capture_output=True, check=True).stdout
scrypt = element(0x30, bytes.fromhex("06092b06010401da47040b"), element(0x30, element(4, SALT), number(COST), number(8), number(1)))
aes = element(0x30, bytes.fromhex(OF_AES[BITS]), element(4, START))
both = element(0x30, bytes.fromhex("06092a864886f70d01050d"), element(0x30, scrypt, aes))
text = base64.b64encode(element(0x30, both, element(4, sealed))).decode()
with open(FILE, "w") as file:
    print("-----BEGIN ENCRYPTED PRIVATE KEY-----", *[text[at:at + 64] for at in range(0, len(text), 64)],
          "-----END ENCRYPTED PRIVATE KEY-----", sep="\n", file=file)
