/// Commands of other programs, and what does the same here.
enum FamiliarCommands {
    /// Returns the command of a group that means the same as `word`; nil if it has none.
    static func synonym(of word: String, among commands: [String]) -> String? {
        meanings.lazy.filter { $0.contains(word) }.compactMap { $0.first(where: commands.contains) }.first
    }

    /// Returns advice for a word in the place of a command; nil for a word that is not in the table.
    ///
    /// - Parameter path: the group's words; empty: the word is the first one.
    static func advice(for word: String, behind path: [String]) -> String? {
        let table = path.isEmpty ? table : groups[path.joined(separator: " ")] ?? []
        return table.first { $0.words.split(separator: " ").contains(Substring(word)) }?.advice
    }

    /// Words with one meaning. A group has one or two of them.
    private static let meanings = [
        ["list", "ls", "dir", "all"],
        ["get", "show", "lookup", "read", "cat", "view", "print", "fetch", "info"],
        ["init", "create", "new", "setup"],
        ["put", "set", "add", "import", "insert", "write", "save", "create", "new", "load", "register", "restore"],
        ["delete", "remove", "rm", "del", "clear", "erase", "drop", "unset", "forget"],
        ["search", "find", "grep", "query"],
        ["rename", "mv"], ["move", "migrate"],
        ["export", "dump", "backup"],
        ["enroll", "enrol", "register", "login", "new", "create", "get", "issue", "request", "add"],
        ["status", "list", "ls", "show", "info", "check"],
        ["edit", "change", "modify", "set", "update"],
        ["rekey", "passwd", "password", "passphrase", "change-passphrase", "rotate"],
        ["unlock", "open"], ["lock", "close"],
        ["verify", "check", "fsck", "validate"], ["recover", "repair"],
        ["slot", "keys", "key"],
        ["bind", "use", "assign", "allow"],
        ["doctor", "where", "path", "status", "info", "which"],
        ["login", "signin", "sign-in", "logon", "auth", "authenticate", "sso"],
        ["logout", "signout", "sign-out", "logoff"],
        ["status", "whoami", "who"],
        ["doctor", "check", "diagnose", "test", "debug", "info", "verify", "validate"],
        ["profile", "profiles", "config", "configure"],
        ["completions", "completion"],
        ["identity", "cert", "certs", "certificate", "certificates"],
        ["passkey", "passkeys", "webauthn", "fido2"],
        ["docker-credential", "docker"], ["cancel", "abort", "stop"],
        ["export-cookies", "cookies", "cookie", "cookiejar", "jar"],
        ["export-headers", "headers", "header"],
    ]

    /// Words that need more than one command's name.
    static let table: [(words: String, advice: String)] = [
        ("ls list dir", "'fedauth status --all' shows the sessions, 'fedauth store list' the entries of the store"),
        ("run with sudo", "'fedauth exec NAME -- COMMAND' runs a command with a session"),
        (
            "curl wget http fetch get open browse",
            "'fedauth request URL' sends a request, and signs in when the server asks for it"
        ),
        ("env export eval vars", "'eval $(fedauth export-cookies)' gives a session to the shell"),
        (
            "set add insert save write",
            "'fedauth store put NAME' keeps a secret, 'fedauth profile add NAME' a way to sign in"
        ),
        (
            "show lookup read cat view print",
            "'fedauth store get NAME' prints an entry, 'fedauth status' shows the sessions"
        ),
        ("rm remove del clear erase", "'fedauth store delete NAME' removes an entry, 'fedauth logout' ends a session"),
        ("find grep", "'fedauth store search' finds entries by their attributes"),
        ("mv rename", "'fedauth store rename NAME NEW-NAME' gives an entry another name"),
        ("oidc openid oauth oauth2", "'fedauth saml URL --finish URL' signs in by any pages that end at an address"),
        ("kinit kerberos krb5", "'fedauth basic URL --scheme negotiate' answers with the ticket of 'kinit'"),
        ("passwords password secrets secret", "'fedauth store list' shows the entries of the store"),
        ("sessions session", "'fedauth status --all' shows the sessions"),
        ("otp totp mfa 2fa code", "'fedauth store get NAME --code' prints the code of a key of kind totp"),
        (
            "key keys",
            "'fedauth identity list' shows certificates with keys, 'fedauth store slot list' the store's keys"
        ),
        ("passwd password-change", "'fedauth store rekey' gives the store a new passphrase"),
        ("refresh relogin", "'fedauth login NAME --force' signs in again, 'fedauth sls renew' renews a certificate"),
        ("remember save-password", "'fedauth login NAME --remember' stores the password after the sign-in"),
        ("init setup", "'fedauth profile add NAME' saves how to sign in, 'fedauth store init' makes a store"),
        ("man docs usage about manual", "'man fedauth' shows the manual, 'fedauth help topics' the other pages"),
        ("version", "'fedauth --version' shows the version"),
        ("upgrade update self-update install uninstall", "the system's package manager does that"),
        ("browser web gui", "'fedauth login NAME --presenter chromium' shows the login in a browser"),
        ("connect vpn", "'fedauth exec NAME -- COMMAND' runs a VPN client with a session"),
        ("disconnect exit quit revoke", "'fedauth logout' ends a session"),
        (
            "clean purge reset wipe",
            "'fedauth logout --all' ends all sessions, 'fedauth store delete NAME' removes an entry"
        ),
        ("daemon agent serve server", "no service runs; 'fedauth store unlock' keeps the store open for a while"),
        ("proxy", "'--proxy URL' of each command names a proxy"),
        (
            "ssh aws gcloud azure az kubectl psql openconnect",
            "'fedauth exec NAME -- COMMAND' runs a command with a session, 'fedauth token' prints a token"
        ),
        ("git", "'git config --global credential.helper fedauth' lets git keep its passwords here"),
        ("ping", "'fedauth status NAME --check' asks the server about a session"),
        ("log logs trace history", "'fedauth login NAME --trace FILE' writes the whole exchange to a file"),
        ("copy paste clip clipboard cp", "'fedauth store get NAME --clip' copies a value to the clipboard"),
        ("rotate", "'fedauth store rekey' replaces the store's keys, 'fedauth sls renew' a certificate"),
    ]

    /// The same for the words behind a group.
    static let groups: [String: [(words: String, advice: String)]] = [
        "store": [
            ("edit change modify update", "'fedauth store put NAME' replaces a value"),
            (
                "generate gen random pwgen",
                "passwords are made elsewhere: 'openssl rand -base64 24 | fedauth store put NAME'"
            ),
            ("cp copy duplicate", "'fedauth store get NAME | fedauth store put NEW-NAME' copies a value"),
            (
                "sync push pull",
                "'fedauth store export FILE' writes a sealed copy, 'fedauth store import FILE' reads it"
            ),
            ("history log", "a store keeps the latest values only"),
            (
                "kill wipe reset destroy purge",
                "'fedauth store delete NAME …' removes entries, 'fedauth store lock' forgets the key"
            ),
            ("export-all", "'fedauth store export FILE' writes all entries"),
            ("otp code totp", "'fedauth store get NAME --code' prints the current code of a key of kind totp"),
        ],
        "profile": [
            (
                "default use switch select activate",
                "'profile = NAME' below [defaults] of the file chooses one; see 'profile edit'"
            ),
            ("rename mv cp copy", "'fedauth profile edit' opens the file, in which a profile is a few lines"),
            ("test check try verify validate", "'fedauth doctor NAME' checks a profile, 'fedauth login NAME' tries it"),
            ("login signin", "'fedauth login NAME' signs in"),
        ],
        "sls": [
            ("delete remove rm revoke", "'fedauth identity delete NAME' removes a certificate with its key"),
            ("cert certificate export", "'fedauth identity export NAME' writes the certificate"),
            ("show", "'fedauth identity show NAME' shows the certificates"),
        ],
        "identity": [
            ("renew enroll", "'fedauth sls renew' renews an enrolled certificate"),
            (
                "install trust",
                "'fedauth identity import FILE' keeps a certificate, '--cacert FILE' trusts an authority"
            ),
        ],
    ]
}
