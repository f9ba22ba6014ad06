import ArgumentParser

/// The user name and the source of the password.
struct CredentialOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user name.", valueName: "name"))
    var user: String?

    @Flag(help: "Read the password from stdin.")
    var passwordStdin = false

    @Option(help: ArgumentHelp("Read the password from this file.", valueName: "file"), completion: .file())
    var passwordFile: String?

    @Option(help: ArgumentHelp("Read the password from this descriptor.", valueName: "number"))
    var passwordFd: Int32?

    @Option(
        help: ArgumentHelp("Read the password from a shell command's output.", valueName: "command"),
        completion: .shellCommand("compgen -c"))
    var passwordCommand: String?

    @Option(
        help: ArgumentHelp("Take the password from this entry of the store.", valueName: "entry"),
        completion: .entryNames)
    var passwordStore: String?
}
