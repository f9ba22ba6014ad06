/// Commands of other programs, and what does the same here.
enum FamiliarCommands {
    /// Returns the group for a noun of other programs, or for its own name: "secret" → `store`. Empty: no group, the verb
    /// behind it is a command.
    static func group(of noun: String) -> [String]? {
        nouns.first { $0.words.split(separator: " ").contains(Substring(noun)) }.map {
            [$0.group].filter { !$0.isEmpty }
        }
    }

    private static let nouns: [(group: String, words: String)] = [
        ("store", "store secret secrets password passwords kv entry entries vault keyring keychain pw pass value item"),
        ("profile", "profile profiles config configuration settings conf context contexts account accounts"),
        ("identity", "identity identities cert certs certificate certificates ca"),
        ("passkey", "passkey passkeys webauthn fido2"),
        ("", "auth session sessions"),
    ]

    /// Returns the command of a group that means the same as `word`; nil if it has none.
    static func synonym(of word: String, among commands: [String]) -> String? {
        meanings.lazy.filter { $0.contains(word) }.compactMap { $0.first(where: commands.contains) }.first
    }

    /// Returns advice for a word in the place of a command, behind a group's words; nil for a word that is not in the
    /// table.
    static func advice(for word: String, behind path: [String]) -> String? {
        let path = Substring(path.joined(separator: " "))
        return table.first { $0.path == path && $0.words.contains(Substring(word)) }?.advice
    }

    /// Returns advice for a command that another program gives an address, and fedauth a name; nil: it takes one here too.
    static func advice(forAddressBehind command: String) -> String? { addressed[command] }

    private static let addressed = [
        "login": "'fedauth saml URL' signs in at an address", "sls": "'fedauth sls enroll URL' gets a certificate",
        "export-headers": "'fedauth export-headers --url URL' writes the fields for an address",
        "export-cookies": "'fedauth export-cookies --url URL' chooses the cookies of one address",
    ]

    /// Returns whether a word says what to do, so that it is hardly the name of a session.
    static func isVerb(_ word: String) -> Bool { verbs.contains(Substring(word)) }

    private static let verbs = Set(
        """
        list ls show get print read cat view fetch info inspect describe add create new set put save write edit change \
        modify update delete remove rm clear forget refresh renew rotate revoke check verify validate test all help
        """.split(separator: " "))

    /// Returns advice for words without a dash behind a command that takes no more of them; nil: none.
    static func surplus(of words: [String], behind path: [String]) -> String? {
        let command = path.joined(separator: " ")
        if command == "request" {
            if words.contains(where: { "{[".contains($0.first ?? " ") }) { return content }
            let methods = ["get", "post", "put", "patch", "delete", "head", "options"]
            if words.contains(where: { methods.contains($0.lowercased()) }) { return method }
        }
        return surplus.first { $0.key.split(separator: ",").contains(Substring(command)) }?.value
    }

    /// The advice of all tables.
    static var allAdvice: [String] {
        table.map(\.advice) + surplus.map(\.value) + [method, content] + addressed.values
    }

    /// Advice for a method, and for content, in the place of an option of 'request'.
    private static let method = "the method is '-X METHOD': 'fedauth request URL -X POST'"
    private static let content = "'--data-json TEXT' sends JSON: 'fedauth request URL --data-json TEXT'"

    private static let surplus: KeyValuePairs<String, String> = [
        "request": "one address is taken; a profile is '--profile NAME': 'fedauth request URL --profile NAME'",
        "store list": "'fedauth store search PATTERN' shows the entries that match, such as 'ci/*'",
        "store search": "one pattern is taken; 'fedauth store search --attribute service=ci' compares attributes",
        "store get": "one entry is taken; 'fedauth store search --attribute service=ci' finds names by attributes",
        "store export": "'fedauth store export -o FILE' writes to a file; all entries are exported",
        "store unlock": "'fedauth store unlock --for TIME' keeps the store open for that time",
        "store init": "'fedauth store init --name NAME' makes a store with a name",
        "store import": "'fedauth store import --from pass' imports another program's entries",
        "store rekey,store slot add": "the new passphrase is asked for, or '--new-passphrase-file FILE' names it",
        "saml,profile add": "the address that ends the sign-in is '--finish URL', the user '--user NAME'",
        "basic,adfs": "the user is '--user NAME'; fedauth asks for the password, or takes it from the store",
        "sls enroll": "the server's profile is '--profile-code CODE', the user '--user NAME'",
        "profile edit":
            "each setting is an option: 'fedauth profile edit NAME --user USER', the address mostly '--authorization-url URL'",
        "profile show": "'fedauth profile show NAME' shows all settings of one profile",
        "status": "one name is taken; 'fedauth status --all' shows all sessions",
        "logout": "one name is taken; 'fedauth logout --all' ends all sessions",
        "login": "one profile is taken: 'fedauth login NAME', once for each; the user is '--user NAME'",
        "token": "one name is taken: 'fedauth token NAME'",
        "export-cookies,export-headers": "one name is taken; '-o FILE' writes to a file",
        "identity import": "the key is '--key FILE': 'fedauth identity import FILE --key FILE --name NAME'",
        "completions": "the script goes to stdout: 'fedauth completions bash' > FILE",
    ]

    /// Words with one meaning. A group has one or two of them.
    private static let meanings = [
        ["list", "ls", "dir", "all"],
        ["get", "show", "lookup", "read", "cat", "view", "print", "fetch", "info", "inspect", "describe"],
        ["init", "create", "new", "setup"],
        ["import", "restore", "load"],
        ["put", "set", "add", "import", "insert", "write", "save", "create", "new", "register"],
        ["delete", "remove", "rm", "del", "clear", "erase", "drop", "unset", "forget"],
        ["search", "find", "grep", "query"],
        ["rename", "mv"], ["move", "migrate"],
        ["export", "dump", "backup"],
        [
            "enroll", "enrol", "register", "login", "new", "create", "get", "issue", "request", "add", "seclogin",
            "gen_pse",
        ],
        ["status", "list", "ls", "show", "info", "check"],
        ["edit", "change", "modify", "set", "update"],
        ["rekey", "passwd", "password", "passphrase", "rotate"],
        ["renew", "reenroll", "re-enroll", "refresh", "extend", "rotate"],
        ["unlock", "open"], ["lock", "close"],
        ["verify", "check", "fsck", "validate"], ["recover", "repair"],
        ["slot", "keys", "key"],
        ["bind", "use", "assign", "allow"],
        ["doctor", "where", "path", "status", "info", "which"],
        ["login", "signin", "sign-in", "logon", "auth", "authenticate", "sso"],
        ["logout", "signout", "sign-out", "logoff"],
        ["status", "whoami", "who"],
        ["doctor", "check", "diagnose", "test", "debug", "info", "verify", "validate"],
        ["completions", "completion"],
        ["identity", "cert", "certs", "certificate", "certificates"],
        ["passkey", "passkeys", "webauthn", "fido2"],
        ["cancel", "abort", "stop"],
        ["export-cookies", "cookies", "cookie", "cookiejar", "jar"],
        ["export-headers", "headers", "header"], ["token", "jwt", "bearer", "access-token", "id-token"],
    ]

    private static let made =
        "passwords are made elsewhere: 'printf %s $(openssl rand -hex 24) | fedauth store put NAME'"
    private static let copy = "'fedauth store get NAME | fedauth store put NEW-NAME' copies a value"

    /// One line each: the group's words, nothing for the first word of a line | words in the place of a command, or of the name that
    /// it takes | the advice.
    static let table: [(path: Substring, words: [Substring], advice: String)] = text.split(separator: "\n").map {
        line in
        let parts = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
        return (parts[0], parts[1].split(separator: " "), String(parts[2]))
    }

    private static let text = """
        |ls list dir|'fedauth status --all' shows the sessions, 'fedauth store list' the entries of the store
        |run with sudo|'fedauth exec NAME -- COMMAND' runs a command with a session
        |curl wget http fetch get post patch head api call open browse postman|'fedauth request URL' sends a request, and signs in when the server asks for it
        |env export eval vars script shell print-env setenv|'eval $(fedauth export-cookies)' gives a session to the shell
        |set add insert save write|'fedauth store put NAME' keeps a secret, 'fedauth profile add NAME URL' a way to sign in
        |lookup|'fedauth store search --attribute service=ci' finds entries, 'fedauth store get NAME' prints one
        |show read cat view print pw|'fedauth store get NAME' prints an entry, 'fedauth status' shows the sessions
        |rm remove del delete clear erase forget|'fedauth store delete NAME' removes an entry, 'fedauth logout' ends a session
        |find grep|'fedauth store search' finds entries by their attributes
        |mv rename|'fedauth store rename NAME NEW-NAME' gives an entry another name
        |oidc openid openid-connect oauth2|'fedauth oauth ISSUER' signs in by OAuth or OpenID Connect, 'fedauth saml URL --finish URL' by any pages that end at an address
        |kinit kerberos krb5 keytab|'fedauth basic URL --scheme negotiate' answers with the ticket of 'kinit'
        |kdestroy|'fedauth logout NAME' ends a session; 'kdestroy' of Kerberos itself removes the ticket
        |wsfed ws-fed wsfederation ws-federation|'fedauth adfs HOST --realm URI' signs in by WS-Federation
        |passwords secrets vault keyring keychain kv|'fedauth store list' shows the entries of the store, 'fedauth store put NAME' keeps one
        |password secret|'fedauth store put NAME' keeps a password, 'fedauth store get NAME' prints it
        |generate gen random pwgen|\(made)
        |backup|'fedauth store export -o FILE' writes a sealed copy of the store
        |restore|'fedauth store import FILE' reads an export of the store
        |seal|'fedauth store lock' forgets the key of the store
        |unseal|'fedauth store unlock' keeps the store open for a while
        |enroll enrol|'fedauth sls enroll URL' gets a certificate from a server
        |ca cacert trust tls insecure|'fedauth identity list' shows certificates, '--cacert FILE' trusts an authority
        |ntlm|'fedauth basic URL' answers Basic, Digest and Negotiate; there is no NTLM
        |use switch select activate|'fedauth login NAME' signs in to a profile, 'profile = "NAME"' below [defaults] makes it the usual one
        |describe inspect|'fedauth profile show NAME' shows a profile, 'fedauth status NAME' its session
        |health monitor monitoring watch nagios|'fedauth status --all --check' asks the servers about the sessions
        |edit|'fedauth profile edit NAME' changes a profile, 'fedauth store put NAME' a value
        |cp duplicate|\(copy)
        |apply|'fedauth store import FILE' reads an export, 'fedauth profile import FILE' another client's settings
        |alias aliases|a line 'NAME = "COMMAND"' below [aliases] of the file makes a command; see 'man fedauth-config'
        |sessions session|'fedauth status --all' shows the sessions
        |otp totp mfa 2fa code|'fedauth store get NAME --code' prints the code of a key of kind totp
        |kubernetes k8s kubeconfig kubelogin oidc-login|'fedauth help kubectl' prints what to write so that kubectl asks fedauth
        |docker|'"credsStore": "fedauth"' in ~/.docker/config.json lets Docker keep its passwords here
        |key keys|'fedauth identity list' shows certificates with keys, 'fedauth store slot list' the store's keys
        |passwd password-change|'fedauth store rekey' gives the store a new passphrase
        |refresh relogin renew|'fedauth login NAME --force' signs in again, or 'fedauth saml URL --force'; 'fedauth sls renew NAME' renews a certificate
        |remember save-password|'fedauth login NAME --remember' stores the password after the sign-in
        |init setup|'fedauth profile add NAME URL' saves how to sign in, 'fedauth store init' makes a store
        |profiles config configuration configure settings conf|'fedauth profile list' shows the profiles, 'fedauth profile add NAME URL' saves one
        |check verify validate|'fedauth doctor' checks what fedauth needs, 'fedauth status NAME --check' asks a server about a session
        |man docs usage about manual|'man fedauth' shows the manual, 'fedauth help topics' the other pages
        |version|'fedauth --version' shows the version
        |upgrade update self-update install|the package manager of the system does that; what 'make install' has installed, another 'make install' replaces
        |uninstall|the package manager of the system does that, 'sudo make uninstall' in the sources, or './install.sh --remove' of the tarball; what is kept for a user stays: docs/store.md says how to get rid of it
        |issue issues bug bugs bugreport bug-report report feedback support|say it in the issue tracker of the project, with what 'fedauth --version --json' prints
        |extension extensions ext plugin plugins addon|a program of yours with the name fedauth-NAME is a command too; 'fedauth help config' has aliases
        |license licence copying copyright|the license is the Apache License 2.0; the file LICENSE or copyright in share/doc has its text
        |fill approve reject|'fedauth credential fill' answers git, 'git config --global credential.helper fedauth' sets that up
        |telemetry privacy analytics|nothing is reported and no update looked for; fedauth talks to the servers that you name
        |sapgenpse pse slc sapslc sls-client secure-login sapslscli|'fedauth sls enroll URL --profile-code CODE --user USER' gets a certificate, 'fedauth identity export NAME --p12 FILE' a file for 'sapgenpse import_p12'
        |certmonger getcert certbot step scep acme|'fedauth sls enroll URL --protocol est' gets a certificate by EST, 'fedauth sls renew --all' renews all; ACME and SCEP are not spoken
        |browser web gui window firefox chromium chrome display|'fedauth help presenters' says how a login is shown: 'fedauth login NAME --presenter chromium'
        |remote device qr|'fedauth login NAME --presenter remote' shows the login in a browser of another machine
        |headless|'fedauth login NAME --headless' runs the browser without a window; 'fedauth help presenters' says more
        |push duo okta-verify approval|a sign-in waits for the approval on the telephone; 'fedauth help presenters' says how
        |saml2aws aws-azure-login gimme-aws-creds assume assume-role sts role roles list-roles region duration eks ecr credential_process|'fedauth help aws' prints what to write so that AWS's programs get keys of a role
        |console|no console is opened; 'fedauth help aws' prints what to write so that AWS's programs get keys
        |gh glab jira svn mvn maven gradle|'fedauth exec --env NAME=store:ENTRY -- COMMAND' gives a program a token or password in a variable
        |sms mail|a code is asked for on the terminal; '--field LABEL=SOURCE' answers without a person
        |captcha robot recaptcha|'fedauth login NAME --presenter chromium' shows the page to a person; 'fedauth help presenters' says more
        |yubikey fido u2f security-key|'fedauth login NAME --presenter chromium' asks for the key in a window, 'fedauth passkey add URL' keeps one of its own
        |wsl|it is a Linux without a keyring: 'fedauth store init --store file', and '--presenter remote' for the browser of Windows
        |forgot forgotten lost|'fedauth store rekey --store-key-file FILE' replaces a lost passphrase; without any key of it nothing opens the store
        |npm yarn pnpm|'fedauth exec --env NPM_TOKEN=store:ENTRY -- npm …' gives npm a token; docs/programs.md has the line for .npmrc
        |cron ci jenkins gitlab github ansible timer service unattended batch job jobs schedule container systemctl linger|'fedauth request URL --no-input' is for jobs; 'fedauth help tutorial' has the lines, docs/ci.md those for CI
        |root|root uses fedauth like any user, with files below its own HOME; a browser wants '--no-sandbox' then
        |files where paths|'fedauth doctor' names the files; 'fedauth help environment' lists them
        |ports port firewall|nothing listens but 127.0.0.1, while a sign-in waits; 'fedauth help presenters' says for what
        |prompt ps1 starship|'fedauth status -q' is for a prompt; 'man fedauth-status' has the line
        |bash zsh fish tab complete|'fedauth completions bash' prints the completions; zsh, fish, elvish and nushell have theirs
        |kwallet gnome-keyring keepassxc keepass libsecret|'--store keyring' uses the keyring of the desktop, 'fedauth store list' shows what it has
        |okta entra azure keycloak google auth0 onelogin shibboleth|'fedauth profile add NAME URL' asks the service how it signs in; README.md says which providers were tried
        |playwright selenium|'fedauth export-cookies NAME --format storage-state' writes cookies for Playwright; 'man fedauth-cookie-formats' has the others
        |python requests yt-dlp|'fedauth export-cookies NAME --dialect python -o FILE' writes a cookie file for Python's programs
        |httpie|'fedauth export-cookies NAME --format httpie -o FILE' writes a session for 'http --session-read-only=FILE URL'
        |sap webdispatcher web-dispatcher netweaver abap odata fiori hana btp ias mysapsso2 sso2 logon-ticket csrf x-csrf-token|'fedauth request URL' signs in and sends the CSRF token that SAP's services want; docs/certificates.md is for SNC and certificates
        |snc strust strustsso2 commoncryptolib sapgui secure-login-client secure-login-server|'fedauth sls enroll URL' gets a certificate of a Secure Login Server; docs/certificates.md says more
        |mobile smp|'fedauth saml --sap URL' signs in at SAP mobile services; 'man fedauth-saml' says how
        |pkcs12 p12 pfx x509 jks keytool pem|'fedauth identity import FILE' keeps a certificate with its key, 'fedauth identity export NAME --p12 FILE' writes it
        |pkcs11 smartcard hsm|'fedauth identity import pkcs11:token=NAME --name NAME' uses a key in a token; 'man fedauth-identity-import' says how
        |connect|'fedauth help vpn' prints what to write for VPN clients
        |disconnect exit quit revoke|'fedauth logout' ends a session
        |clean purge reset wipe|'fedauth logout --all' ends all sessions, 'fedauth store delete NAME' removes an entry; docs/store.md says how to get rid of everything
        |daemon agent serve server|no service runs; 'fedauth store unlock' keeps the store open for a while
        |proxy|'--proxy URL' of each command names a proxy
        |gcloud az psql|'fedauth exec NAME -- COMMAND' runs a command with a session, 'fedauth token' prints a token
        |git clone pull|'git config --global credential.helper fedauth' lets git keep its passwords here
        |ide vscode codium intellij pycharm editor eclipse emacs vim|editors sign in by git and Docker: 'fedauth help git' and 'fedauth help docker' have the lines
        |ping|'fedauth status NAME --check' asks the server about a session
        |log logs history journal syslog har html devtools saml-tracer|no log is kept; 'fedauth login NAME --trace FILE.html' writes the whole exchange to a file
        |copy paste clip clipboard|'fedauth store get NAME --clip' copies a value to the clipboard
        |rotate|'fedauth store rekey' replaces the store's keys, 'fedauth sls renew NAME' a certificate
        login|list ls|'fedauth profile list' shows the profiles
        login|refresh renew|'fedauth login NAME --force' signs in again
        login|add create new set|'fedauth profile add NAME URL' saves how to sign in
        logout|all|'fedauth logout --all' ends all sessions
        status|list ls all|'fedauth status --all' shows all sessions
        status|check verify validate test|'fedauth status NAME --check' asks the server about the session
        token|get show print read cat view fetch|'fedauth token' prints the token of the current session, 'fedauth token NAME' that of another
        token|refresh renew rotate update|'fedauth login NAME --force' signs in again, and gets a new token
        token|check verify validate|'fedauth token NAME --verify FILE' checks who signed it
        token|inspect describe info|'fedauth token NAME --output claims' shows what is in it
        doctor|store|'fedauth store doctor' checks the store
        store|edit change modify update|'fedauth store put NAME' replaces a value
        store|generate gen random pwgen|\(made)
        store|cp copy duplicate|\(copy)
        store|sync push pull git|'fedauth store export -o FILE' writes a sealed copy, 'fedauth store import FILE' reads it
        store|lookup clear|'fedauth store search --attribute service=ci' finds entries, 'fedauth store get NAME' prints one, 'fedauth store delete NAME' removes it
        store|status info|'fedauth store doctor' checks the store, 'fedauth store list' shows the entries
        store|use select|'--store NAME' chooses a store, 'fedauth store list --stores' shows them
        store|history log|a store keeps the latest values only
        store|kill wipe reset destroy purge|'fedauth store delete NAME …' removes entries, 'fedauth store lock' forgets the key
        store|export-all|'fedauth store export -o FILE' writes all entries
        store|otp code totp|'fedauth store get NAME --code' prints the current code of a key of kind totp
        profile|default use switch select activate use-context|'profile = "NAME"' below [defaults] of the file chooses one; 'fedauth profile edit' opens the file
        profile|set change update modify|'fedauth profile edit NAME --user USER' changes a setting, and so all others
        profile|export dump|'fedauth profile show NAME' prints a profile as the file has it
        profile|path where file|'fedauth doctor' names the file
        profile|rename mv cp copy|'fedauth profile edit' opens the file, in which a profile is a few lines
        profile|test check try verify validate|'fedauth doctor NAME' checks a profile, 'fedauth login NAME' tries it
        profile|login signin|'fedauth login NAME' signs in
        sls|delete remove rm revoke|'fedauth identity delete NAME' removes a certificate with its key
        sls|cert certificate export|'fedauth identity export NAME --pem FILE' writes the certificate
        sls|show|'fedauth identity show NAME' shows the certificates
        sls|profiles|'fedauth sls enroll URL --dry-run' shows what the server requires
        identity|renew enroll|'fedauth sls renew' renews an enrolled certificate
        identity|unbind|'fedauth identity bind NAME URL --remove' takes a server from an identity
        identity|rename mv|'fedauth identity import FILE --name NAME' keeps it under another name
        identity|default|'fedauth identity bind NAME URL' chooses it for a server, 'fedauth profile edit PROFILE --identity NAME' for a profile
        identity|expiry expires|'fedauth identity show NAME' shows when it ends
        identity|install trust|'fedauth identity import FILE' keeps a certificate, '--cacert FILE' trusts an authority
        """
}
