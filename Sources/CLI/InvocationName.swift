/// The names by which other programs call this one. git and Docker find a helper by a fixed prefix of its name, so the
/// same binary is also installed under those names.
enum InvocationName {
    private static let commands = [
        "git-credential-fedauth": CredentialCommand.configuration.commandName,
        "docker-credential-fedauth": DockerCredentialCommand.configuration.commandName,
    ]

    /// Returns the words of the command line, preceded by the command that the program's name stands for.
    static func words(_ arguments: [String]) -> [String] {
        let name = arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        let command = commands[name] ?? nil
        return (command.map { [$0] } ?? []) + arguments.dropFirst()
    }
}
