"""The lines of the table of goals, which of them fail, and how they are shown."""
import re

from reasons import REASONS

# A line that is worse than its goal, or than the figure of its reason, by more than this fails the run.
TOLERANCE = 1.1
HEAD = ["measure", "peer", "fedauth", "ratio", "goal", "met"]


class Line:
    """A line of the table. A ratio has a goal as a number; other values have a goal in words.

    `fastest` is the ratio, or the value in the goal's unit, of the fastest quarter of the runs. It decides on failure where
    the median is worse: other work on the machine adds to every run, but least to the fastest.
    """

    def __init__(self, measure, peer, fedauth, goal, fastest=None, ratio=None, limit=None):
        self.measure, self.peer, self.fedauth, self.goal = measure, peer, fedauth, goal
        self.fastest, self.ratio, self.limit = fastest, ratio, limit
        self.met = ratio <= limit if limit is not None else is_met(goal, fedauth)

    @property
    def reason(self):
        """What stands in the way of the goal; None for a line that meets it, and where no reason is known."""
        if self.met:
            return None
        name = self.peer.partition(":")[0]
        return REASONS.get((self.measure, name)) or REASONS.get((self.measure, ""))

    @property
    def is_failure(self):
        """Whether the line is worse than its goal, or than the figure of its reason, by more than a tenth."""
        if self.met:
            return False
        limits, values = [self.limit], [self.ratio]
        if self.ratio is None:
            limits, values = numbers(self.goal), numbers(self.fedauth)
            if not self.goal.startswith("<=") or len(limits) > len(values):
                return True
        if self.reason:
            limits[0] = self.reason.figure
        if self.fastest is not None:
            values[0] = min(values[0], self.fastest)
        # The figure of a reason that has several, such as time and memory, is for the first.
        if self.reason:
            limits = limits[:1]
        return any(value > limit * TOLERANCE for limit, value in zip(limits, values))

    def columns(self):
        return [self.measure, self.peer, self.fedauth, "" if self.ratio is None else f"{self.ratio:.2f}", self.goal,
                "yes" if self.met else "no"]

    def why(self):
        """Returns the reason as a sentence; empty for a line that meets its goal."""
        if self.met:
            return ""
        name = self.peer.partition(":")[0]
        title = f"{self.measure} ({name})" if self.ratio is not None and name else self.measure
        reason = self.reason
        return f"{title}: {reason.text if reason else 'no reason is known.'}"


def numbers(text):
    return [float(number) for number in re.findall(r"[0-9]+(?:\.[0-9]+)?", text)]


def is_met(goal, value):
    """Compares `<= 10 ms, 40 MiB` with `7.1 ms, 33 MiB`, `all` with `7 of 7`, and `5 of 5` with the same."""
    counts = re.search(r"(\d+) of (\d+)", value)
    if goal.startswith("all"):
        return counts[1] == counts[2] if counts else "NOT MET" not in value
    if goal.startswith("<="):
        return "NOT MET" not in value and all(own <= limit for limit, own in zip(numbers(goal), numbers(value)))
    if " to " in goal:
        return bool(counts) and counts[1] == counts[2]
    return value == goal


def compared(name, ours, peer, limit, what="median", unit="ms"):
    """Returns the line for the ratio of two rows."""
    own, other = getattr(ours, what), getattr(peer, what)
    counts = [row.instructions() for row in (peer, ours)]
    texts = [f"{value:.1f} {unit}" + (f", {count} M instr." if count else "") for value, count in zip((other, own), counts)]
    fastest = None
    if what == "median":
        fastest = min(ours.fastest / peer.fastest, ours.processor_median / max(peer.processor_median, 0.1))
    return Line(name, f"{peer.name.partition(': ')[2]}: {texts[0]}", texts[1], f"<= {limit}", fastest, own / other, limit)


def show(lines):
    """Prints the table, and why goals are missed."""
    rows = [HEAD] + [line.columns() for line in lines]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())
    print()
    for line in lines:
        if line.why():
            print("- " + line.why())
