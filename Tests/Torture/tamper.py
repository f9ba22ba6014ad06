"""Flips bits of a store of three entries, or cuts it: fedauth must name the damage, and never crash or return wrong data.

TamperTests cover every single bit and every cut; this test checks the messages of the program itself.
"""
import hashlib
import shutil

from harness import DAMAGED, WRONG_PASSPHRASE, Home, Violation, in_parallel

VALUES = {"one": b"value of one", "two": b"value of two" * 20, "three": b""}
FIXED_BYTES, SLOT_BYTES, DIGEST_BYTES = 96, 84, 32
WORKERS = 2


def write(home, content):
    with open(home.store, "wb") as file:
        file.write(content)


def attack(binary, rounds, chance):
    step = 1 if rounds >= 500 else 60
    homes = [Home(binary)]
    try:
        for name, value in VALUES.items():
            homes[0].expect("store", "put", name, "--empty", value=value)
        homes[0].unlock()
        # All workers use the same store: one key in the kernel, found by the store's identifier.
        for _ in range(WORKERS - 1):
            homes.append(Home(binary))
            for part in ("data", "state"):
                shutil.copytree(f"{homes[0].path}/{part}", f"{homes[-1].path}/{part}")
        with open(homes[0].store, "rb") as file:
            good = file.read()
        slots = int.from_bytes(good[18:20], "big")
        code = FIXED_BYTES + SLOT_BYTES * slots + DIGEST_BYTES
        index_end = code + DIGEST_BYTES + int.from_bytes(good[80:88], "big")
        flips = [("flip", place, 1 << chance.randrange(8)) for place in range(chance.randrange(step), len(good), step)]
        cuts = [("cut", place, 0) for place in range(chance.randrange(step), len(good), step)]
        counts = {DAMAGED: 0, 0: 0}
        in_parallel(
            WORKERS, flips + cuts, lambda number, case: check_case(homes[number], good, index_end, code, case, counts))
        write(homes[0], good)
        forged = forge_slots(homes[0], good, slots, chance, 4 if step == 1 else 1)
        write(homes[0], good)
        homes[0].expect("store", "verify")
        return (
            f"{len(flips)} flips and {len(cuts)} cuts of {len(good)} bytes, each by verify, list, get: "
            f"{counts[DAMAGED]} answers 14, {counts[0]} right ones of untouched parts; "
            f"{forged} flips of a slot with its checksum put right: 13")
    finally:
        for home in homes:
            home.__exit__()


def check_case(home, good, index_end, code, case, counts):
    kind, place, mask = case
    bad = good[:place] if kind == "cut" else good[:place] + bytes([good[place] ^ mask]) + good[place + 1:]
    write(home, bad)
    where = f"{kind} at {place} by {mask}"
    name = list(VALUES)[place % len(VALUES)]
    # Not every command reads the body; every command reads the header and the index.
    must_fail = kind == "cut" or place < index_end
    for words, right in (
            (("store", "verify"), None), (("store", "list"), listing), (("store", "get", name), VALUES[name])):
        status, output, errors = home.run(*words)
        if status == 0 and not must_fail and right is not None:
            if not (right(output) if callable(right) else right == output):
                raise Violation(f"{where}: '{' '.join(words)}' printed {output[:60]}")
            counts[0] += 1
            continue
        if status != DAMAGED or words[1] == "get" and output:
            raise Violation(f"{where}: '{' '.join(words)}' ended with {status}: {errors.strip()} {output[:60]}")
        if "hint: " not in errors and words[1] != "verify":
            raise Violation(f"{where}: no way on is named: {errors.strip()}")
        counts[DAMAGED] += 1
    if kind == "flip" and code <= place < code + DIGEST_BYTES:
        # The key in the kernel did not match and was dropped.
        write(home, good)
        home.unlock()


def listing(output):
    return sorted(line.split(b"\t")[0].decode() for line in output.splitlines()) == sorted(VALUES)


def forge_slots(home, good, slots, chance, count):
    """Changes salt, nonce and wrapped key; with a repaired checksum, the passphrase is reported as wrong."""
    end = FIXED_BYTES + SLOT_BYTES * slots
    home.expect("store", "lock")
    for _ in range(count):
        bad = bytearray(good)
        bad[FIXED_BYTES + chance.randrange(8, SLOT_BYTES)] ^= 1 << chance.randrange(8)
        bad[end:end + DIGEST_BYTES] = hashlib.sha256(bad[:end]).digest()
        write(home, bytes(bad))
        status, output, errors = home.run("store", "get", "one")
        if status != WRONG_PASSPHRASE or output:
            raise Violation(f"a forged slot gives {status}: {errors.strip()}")
    write(home, good)
    home.unlock()
    return count
