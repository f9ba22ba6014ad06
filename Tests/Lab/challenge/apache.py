"""Builds the configuration of the Apache that asks for credentials."""

from pathlib import Path

from labkit.apache import MODULES, quoted

from .addresses import APACHE, FOREIGN_HOSTS, HOST, ChallengeAddresses
from .passwords import DIGEST_REALM

LOADED = ["mpm_prefork", "authn_core", "authn_file", "authz_core", "authz_host", "authz_user", "auth_basic",
          "auth_digest", "auth_gssapi", "alias", "dir", "mime", "env", "setenvif", "headers", "ssl", "socache_shmcb",
          "rewrite", "cgi", "proxy", "proxy_http", "brotli", "filter", "auth_mellon"]

# path: (realm, password file, extra directives). Realms are quoted for Apache.
BASIC = {
    "/basic/plain": ("lab", "basic", ""),
    "/basic/same": ("lab", "basic", ""),
    "/basic/other": ("another realm", "grace", ""),
    "/basic/utf8": ("UTF-8 of the lab", "basic",
                    "ErrorDocument 401 /unauthorized/utf8"),
    "/basic/latin1": ("Latin-1 of the lab", "latin1", ""),
    "/basic/quoted": ('a \\"quoted\\" realm, with commas, Digest realm=\\"x\\"', "basic", ""),
    "/basic/two": ("outer", "basic", ""),
    "/basic/two/inner": ("inner", "grace", ""),
    "/git": ("git of the lab", "basic", ""),
}


def _location(path: str, lines: str) -> str:
    inside = "\n".join(f"    {line}" for line in lines.splitlines() if line.strip())
    return f'  <Location "{path}">\n{inside}\n  </Location>\n'


def _basic() -> str:
    text = ""
    for path, (realm, file, more) in BASIC.items():
        text += _location(path, f'AuthType Basic\nAuthName "{realm}"\nAuthBasicProvider file\n'
                                f'AuthUserFile "${{PASSWORDS}}/{file}"\nRequire valid-user\n{more}')


    # mod_auth_basic cannot send a charset, and Apache's built-in error page has no header to edit; a separate page has one.
    return text + _location("/unauthorized/utf8",
                            'Header always edit WWW-Authenticate "^(Basic.*)$" "$1, charset=\\"UTF-8\\""')


def _digest() -> str:
    return _location("/digest", f'AuthType Digest\nAuthName "{DIGEST_REALM}"\nAuthDigestProvider file\n'
                                'AuthUserFile "${PASSWORDS}/digest"\nAuthDigestDomain /digest/\n'
                                "Require valid-user")


def _negotiate() -> str:
    gssapi = ('AuthType GSSAPI\nAuthName "Kerberos of the lab"\nGssapiCredStore "keytab:${KERBEROS}/http.keytab"\n'
              "GssapiAllowedMech krb5\nRequire valid-user\n")
    text = _location("/negotiate", gssapi)
    # The lab's own server handles the other schemes of the same page; Apache handles Negotiate only.
    text += _location("/several", '<If "%{HTTP:Authorization} =~ /^Negotiate/i">\n' + gssapi + "</If>\n")
    return text


def _git(served: Path) -> str:
    return f"""  SetEnv GIT_PROJECT_ROOT {quoted(served / 'git')}
  SetEnv GIT_HTTP_EXPORT_ALL 1
  SetEnvIf Authorization . LAB=1
  ScriptAlias /git/ /usr/lib/git-core/git-http-backend/
"""


# Passes the authenticated user to the lab's own server, and removes such a header from the client.
USER = """  RequestHeader unset X-Lab-User
  RequestHeader set X-Lab-User "expr=%{REMOTE_USER}" "expr=-n %{REMOTE_USER}"
"""


def _proxy(backend: str) -> str:
    """Forwards all other requests to the lab's own server."""
    return f"""  RequestHeader set X-Lab-Origin "expr=%{{REQUEST_SCHEME}}://%{{HTTP_HOST}}"
  ProxyPreserveHost On
  ProxyPass /git/ !
  ProxyPass /guarded/mellon !
  ProxyPass / {backend}/ retry=0 timeout=60 disablereuse=On
"""


def _server(port: int, certificate: str, served: Path, body: str, tls: str = "") -> str:
    secure = "" if not certificate else f"""  SSLEngine on
  SSLCertificateFile {quoted(served / 'tls' / (certificate + '.pem'))}
  SSLCertificateKeyFile {quoted(served / 'tls' / (certificate + '.key'))}
"""
    lines = "".join(f"  {line}\n" for line in tls.splitlines())
    return f"""
<VirtualHost 127.0.0.1:{port}>
  ServerName {HOST}
  ServerAlias {' '.join(FOREIGN_HOSTS.values())}
{secure}{lines}{body}</VirtualHost>
"""


def _people(served: Path, verify: str, protocol: str = "") -> str:
    lines = [f"SSLProtocol {protocol}"] if protocol else []
    lines += [f"SSLCACertificateFile {quoted(served / 'people' / 'ca.pem')}",
              f"SSLCARevocationFile {quoted(served / 'people' / 'people.crl')}",
              "SSLCARevocationCheck leaf no_crl_for_cert_ok", "SSLVerifyDepth 3",
              "SSLOptions +StdEnvVars",
              'RequestHeader unset X-Lab-Certificate',
              'RequestHeader set X-Lab-Certificate "expr=%{SSL_CLIENT_S_DN_CN}" "expr=-n %{SSL_CLIENT_S_DN_CN}"']
    if verify:
        lines.append(f"SSLVerifyClient {verify}")
    return "\n".join(lines)


def _guarded(served: Path) -> str:
    """Configures mellon behind the client certificate: data below /guarded/, where the application sends its own challenges,
    and below /guarded/launcher, where mellon redirects."""
    files = served / "mellon"
    mellon = f"""MellonEnable info
MellonEndpointPath /guarded/mellon
MellonVariable lab-guarded
MellonSecureCookie On
MellonSPMetadataFile {quoted(files / 'guarded-sp.xml')}
MellonIdPMetadataFile {quoted(files / 'guarded-idp.xml')}
MellonSPPrivateKeyFile {quoted(files / 'saml-sp.key')}
MellonSPCertFile {quoted(files / 'saml-sp.pem')}
MellonIdPCAFile {quoted(served / 'ca-bundle.pem')}
MellonEnabledInvalidateSessionEndpoint On
MellonSubjectConfirmationDataAddressCheck Off
RequestHeader unset X-Lab-User
RequestHeader set X-Lab-User "%{{MELLON_uid}}e" env=MELLON_uid
"""
    # Mellon itself answers below this path; there is no file.
    open_to_all = _location("/guarded/mellon", "Require all granted")
    return _location("/guarded", mellon) + open_to_all + "".join(
        _location(path, "MellonEnable auth") for path in ("/guarded/SAMLAuthLauncher", "/guarded/redirect"))


def configuration(addresses: ChallengeAddresses, served: Path) -> str:
    run, port = served / "challenge-run", addresses.port
    backend = f"http://127.0.0.1:{port['plain']}"
    bare = _proxy(backend)
    proxy = USER + bare
    open_site = _basic() + _digest() + _negotiate() + _git(served) + _location(
        "/compressed/br", "SetOutputFilter BROTLI_COMPRESS") + proxy
    listen = "\n".join(f"Listen 127.0.0.1:{port[name]} {'http' if name == 'http' else 'https'}"
                       for name in APACHE)
    inner = _location("/inner", "SSLVerifyClient require\nSSLRenegBufferSize 4194304") + proxy
    sites = [
        _server(port["https"], "app", served, open_site),
        _server(port["http"], "", served, open_site),
        _server(port["tls12"], "app", served, proxy, _people(served, "require", "-all +TLSv1.2")),
        _server(port["tls13"], "app", served, proxy, _people(served, "require", "-all +TLSv1.3")),
        _server(port["optional"], "app", served, proxy, _people(served, "optional")),
        _server(port["inner12"], "app", served, inner, _people(served, "", "-all +TLSv1.2")),
        _server(port["inner13"], "app", served, inner, _people(served, "", "-all +TLSv1.3")),
        _server(port["guarded"], "app", served, _guarded(served) + bare, _people(served, "require")),
    ]
    sites += [_server(port[name], certificate, served, proxy, _people(served, "require"))
              for name, certificate in (("badExpired", "bad-expired"), ("badUnknownCA", "bad-unknown-ca"),
                                        ("badWrongName", "bad-wrong-name"))]
    load = "\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in LOADED)
    return f"""ServerName {HOST}
ServerRoot {quoted(run)}
DefaultRuntimeDir {quoted(run)}
PidFile {quoted(run / 'apache.pid')}
Mutex {quoted('file:' + str(run))} default
AuthDigestShmemSize 65536
Define PASSWORDS {quoted(served / 'passwords')}
Define KERBEROS {quoted(served / 'kerberos')}
{load}
TypesConfig /etc/mime.types
{listen}
ErrorLog {quoted(served / 'log' / 'challenge.log')}
LogLevel warn
LogFormat "%t %v:%p %>s %m %U %u (%D us)" short
CustomLog {quoted(served / 'log' / 'challenge-access.log')} short
ServerTokens Prod
StartServers 6
MinSpareServers 4
MaxSpareServers 16
MaxRequestWorkers 60
KeepAlive On
KeepAliveTimeout 2
Timeout 60
SSLRandomSeed startup builtin
SSLSessionCache none
MellonLockFile {quoted(run / 'mellon.lock')}
MellonCacheSize 200
MellonCacheEntrySize 262144
PassEnv KRB5_CONFIG KRB5RCACHENAME
<Directory />
  AllowOverride None
  Require all denied
</Directory>
<Directory /usr/lib/git-core>
  Options +ExecCGI
  Require all granted
</Directory>
<Proxy *>
  Require all granted
</Proxy>
{''.join(sites)}"""
