"""Apache's configuration: one process, two ports, a mellon section for each scenario."""

from pathlib import Path

from .addresses import Addresses
from .scenarios import IDENTITY_PROVIDERS, SCENARIOS, SERVICE_HOST, Scenario

MODULES = Path("/usr/lib/apache2/modules")
LOADED = ["mpm_prefork", "authn_core", "authn_file", "auth_basic", "auth_gssapi", "authz_core", "authz_host",
          "authz_user", "alias", "dir", "mime", "env", "setenvif", "headers", "ssl", "socache_shmcb", "rewrite", "auth_mellon"]

# The pages of the service, below the name of every scenario.
PAGES = "start|finish|protected|finish-not-yet|bounce|app/page"

# Apache's condition for a request with a ticket.
TICKET = " && %{HTTP:Authorization} =~ /^Negotiate/i"


def quoted(path) -> str:
    return '"' + str(path) + '"'


def _load() -> str:
    lines = [f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in LOADED]
    return "\n".join(lines + [f"LoadModule php_module {next(MODULES.glob('libphp8.*.so'))}"])


def _tls(name: str, tls: Path) -> str:
    return (f"SSLEngine on\n  SSLCertificateFile {quoted(tls / (name + '.pem'))}\n"
            f"  SSLCertificateKeyFile {quoted(tls / (name + '.key'))}")


def _basic(served: Path) -> str:
    return "".join(f'''    <If "%{{HTTP_HOST}} =~ /^{provider.host}/">
      AuthType Basic
      AuthName "provider of the lab"
      AuthUserFile {quoted(served / 'idp' / 'basic')}
      Require valid-user
    </If>
''' for provider in IDENTITY_PROVIDERS if provider.basic)


def _kerberos(served: Path) -> str:
    """Beside a form, Apache only checks the tickets that it gets; the page asks for them."""
    return "".join(f'''    <If "%{{HTTP_HOST}} =~ /^{provider.host}/{TICKET if provider.kerberos == 'form' else ''}">
      AuthType GSSAPI
      AuthName "tickets of the lab"
      GssapiCredStore {quoted(f"keytab:{served / 'kerberos' / 'http.keytab'}")}
      GssapiAllowedMech krb5
      GssapiBasicAuth {'On' if provider.kerberos == 'basic' else 'Off'}
      Require valid-user
    </If>
''' for provider in IDENTITY_PROVIDERS if provider.kerberos)


def _mellon(scenario: Scenario, served: Path) -> str:
    files = served / "mellon"
    lines = [
        "MellonEnable " + ("info" if scenario.name == "sap" else "auth"),
        f"MellonEndpointPath /{scenario.name}/mellon",
        f"MellonVariable lab-{scenario.name}",
        "MellonSecureCookie On",
        f"MellonSPMetadataFile {quoted(files / (scenario.name + '-sp.xml'))}",
        f"MellonIdPMetadataFile {quoted(files / (scenario.name + '-idp.xml'))}",
        f"MellonSPPrivateKeyFile {quoted(files / 'saml-sp.key')}",
        f"MellonSPCertFile {quoted(files / 'saml-sp.pem')}",
        f"MellonIdPCAFile {quoted(served / 'ca-bundle.pem')}",
        "MellonEnabledInvalidateSessionEndpoint On",
        "MellonSubjectConfirmationDataAddressCheck Off",
    ]
    if scenario.session_seconds:
        lines.append(f"MellonSessionLength {scenario.session_seconds}")
    if scenario.idle_seconds:
        lines.append(f"MellonSessionIdleTimeout {scenario.idle_seconds}")
    text = f"  <Location /{scenario.name}>\n    " + "\n    ".join(lines) + "\n  </Location>\n"
    if scenario.name == "sap":
        text += "  <Location /sap/SAMLAuthLauncher>\n    MellonEnable auth\n  </Location>\n"
    return text


def configuration(addresses: Addresses, served: Path) -> str:
    log, run = served / "log", served / "run"
    hosts = [provider.host for provider in IDENTITY_PROVIDERS]
    mellon = "".join(_mellon(scenario, served) for scenario in SCENARIOS)
    pages = served / "sp" / "www"
    ssp = served / "simplesamlphp" / "www"
    return f"""ServerName {SERVICE_HOST}
ServerRoot {quoted(run)}
DefaultRuntimeDir {quoted(run)}
PidFile {quoted(run / 'apache.pid')}
Mutex {quoted('file:' + str(run))} default
{_load()}
TypesConfig /etc/mime.types
Listen 127.0.0.1:{addresses.idp_port} https
Listen 127.0.0.1:{addresses.sp_port} https
ErrorLog {quoted(log / 'apache.log')}
LogLevel warn
LogFormat "%t %v %>s %m %U (%D us)" short
CustomLog {quoted(log / 'access.log')} short
ServerTokens Prod
StartServers 6
MinSpareServers 4
MaxSpareServers 16
MaxRequestWorkers 40
KeepAlive On
KeepAliveTimeout 2
Timeout 60
SSLRandomSeed startup builtin
SSLSessionCache none
MellonLockFile {quoted(run / 'mellon.lock')}
MellonCacheSize 200
MellonCacheEntrySize 262144
php_admin_value session.save_path {quoted(run)}
php_admin_value sys_temp_dir {quoted(run)}
php_admin_value error_log {quoted(log / 'php.log')}
php_admin_flag display_errors off
<FilesMatch "\\.php$">
  SetHandler application/x-httpd-php
</FilesMatch>
<Directory />
  AllowOverride None
  Require all denied
</Directory>

<VirtualHost 127.0.0.1:{addresses.idp_port}>
  ServerName {hosts[0]}
  ServerAlias {' '.join(hosts[1:])}
  {_tls('idp', served / 'tls')}
  SetEnv SIMPLESAMLPHP_CONFIG_DIR {quoted(served / 'idp' / 'config')}
  DocumentRoot {quoted(ssp)}
  Alias /simplesaml {quoted(ssp)}
  <Directory {quoted(ssp)}>
    Require all granted
    AcceptPathInfo On
{_basic(served)}{_kerberos(served)}  </Directory>
</VirtualHost>

<VirtualHost 127.0.0.1:{addresses.sp_port}>
  ServerName {SERVICE_HOST}
  {_tls('sp', served / 'tls')}
  DocumentRoot {quoted(pages)}
  AliasMatch "^/[a-z-]+/({PAGES})$" {quoted(str(pages) + '/$1.php')}
  AliasMatch "^/sap/" {quoted(pages / 'sap.php')}
  Alias /goodbye {quoted(pages / 'goodbye.php')}
  <Directory {quoted(pages)}>
    Require all granted
  </Directory>
{mellon}</VirtualHost>
"""
