"""A real Apache that accepts only clients with a certificate of the lab's root."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

from labkit.addresses import free_ports
from labkit.apache import MODULES, quoted
from labkit.process import become_server, recording, servers_user, wait_until

LOADED = ["mpm_event", "authz_core", "dir", "ssl", "socache_shmcb", "headers"]


def _configuration(run: Path, port: int) -> str:
    load = "\n".join(f"LoadModule {one}_module {quoted(MODULES / f'mod_{one}.so')}" for one in LOADED)
    return f"""ServerName localhost
ServerRoot {quoted(run)}
DefaultRuntimeDir {quoted(run)}
PidFile {quoted(run / 'apache.pid')}
Mutex {quoted('file:' + str(run))} default
{load}
Listen 127.0.0.1:{port} https
ErrorLog {quoted(run / 'apache.log')}
StartServers 1
ThreadsPerChild 8
MaxRequestWorkers 16
SSLSessionCache none
DocumentRoot {quoted(run / 'www')}
<Directory />
  AllowOverride None
  Require all denied
</Directory>
<Directory {quoted(run / 'www')}>
  Require all granted
</Directory>
SSLEngine on
SSLCertificateFile {quoted(run / 'server.pem')}
SSLCertificateKeyFile {quoted(run / 'server.key')}
SSLCACertificateFile {quoted(run / 'root.pem')}
SSLVerifyClient require
SSLVerifyDepth 3
Header set X-Subject "expr=%{{SSL_CLIENT_S_DN}}"
"""


def start(directory: Path, pair, root: Path) -> int:
    """Starts Apache and returns its port. It exits with this process."""
    run = directory / "apache"
    (run / "www").mkdir(parents=True)
    (run / "www" / "index.html").write_text("let in\n")
    for source, name in ((pair[0], "server.pem"), (pair[1], "server.key"), (root, "root.pem")):
        shutil.copy(source, run / name)
    (port,) = free_ports(1)
    (run / "apache.conf").write_text(_configuration(run, port))
    user = servers_user()
    if user:
        directory.chmod(0o711)
        for path in (run, *run.rglob("*")):
            os.chown(path, user.pw_uid, user.pw_gid)
    with open(run / "startup.log", "ab") as log:
        server = subprocess.Popen(["/usr/sbin/apache2", "-d", run, "-f", run / "apache.conf", "-DFOREGROUND"],
                                  stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=run,
                                  env={"PATH": "/usr/bin:/bin"} | recording(), preexec_fn=become_server(user))
    if not wait_until(lambda: answers(port) or server.poll() is not None, 10) or server.poll() is not None:
        raise RuntimeError((run / "startup.log").read_text() + "Apache does not start")
    start.server = server
    return port


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False
