"""Kills writers at any moment: acknowledged values must exist, and other values are old or new."""
import threading
import time

from harness import Home, Violation

WRITERS = 4
NAMES = 3


class Writer:
    """Writes and deletes its own entries, and tracks the right answers."""

    def __init__(self, home, number, chance):
        self.home, self.number, self.chance = home, number, chance
        self.right = {f"w{number}/{index}": {None} for index in range(NAMES)}
        self.serial = self.acknowledged = self.killed = 0
        self.touched = None
        self.was_killed = False
        self.problem = None

    def step(self, longest):
        """Does one write, and kills most of them after a random time."""
        name = self.touched = self.chance.choice(list(self.right))
        self.serial += 1
        value = f"{self.number} {self.serial} ".encode() * self.chance.choice((1, 50, 3000))
        deletes = self.right[name] != {None} and self.chance.random() < 0.2
        if deletes:
            value = None
        child = self.home.start("store", *(["delete", name] if deletes else ["put", name]))
        timer = None
        if self.chance.random() < 0.9:
            timer = threading.Timer(self.chance.uniform(0, longest), child.kill)
            timer.start()
        _, errors = child.communicate(value or b"")
        if timer:
            timer.cancel()
        self.was_killed = child.returncode == -9
        if child.returncode == 0:
            self.acknowledged += 1
            self.right[name] = {value}
        elif child.returncode == -9:
            self.killed += 1
            self.right[name] = self.right[name] | {value}
        elif not (deletes and child.returncode == 10 and None in self.right[name]):
            self.problem = f"{name}: status {child.returncode} {errors.decode(errors='replace').strip()}"

    def check(self, names):
        for name in names:
            got = self.home.get(name)
            if got not in self.right[name]:
                raise Violation(
                    f"'{name}' holds {got and got[:20]} instead of {[value and value[:20] for value in self.right[name]]}")
            self.right[name] = {got}


def attack(binary, rounds, chance):
    with Home(binary) as home:
        home.expect("store", "put", "untouched", value=b"from before")
        home.unlock()
        start = time.monotonic()
        for _ in range(5):
            home.expect("store", "put", "untouched", value=b"from before")
        # Four parallel writers wait for one another, so the last moments of a write are late.
        longest = (time.monotonic() - start) / 5 * 2.5
        writers = [Writer(home, number, type(chance)(chance.random())) for number in range(WRITERS)]
        left = 0
        for round_number in range(rounds):
            threads = [threading.Thread(target=writer.step, args=(longest,)) for writer in writers]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            left += bool(home.leftovers())
            # About half of them should be killed, at moments from the first to the last.
            killed = sum(writer.was_killed for writer in writers)
            longest *= 0.93 if killed < WRITERS / 2 else 1.07 if killed > WRITERS / 2 else 1
            for writer in writers:
                if writer.problem:
                    raise Violation(f"round {round_number}: {writer.problem}")
                try:
                    writer.check([writer.touched])
                except Violation as violation:
                    raise Violation(f"round {round_number}: {violation}") from None
        for writer in writers:
            writer.check(list(writer.right))
        if home.get("untouched") != b"from before" or home.run("store", "verify")[0] != 0:
            raise Violation("an untouched entry has changed")
        home.expect("store", "put", "untouched", value=b"at the end")
        if home.leftovers():
            raise Violation(f"a write left {home.leftovers()} of an earlier one")
        killed, kept = (sum(getattr(writer, name) for writer in writers) for name in ("killed", "acknowledged"))
        if rounds >= 20 and not (killed and kept):
            raise Violation(f"nothing was tried: {killed} killed, {kept} acknowledged")
        return (
            f"{rounds} rounds of {WRITERS} writers: {killed} killed, {kept} acknowledged and all there; "
            f"{left} rounds left something behind that the next write removed")
