/// `fedauth sls`: certificates from servers that issue them.
struct SLSGroup: CommandNode, Documented {
    static let examples: Examples = [
        "fedauth sls enroll https://sls.example.org --profile-code SAPSSO_P --origin https://portal.example.org":
            "Sign in once, and get a certificate for one server",
        "fedauth sls status": "List the enrolled certificates, and when they expire",
        "fedauth sls renew --all --no-input": "From cron or a timer: renew what is due",
    ]
    static let configuration = CommandConfiguration(
        commandName: "sls", abstract: "Get client certificates by a Secure Login Server or EST.",
        discussion: """
            A certificate is kept in the store as an identity, together with its source, and shown to the \
            servers that it is bound to. A profile of the method 'sls' names server and origins; a request to \
            one of the origins gets the certificate automatically.
            """,
        subcommands: [SLSEnroll.self, SLSRenew.self, SLSStatus.self, SLSCSR.self])
}
