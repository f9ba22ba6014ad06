"""Sends signals at a passphrase prompt on a terminal: no core file is left, and the echo is on again."""
import fcntl
import os
import pty
import resource
import select
import signal
import termios

from harness import Home, Violation

QUESTION = b"Passphrase of the store"


class Terminal:
    """Runs fedauth as the foreground job of a session on its own terminal, so that it can be stopped."""

    def __init__(self, home, *words, folder=None):
        self.shown = b""
        reports, report = os.pipe()
        self.leader, self.main = pty.fork()
        if self.leader == 0:
            self.lead(home, words, folder, report)
        os.close(report)
        self.reports = os.fdopen(reports, "r")
        self.pid = int(self.reports.readline())

    def lead(self, home, words, folder, report):
        """Leads the session: starts the job and reports its state. Does not return."""
        try:
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            job = os.fork()
            if job == 0:
                os.setpgid(0, 0)
                os.tcsetpgrp(0, os.getpid())
                for number in (signal.SIGTTOU, signal.SIGHUP, signal.SIGPIPE):
                    signal.signal(number, signal.SIG_DFL)
                if folder:
                    os.chdir(folder)
                os.execve(home.binary, home.words(*words), home.environment)
            os.write(report, f"{job}\n".encode())
            while True:
                _, status = os.waitpid(job, os.WUNTRACED)
                if os.WIFSTOPPED(status):
                    os.write(report, b"stopped\n")
                    continue
                os.write(report, f"{status}\n".encode())
                # Keeps the terminal open until the test has checked it.
                signal.pause()
        finally:
            os._exit(1)

    def expect(self, text):
        while text not in self.shown:
            if not select.select([self.main], [], [], 30)[0]:
                raise Violation(f"the terminal never shows {text}: {self.shown}")
            self.shown += os.read(self.main, 4096)
        self.shown = self.shown.partition(text)[2]

    def echoes(self):
        return bool(termios.tcgetattr(self.main)[3] & termios.ECHO)

    def wait_for_echo(self, wanted):
        for _ in range(1000):
            if self.echoes() == wanted:
                return
            select.select([], [], [], 0.01)
        raise Violation(f"the echo does not go {'on' if wanted else 'off'}")

    def report(self):
        if not select.select([self.reports], [], [], 30)[0]:
            raise Violation("nothing becomes of it")
        return self.reports.readline().strip()

    def type(self, text):
        os.write(self.main, text)

    def close(self):
        for pid in (self.pid, self.leader):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.waitpid(self.leader, 0)
        os.close(self.main)
        self.reports.close()


def locked(home):
    home.expect("store", "put", "it", value=b"x")
    home.expect("store", "lock")
    passphrase = home.environment.pop("FEDAUTH_STORE_PASSPHRASE")
    return passphrase.encode()


def cores(binary):
    """Sends SIGQUIT, SIGSEGV and SIGABRT with unlimited core files."""
    with Home(binary) as home:
        locked(home)
        folder = home.path + "/here"
        os.mkdir(folder)
        numbers = (signal.SIGQUIT, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS)
        for number in numbers:
            terminal = Terminal(home, "store", "unlock", folder=folder)
            try:
                terminal.expect(QUESTION)
                os.kill(terminal.pid, number)
                status = int(terminal.report())
                if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != number:
                    raise Violation(f"{number.name} does not end it: {status}")
                if os.WCOREDUMP(status) or os.listdir(folder):
                    raise Violation(f"{number.name} leaves a core: {os.listdir(folder)}")
            finally:
                terminal.close()
        return f"none after {', '.join(number.name for number in numbers)}, with ulimit -c unlimited"


def echo(binary):
    """Sends each signal at the passphrase prompt; after a stop, the prompt appears again without echo."""
    with Home(binary) as home:
        passphrase = locked(home)
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
        for number in numbers:
            terminal = Terminal(home, "store", "unlock")
            try:
                terminal.expect(QUESTION)
                terminal.wait_for_echo(False)
                os.kill(terminal.pid, number)
                status = int(terminal.report())
                if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != number:
                    raise Violation(f"{number.name} does not end it as it should: {status}")
                if not terminal.echoes():
                    raise Violation(f"{number.name} leaves the terminal without echo")
            finally:
                terminal.close()
        terminal = Terminal(home, "store", "unlock")
        try:
            terminal.expect(QUESTION)
            terminal.wait_for_echo(False)
            os.kill(terminal.pid, signal.SIGTSTP)
            if terminal.report() != "stopped":
                raise Violation("SIGTSTP does not stop it")
            if not terminal.echoes():
                raise Violation("a stopped process leaves the terminal without echo")
            os.kill(terminal.pid, signal.SIGCONT)
            terminal.wait_for_echo(False)
            terminal.type(passphrase + b"\n")
            status = int(terminal.report())
            if status != 0 or not terminal.echoes():
                raise Violation(f"after a stop: status {status}, echo {terminal.echoes()}")
            fcntl.fcntl(terminal.main, fcntl.F_SETFL, os.O_NONBLOCK)
            try:
                terminal.shown += os.read(terminal.main, 65536)
            except OSError:
                pass
            if passphrase in terminal.shown:
                raise Violation("the passphrase was shown")
        finally:
            terminal.close()
        return f"back after {', '.join(number.name for number in numbers)}; SIGTSTP gives it back, SIGCONT takes it"
