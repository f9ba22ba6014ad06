import ArgumentParser

/// The root of the command line: a table of commands.
struct Fedauth: ParsableCommand, Documented {
    static let examples = [
        Example(
            "fedauth profile add mail --authorization-url https://mail.example.org/ --finish "
                + "https://mail.example.org/inbox",
            "Save once how to sign in"),
        Example("fedauth login mail", "Sign in, if that is needed"),
        Example(
            """
            eval $(fedauth export-cookies mail)
            curl -b "$FEDAUTH_COOKIE_JAR" "$FEDAUTH_URL"
            """, "Use the session in this shell"),
        Example("fedauth status --all", "See all sessions, and when they end"),
    ]

    static let configuration = CommandConfiguration(
        commandName: "fedauth",
        abstract: "Sign in to federated services from the shell, keep the session, and pass it to other programs.",
        version: Version.line,
        groupedSubcommands: [
            CommandGroup(
                name: "Sign in",
                subcommands: [
                    Login.self, SAML.self, ADFS.self, Basic.self, SLSGroup.self, Cancel.self, Logout.self,
                    Status.self,
                ]),
            CommandGroup(
                name: "Use",
                subcommands: [
                    RequestCommand.self, ExportCookies.self, ExportHeaders.self, Token.self, Exec.self,
                    CredentialCommand.self,
                    DockerCredentialCommand.self,
                ]),
            CommandGroup(
                name: "Keep",
                subcommands: [
                    StoreGroup.self, IdentityGroup.self, PasskeyGroup.self, ProfileGroup.self, Doctor.self,
                    CompletionsCommand.self, DumpExamples.self, BrowserSupervisorCommand.self, ProgramSupervisor.self,
                    ExecCleanup.self,
                ]),
        ])
}
