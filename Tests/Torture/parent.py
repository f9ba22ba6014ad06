"""Checks the process that waits for the command of 'exec --mask': it holds the masked secrets and no others."""
import http.server
import os
import tempfile
import threading

import needle
import traces
from harness import Home, Violation


def look(binary):
    if os.geteuid() != 0:
        return "not looked at: only root can read the memory of a process that is not dumpable"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), traces.Service)
    server.seen, server.cookie, server.echoes = [], needle.make(), False
    threading.Thread(target=server.serve_forever, daemon=True).start()
    total = 0
    try:
        for way in ("environment", "file", "descriptor"):
            with tempfile.TemporaryDirectory(prefix="fedauth-torture-") as folder, Home(binary) as home:
                total += wait(server, home, folder, way)
    finally:
        server.shutdown()
        server.server_close()
    return f"{total >> 20} MiB searched while commands ran: neither the store's passphrase nor the password"


def secret_file(folder, name, content):
    path = f"{folder}/{name}"
    with open(path, "w", encoding="ascii") as file:
        file.write(content + "\n")
    return path


def wait(server, home, folder, way):
    passphrase, password = needle.make(), needle.make()
    place = f"http://127.0.0.1:{server.server_address[1]}"
    kept = secret_file(folder, "passphrase", passphrase)
    options, adding, descriptors = [], {"FEDAUTH_STORE_PASSPHRASE": ""}, ()
    if way == "environment":
        adding["FEDAUTH_STORE_PASSPHRASE"] = passphrase
    elif way == "file":
        options = ["--store-passphrase-file", kept]
    else:
        descriptors = (os.open(kept, os.O_RDONLY),)
        options = ["--store-passphrase-fd", str(descriptors[0])]
    child = home.start(
        "exec", "--authorization-url", place + "/start", "--finish", place + "/finish", "--user", "ada", "--password-file",
        secret_file(folder, "password", password), "--no-input", "--trace", folder + "/trace", "--mask", *options, "--", "sh",
        "-c", "echo up; read line", adding=adding, pass_fds=descriptors)
    for number in descriptors:
        os.close(number)
    try:
        if child.stdout.readline() != b"up\n":
            raise Violation(f"{way}: the command did not start: {child.communicate()[1].decode(errors='replace')}")
        pieces = {
            f"the {name}, {form}": text for name, secret in (("passphrase", passphrase), ("password", password))
            for form, text in needle.disguises(secret).items()}
        searched, found = search(child.pid, {**pieces, "the cookie": server.cookie.encode()})
    finally:
        child.stdin.close()
        child.wait()
        child.stdout.close()
        child.stderr.close()
    if "the cookie" not in found:
        raise Violation(f"{way}: the search does not find what the mask looks for")
    left = sorted(set(found) - {"the cookie"})
    if left:
        raise Violation(f"{way}: left in memory: " + "; ".join(f"{name} ({found[name]})" for name in left))
    return searched


def search(process, pieces):
    """Searches all memory that the process could have written, and returns the place of each piece found."""
    found, searched = {}, 0
    with open(f"/proc/{process}/maps", encoding="utf-8") as maps, open(f"/proc/{process}/mem", "rb", 0) as memory:
        for line in maps:
            ends, rights, *_, name = (line.rstrip("\n") + " ").split(" ", 5)
            if not rights.startswith("rw"):
                continue
            start, end = (int(number, 16) for number in ends.split("-"))
            try:
                memory.seek(start)
                content = memory.read(end - start)
            except OSError:
                continue
            searched += len(content)
            for piece, text in pieces.items():
                if text in content:
                    found.setdefault(piece, name.strip() or "anonymous memory")
    return searched, found
