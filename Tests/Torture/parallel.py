"""Runs forty writers at once."""
from harness import Home, Violation

WRITERS = 40


def attack(binary, rounds, _chance):
    repeats = 10 if rounds >= 500 else 1
    with Home(binary) as home:
        home.expect("store", "put", "untouched", value=b"x")
        home.unlock()
        for repeat in range(repeats):
            children = {f"{repeat}/{index}": home.start("store", "put", f"{repeat}/{index}") for index in range(WRITERS)}
            for name, child in children.items():
                child.stdin.write(name.encode())
                child.stdin.close()
            for name, child in children.items():
                errors = child.stderr.read().decode(errors="replace").strip()
                if child.wait() != 0:
                    raise Violation(f"'{name}' was refused with {child.returncode}: {errors}")
                child.stdout.close()
                child.stderr.close()
            for name in children:
                if home.get(name) != name.encode():
                    raise Violation(f"'{name}' was acknowledged and is lost")
        return f"{WRITERS * repeats} of {WRITERS * repeats} kept, {WRITERS} at once"
