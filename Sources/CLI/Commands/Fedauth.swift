import ArgumentParser

/// The root of the command line: a table of commands.
struct Fedauth: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fedauth",
        abstract: "Sign in to federated services from the shell, keep what that gave, and hand it to other programs.",
        discussion: """
            EXAMPLES:
              Sign in, and use the session in this shell:
                fedauth saml https://service.example.org/ --finish https://service.example.org/home
                eval $(fedauth export-cookies)
                curl -b "$FEDAUTH_COOKIE_JAR" "$FEDAUTH_URL"
              What is there, and until when:
                fedauth status
            """,
        version: "fedauth \(Version.number)",
        groupedSubcommands: [
            CommandGroup(name: "Sign in", subcommands: [Login.self, SAML.self, Logout.self, Status.self]),
            CommandGroup(
                name: "Use",
                subcommands: [
                    ExportCookies.self, ExportHeaders.self, Token.self, Exec.self, CredentialCommand.self,
                    DockerCredentialCommand.self,
                ]),
            CommandGroup(
                name: "Keep", subcommands: [StoreGroup.self, ProfileGroup.self, Doctor.self, CompletionsCommand.self]),
        ])
}
