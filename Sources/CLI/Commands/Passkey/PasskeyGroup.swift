/// `fedauth passkey`: passkeys that fedauth's own browser windows make and use.
struct PasskeyGroup: CommandNode, Documented {
    static let examples: Examples = [
        "fedauth passkey add https://account.example.org/security": "Make a passkey on the account's page",
        "fedauth passkey list": "List the passkeys, their accounts, and how often they were used",
        "fedauth passkey delete example.org#ada": "Remove one from the store",
    ]
    static let configuration = CommandConfiguration(
        commandName: "passkey", abstract: "Keep passkeys for sign-ins in fedauth's own browser.",
        discussion: """
            A passkey is a key pair for one relying party: a domain and those below it. It is made in a window \
            that fedauth opens, kept in the store, and used there without questions in later sign-ins. A page of \
            another domain gets nothing of it.
            """,
        subcommands: [PasskeyAdd.self, PasskeyList.self, PasskeyDelete.self])
}
