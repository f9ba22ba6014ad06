/// Commands of other programs, and what does the same here.
enum FamiliarCommands {
    /// Returns the command of a group that means the same as `word`; nil if it has none.
    static func synonym(of word: String, among commands: [String]) -> String? {
        meanings.lazy.filter { $0.contains(word) }.compactMap { $0.first(where: commands.contains) }.first
    }

    /// Returns advice for a word in the place of a command; nil for a word that is not in the table.
    static func advice(for word: String) -> String? {
        return table.first { $0.words.split(separator: " ").contains(Substring(word)) }?.advice
    }

    /// Words with one meaning. A group has one or two of them.
    private static let meanings = [
        ["list", "ls", "dir", "all"],
        ["get", "show", "lookup", "read", "cat", "view", "print", "fetch", "info"],
        ["put", "set", "add", "import", "insert", "write", "save", "create", "new", "load"],
        ["delete", "remove", "rm", "del", "clear", "erase", "drop", "unset", "forget"],
        ["search", "find", "grep", "query"],
        ["rename", "mv"], ["move", "migrate"],
        ["export", "dump", "backup"],
        ["enroll", "enrol", "register"],
        ["edit", "change", "modify"],
        ["rekey", "passwd", "change-passphrase"],
        ["login", "signin", "sign-in", "logon", "auth", "authenticate", "sso"],
        ["logout", "signout", "sign-out", "logoff"],
        ["status", "whoami", "who"],
        ["doctor", "check", "diagnose"],
        ["profile", "profiles", "config", "configure"],
        ["completions", "completion"],
        ["identity", "cert", "certs", "certificate", "certificates"],
        ["passkey", "passkeys", "webauthn", "fido2"],
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
    ]
}
