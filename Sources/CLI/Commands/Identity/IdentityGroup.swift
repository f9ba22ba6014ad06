/// `fedauth identity`: client certificates and their keys.
struct IdentityGroup: CommandNode, Documented {
    static let examples: Examples = [
        "fedauth identity import ada.p12 --origin https://portal.example.org":
            "Import a certificate and its key, for one server",
        "fedauth identity list": "List the identities, their servers, and when they expire",
        "fedauth identity show ada": "Show the certificate and its issuers",
    ]
    static let configuration = CommandConfiguration(
        commandName: "identity", abstract: "Keep client certificates, each for its servers.",
        discussion: """
            An identity is a private key and its certificates, kept in the store. Every command that sends \
            requests shows it to the servers that it is bound to, and to no others.
            """,
        subcommands: [
            IdentityImport.self, IdentityList.self, IdentityShow.self, IdentityBind.self, IdentityExport.self,
            IdentityDelete.self,
        ])
}
