/// `fedauth profile`: shows and changes the profiles of the configuration file.
struct ProfileGroup: CommandNode, Documented {
    static let examples: Examples = [
        "fedauth profile add mail --authorization-url https://mail.example.org/ --finish "
            + "https://mail.example.org/inbox":
            "Save how to sign in to a service",
        "fedauth profile list": "See which profiles there are",
    ]
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Add, list, show, edit, import and remove profiles.",
        subcommands: [
            ProfileAdd.self, ProfileList.self, ProfileShow.self, ProfileEdit.self, ProfileImport.self,
            ProfileRemove.self,
        ])
}
