"""Writes headers with costs, counts and lengths beyond every limit and with correct checksums; fedauth must reject them before
it allocates memory."""
import hashlib
import os
import resource

from harness import DAMAGED, UNAVAILABLE, WRONG_PASSPHRASE, Home, Violation

FIXED_BYTES, SLOT_BYTES = 96, 84
# More than the program maps to read a header. The lowest cost of a passphrase, 32 MiB, would fit, and no other.
SPARE = 48 << 20


def attack(binary, rounds, chance):
    with Home(binary) as home:
        home.expect("store", "put", "it", value=b"x")
        home.expect("store", "lock")
        with open(home.store, "rb") as file:
            good = file.read()
        os.unlink(home.store)
        space = next(
            size << 20 for size in range(16, 4096, 16)
            if limited(home, ("store", "list"), size << 20)[0] == 0) + SPARE
        usual = limited(home, ("store", "list"), space)[1]
        peak = 0
        cases = list(hostile(good, chance))
        if rounds < 500:
            cases = chance.sample(cases, 16)
        for what, content, size, right in cases:
            with open(home.store, "wb") as file:
                file.write(content)
                file.truncate(size)
            for words in (("store", "get", "it"), ("store", "list"), ("store", "verify"), ("store", "recover")):
                status, used, errors = limited(home, words, space)
                # A repair continues if only the length is wrong, and then has no memory for the passphrase.
                is_tried = words[1] == "recover" and status == 1 and "memory" in errors
                if status not in right and not is_tried:
                    raise Violation(f"{what}: '{' '.join(words)}' ended with {status}: {errors}")
                peak = max(peak, used - usual)
                if peak > SPARE >> 10:
                    raise Violation(f"{what}: '{' '.join(words)}' took {peak} KiB more than usual")
        with open(home.store, "wb") as file:
            file.write(good)
        # The same limits with a valid header: fedauth derives the key, and has no memory for it.
        status, _, errors = limited(home, ("store", "get", "it"), space)
        if status != 1 or "memory" not in errors:
            raise Violation(f"too little memory for the passphrase gives {status}: {errors}")
        home.expect("store", "get", "it")
        return f"{len(cases)} headers refused, with no more than {peak} KiB above the usual, under RLIMIT_AS {space >> 20} MiB"


def limited(home, words, space):
    """Returns the status, the peak memory in KiB, and the errors, with a small RLIMIT_AS and 5 s of RLIMIT_CPU."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (space, space))
        resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
    child = home.start(*words, preexec_fn=limit)
    child.stdin.close()
    errors = child.stderr.read().decode(errors="replace").strip()
    child.stdout.close()
    child.stderr.close()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, usage.ru_maxrss, errors


def hostile(good, chance):
    """Yields a description, the first bytes of the file, its length (the rest is a hole), and the right statuses."""
    def changed(*changes, slots=1):
        head = bytearray(good[:FIXED_BYTES] + good[FIXED_BYTES:FIXED_BYTES + SLOT_BYTES] * slots)
        for place, count, number in changes:
            head[place:place + count] = number.to_bytes(count, "big")
        rest = good[FIXED_BYTES + SLOT_BYTES + 32:]
        return bytes(head) + hashlib.sha256(head).digest() + rest

    refused = (DAMAGED,)
    for cost in (0, 1, 14, 21, 22, 31, 32, 40, 62, 63, 64, 65535):
        yield f"log2 N {cost}", changed((98, 2, cost)), len(good), refused
    for size in (0, 1, 7, 9, 64, 65535):
        yield f"r {size}", changed((100, 2, size)), len(good), refused
    for lanes in (0, 5, 64, 65535):
        yield f"p {lanes}", changed((102, 2, lanes)), len(good), refused
    for count in (0, 2, 16, 17, 255, 65535):
        yield f"{count} slots announced", changed((18, 2, count)), len(good), refused
    dear = changed((18, 2, 16), *[(FIXED_BYTES + 84 * i + 2, 2, 20) for i in range(16)], slots=16)
    yield "16 slots of the highest cost", dear, len(good) + 84 * 15, refused
    for count in (65537, 1 << 31, (1 << 32) - 1):
        yield f"{count} entries", changed((20, 4, count)), len(good), refused
    for length in (0, 1, (64 << 20) + 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1):
        yield f"an index of {length} bytes", changed((80, 8, length)), len(good), refused
    for length in (0, 1, 256 << 20, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1):
        yield f"a body of {length} bytes", changed((88, 8, length)), len(good), refused
    huge = 1 << 40
    yield "a body of 1 TiB that is there", changed((88, 8, huge)), huge + 244, refused
    # Slots of an unknown type are skipped, because a newer fedauth may support them.
    yield "only a slot of an unknown type", changed((96, 2, 9)), len(good), (UNAVAILABLE,)
    for kind in (2, 3):
        yield f"a passphrase's slot as one of type {kind}", changed((96, 2, kind)), len(good), (WRONG_PASSPHRASE,)
    yield "an unknown suite", changed((16, 2, 9)), len(good), (UNAVAILABLE,)
    for _ in range(20):
        noise = b"fedauth store v1" + chance.randbytes(chance.randrange(600))
        yield "noise", noise, len(noise), (*refused, UNAVAILABLE)
    yield "nothing", b"", 0, refused
