/// The root of the command line: a table of commands.
struct Fedauth: CommandNode, Documented {
    static let examples: Examples = [
        "fedauth request https://service.example.org/": "Load a page, and sign in if the service asks for it",
        "eval $(fedauth export-cookies)":
            "Use the session in this shell",
        "fedauth profile add mail --authorization-url https://mail.example.org/ --finish "
            + "https://mail.example.org/inbox":
            "Save once how to sign in",
        "fedauth login mail": "Sign in, if that is needed",
        "fedauth status --all": "See all sessions, and when they end",
    ]

    static let configuration = CommandConfiguration(
        commandName: "fedauth", abstract: "Sign in to federated services, and pass the session to other programs.",
        sections: [
            .init(
                name: "Sign in",
                commands: [
                    Login.self, SAML.self, OAuth.self, ADFS.self, Basic.self, SLSGroup.self, Cancel.self, Logout.self,
                    Status.self,
                ]),
            .init(
                name: "Use",
                commands: [
                    RequestCommand.self, ExportCookies.self, ExportHeaders.self, Token.self, Exec.self,
                    CredentialCommand.self,
                ]),
            .init(
                name: "Keep",
                commands: [
                    StoreGroup.self, IdentityGroup.self, PasskeyGroup.self, ProfileGroup.self, Doctor.self,
                    TraceCommand.self, CompletionsCommand.self, DumpCommands.self, BrowserSupervisorCommand.self,
                    ProgramSupervisor.self,
                    ExecCleanup.self,
                ]),
        ])
}
