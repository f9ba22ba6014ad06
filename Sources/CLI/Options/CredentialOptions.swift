import ArgumentParser

/// The user name and the source of the password.
struct CredentialOptions: ParsableArguments {
    @Option("name", "The user name.")
    var user: String?

    @Flag(help: "Read the password from stdin.")
    var passwordStdin = false

    @Option("file", "Read the password from this file.", completion: .file())
    var passwordFile: String?

    @Option("number", "Read the password from this descriptor.")
    var passwordFd: Int32?

    @Option("command", "Read the password from a shell command's output.", completion: .shellCommand("compgen -c"))
    var passwordCommand: String?

    @Option("entry", "Take the password from this entry of the store.", completion: .entryNames)
    var passwordStore: String?

    @Flag(help: "Send the password although the server has refused it before (otherwise status 3).")
    var sendRefused = false
}
