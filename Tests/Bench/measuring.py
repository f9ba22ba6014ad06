"""Runs a program and measures its time, memory and number of instructions."""
import os
import pty
import resource
import select
import shutil
import statistics
import subprocess
import tempfile
import time


class Row:
    """One line of the table: a command, its input, and the preparation before each run."""

    def __init__(self, name, words, environment, content=b"", before=None, typed=None, share=1, counted=False, status=0):
        self.name, self.words, self.environment, self.content = name, words, environment, content
        self.before, self.typed, self.share, self.counted = before, typed, share, counted
        self.status, self.times, self.processor_times, self.own_instructions = status, [], [], None

    def run(self, prefix=()):
        """Runs the command once. Returns the time in milliseconds and the output."""
        if self.before:
            self.before()
        used = processor_milliseconds()
        start = time.perf_counter()
        if self.typed is None:
            result = subprocess.run(
                [*prefix, *self.words], input=self.content, env=self.environment, capture_output=True, check=False)
            status, output = result.returncode, result.stdout + result.stderr
        else:
            status, output = on_terminal([*prefix, *self.words], self.environment, self.typed)
        spent = (time.perf_counter() - start) * 1000
        self.processor_times.append(processor_milliseconds() - used)
        if status != self.status:
            raise SystemExit(f"'{' '.join(self.words)}' ended with {status}: {output[-300:].decode(errors='replace')}")
        return spent

    @property
    def median(self):
        return statistics.median(self.times)

    @property
    def fastest(self):
        """Returns the time that a quarter of the runs did not exceed: other work delays them least."""
        return sorted(self.times)[len(self.times) // 4]

    @property
    def processor_median(self):
        """Returns the processor time of the command and its children, in milliseconds."""
        return statistics.median(self.processor_times)

    @property
    def p95(self):
        return sorted(self.times)[max(0, round(len(self.times) * 0.95) - 1)]

    def peak_kilobytes(self):
        """Returns the peak of the resident memory, as time(1) reports it."""
        with tempfile.NamedTemporaryFile() as out:
            self.run(["/usr/bin/time", "-q", "-f", "%M", "-o", out.name])
            return int(out.read().split()[-1])

    def instructions(self):
        """Returns the millions of instructions that valgrind counts, as text. They do not depend on the load of the machine."""
        if not self.counted or not shutil.which("valgrind"):
            return ""
        if self.own_instructions is None:
            self.own_instructions = self.count_instructions()
        return self.own_instructions

    def count_instructions(self):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *self.words]
        result = subprocess.run(command, input=self.content, env=self.environment, capture_output=True, check=False)
        for line in result.stderr.decode(errors="replace").splitlines():
            if "Collected" in line:
                return f"{int(line.split(':')[1]) / 1e6:.1f}"
        return ""


class Call:
    """A row for a function of this program."""

    share = 1

    def __init__(self, name, function):
        self.name, self.function, self.times = name, function, []

    def run(self):
        start = time.perf_counter()
        self.function()
        return (time.perf_counter() - start) * 1000

    @property
    def median(self):
        return statistics.median(self.times)


def processor_milliseconds():
    """Returns the processor time of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1000


def on_terminal(words, environment, typed):
    """Runs a program on its own terminal and answers its question."""
    child, main = pty.fork()
    if child == 0:
        try:
            os.execvpe(words[0], words, environment)
        finally:
            os._exit(127)
    output, answered = b"", False
    while True:
        try:
            if not select.select([main], [], [], 60)[0]:
                break
            chunk = os.read(main, 4096)
        except OSError:
            break
        if not chunk:
            break
        output += chunk
        if not answered and b":" in output:
            os.write(main, typed)
            answered = True
    os.close(main)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output


def measure(rows, rounds):
    """Runs the rows in turn, so that the load of the machine affects all of them equally. A row with a share of n runs in every
    n-th round only."""
    for number in range(rounds):
        for row in rows:
            if number % row.share == 0:
                row.times.append(row.run())


def table(rows):
    print(f"{'':42} {'median ms':>9} {'p95':>9} {'runs':>5} {'peak MiB':>9} {'10^6 instr.':>11}")
    for row in rows:
        print(
            f"{row.name:42} {row.median:9.2f} {row.p95:9.2f} {len(row.times):5} {row.peak_kilobytes() / 1024:9.1f} "
            f"{row.instructions():>11}", flush=True)
