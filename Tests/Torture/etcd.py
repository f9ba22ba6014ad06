"""Writers on two machines share a store in etcd (examples/store-etcd) with three members on loopback. Members are killed
and stopped meanwhile. What was acknowledged is there, nothing is overwritten, and without a quorum the status is 8."""
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from harness import Home, Violation

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/store-etcd")
CONFLICT, UNAVAILABLE = 16, 8


def free_ports(count):
    """Ports that are free now."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """Three members of etcd."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="fedauth-etcd-")
        ports = free_ports(6)
        self.clients = [f"http://127.0.0.1:{port}" for port in ports[:3]]
        self.peers = [f"http://127.0.0.1:{port}" for port in ports[3:]]
        self.members = [None] * 3

    def __enter__(self):
        for number in range(3):
            self.start(number)
        self.await_quorum()
        return self

    def __exit__(self, *_):
        for number in range(3):
            self.send(number, signal.SIGKILL)
        shutil.rmtree(self.path, ignore_errors=True)

    @property
    def variables(self):
        return {"ETCDCTL_ENDPOINTS": ",".join(self.clients), "ETCDCTL_API": "3"}

    def start(self, number):
        """Starts a member, or starts it again with what it has on disk."""
        cluster = ",".join(f"m{index}={peer}" for index, peer in enumerate(self.peers))
        with open(f"{self.path}/log{number}", "ab") as log:
            self.members[number] = subprocess.Popen(
                ["etcd", "--name", f"m{number}", "--data-dir", f"{self.path}/m{number}",
                 "--listen-client-urls", self.clients[number], "--advertise-client-urls", self.clients[number],
                 "--listen-peer-urls", self.peers[number], "--initial-advertise-peer-urls", self.peers[number],
                 "--initial-cluster", cluster, "--initial-cluster-token", self.path,
                 "--heartbeat-interval", "200", "--election-timeout", "2000"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def send(self, number, what):
        """Sends a signal to a member, and waits for the end of a killed one."""
        self.members[number].send_signal(what)
        if what == signal.SIGKILL:
            self.members[number].wait()

    def await_quorum(self):
        """Waits until a write is accepted."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            done = subprocess.run(
                ["etcdctl", "--command-timeout=5s", "put", "probe", "x"], env={**os.environ, **self.variables},
                capture_output=True, check=False)
            if done.returncode == 0:
                return
        raise Violation(f"etcd has no quorum: {done.stderr.decode(errors='replace')[-300:]}")


class Round:
    """Writers that run at once."""

    def __init__(self, ends, names, options=()):
        self.writers = []
        for index, name in enumerate(names):
            for number, end in enumerate(ends):
                value = f"{name} of {number}.{index}".encode()
                child = end.start("store", "put", name.replace("END", str(number)), *options)
                child.stdin.write(value)
                child.stdin.close()
                self.writers.append((name.replace("END", str(number)), value, child))

    def finish(self, allowed):
        """Returns what was acknowledged, as (name, value), and the numbers of other statuses."""
        done, others, unknown = [], {}, set()
        for name, value, child in self.writers:
            errors = child.stderr.read().decode(errors="replace").strip()
            child.stdout.close()
            child.stderr.close()
            status = child.wait()
            if status == 0:
                done.append((name, value))
            elif status in allowed:
                others[status] = others.get(status, 0) + 1
                if status == UNAVAILABLE:
                    unknown.add(name)
            else:
                raise Violation(f"'{name}' was refused with {status}: {errors}")
        return done, others, unknown


def check(ends, done):
    """Every acknowledged value is there, on both ends."""
    for name, value in done:
        for end in ends:
            # A machine under load may miss a time limit; what counts is what is there.
            for _ in range(5):
                status, found, errors = end.run("store", "get", name)
                if status != UNAVAILABLE:
                    break
            if status != 0 or found != value:
                raise Violation(f"'{name}' was acknowledged as {value}; now {status}, {found}: {errors}")


def attack(binary, rounds, chance):
    # Forty writers of entries of their own, half of them on each end, and others that race for the same names.
    count, races = (20, 5) if rounds >= 500 else (4, 4)
    told = []
    with Cluster() as cluster, Home(binary) as one, Home(binary) as two:
        ends = [one, two]
        for end in ends:
            # Many writers at once are slow on a small machine.
            end.environment.update(
                cluster.variables, FEDAUTH_STORE="exec:" + os.path.realpath(EXAMPLE), FEDAUTH_ETCD_SECONDS="18")
        for end, words in ((one, ("init",)), (two, ("unlock",))):
            status, _, errors = end.run("store", *words)
            if status != 0:
                raise Violation(f"store {words[0]}: {status} {errors}")
        killed, stopped = chance.sample(range(3), 2)
        kept = []

        def disturbed(label, disturb, restore):
            # Different names: each acknowledged write is kept. The same name, if it is absent: one end gets it.
            own = Round(ends, [f"{label}/END/{index}" for index in range(count)])
            shared = Round(ends, [f"{label}/shared/{index}" for index in range(races)], ("--if-absent",))
            disturb()
            done, others, _ = own.finish({UNAVAILABLE})
            taken, lost, unknown = shared.finish({CONFLICT, UNAVAILABLE})
            restore()
            cluster.await_quorum()
            names = [name for name, _ in taken]
            if len(set(names)) != len(names):
                raise Violation(f"{label}: two writers got the same absent name: {sorted(names)}")
            kept.extend(done + taken)
            check(ends, done + taken)
            told.append(
                f"{label}: {len(done)} of {2 * count} own and {len(taken)} of {races} shared names acknowledged"
                f", other statuses {others} and {lost}, {len(unknown)} shared in doubt")

        disturbed("calm", lambda: None, lambda: None)
        disturbed("killed", lambda: cluster.send(killed, signal.SIGKILL), lambda: cluster.start(killed))
        disturbed("stopped", lambda: cluster.send(stopped, signal.SIGSTOP), lambda: cluster.send(stopped, signal.SIGCONT))
        # No quorum: a clear word, and all is well afterwards.
        for number in (killed, stopped):
            cluster.send(number, signal.SIGSTOP)
        begin = time.monotonic()
        for words in (("get", kept[0][0]), ("put", "without")):
            status, _, errors = one.run("store", *words, value=b"x", adding={"FEDAUTH_ETCD_SECONDS": "2"})
            if status != UNAVAILABLE or "etcd" not in errors:
                raise Violation(f"without a quorum 'store {words[0]}' ends with {status}: {errors}")
        waited = time.monotonic() - begin
        for number in (killed, stopped):
            cluster.send(number, signal.SIGCONT)
        cluster.await_quorum()
        check(ends, kept)
        contended(ends, races)
    return f"{len(kept)} acknowledged, all kept; " + "; ".join(told) + f"; two commands without a quorum in {waited:.0f} s"


def contended(ends, writers):
    """Writers that all replace the same version: one does."""
    ends[0].expect("store", "put", "counter", value=b"0")
    group = [
        Round(ends, ["counter"], ("--if-version", "1")) for _ in range(writers)]
    done = [pair for one in group for pair in one.finish({CONFLICT})[0]]
    if len(done) != 1:
        raise Violation(f"{len(done)} writers replaced the same version")
    check(ends, done)


