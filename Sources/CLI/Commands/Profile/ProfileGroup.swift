import ArgumentParser

/// `fedauth profile`: what the configuration file says, by command.
struct ProfileGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Add, list, show, edit, import and remove profiles.",
        subcommands: [
            ProfileAdd.self, ProfileList.self, ProfileShow.self, ProfileEdit.self, ProfileImport.self,
            ProfileRemove.self,
        ])
}
