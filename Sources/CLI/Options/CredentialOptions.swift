/// The user name and the source of the password.
struct CredentialOptions: OptionGroup {
    var user: String?
    var passwordStdin = false
    var passwordFile: String?
    var passwordFd: Int32?
    var passwordCommand: String?
    var passwordStore: String?
    var sendRefused = false

    mutating func declare(_ list: OptionList) {
        list.option("user", &user, "name", "The user name.")
        list.flag("password-stdin", &passwordStdin, "Read the password from stdin.")
        list.option("password-file", &passwordFile, "file", "Read the password from this file.", completion: .file)
        list.option("password-fd", &passwordFd, "number", "Read the password from this descriptor.")
        list.option(
            "password-command", &passwordCommand, "command", "Read the password from a shell command's output.",
            completion: .command)
        list.option(
            "password-store", &passwordStore, "entry", "Take the password from this entry of the store.",
            completion: .names(.entries))
        list.flag(
            "send-refused", &sendRefused,
            "Send the password although the server has refused it before (otherwise status 3).", mustBeTyped: true)
    }
}
