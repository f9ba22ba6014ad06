internal import Configuration
public import Core
internal import System

/// A private copy of the configuration file for editing; it replaces the file only when it is valid and the file has
/// not changed meanwhile.
public struct ConfigurationDraft {
    private let file: ConfigurationFile
    private let command: Context
    private let validator: ConfigurationValidator
    /// The content of the file when the copy was made.
    private let original: String
    /// The copy; kept when it could not be saved, so that no work is lost.
    public let path: String

    /// Makes the copy.
    public init(
        of file: ConfigurationFile, _ validator: ConfigurationValidator, in command: Context
    ) throws(FedauthError) {
        (self.file, self.validator, self.command) = (file, validator, command)
        original = try file.text(isForEditing: true)
        try PrivateDirectory.make(command.directories.state)
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        // Editors recognise the language of a file by its extension.
        path = command.directories.state + "/draft-\(digits).toml"
        try AtomicFile.write(original.isEmpty ? Self.beginning : original, to: path)
    }

    private static let beginning = """
        # Profiles and defaults of fedauth; see fedauth-config(5).

        # [profile.mail]
        # authorization-url = "https://mail.example.org/"
        # finish = "https://mail.example.org/inbox"
        """ + "\n"

    /// Opens the editor until the draft is valid or the user gives up, and saves it. Returns false when nothing was
    /// changed. `report`: tells the user of the mistakes in the draft.
    public func edit(
        from line: Int, reporting report: ([ConfigurationDiagnostic]) -> Void
    ) throws(FedauthError) -> Bool {
        let hint = "change settings by options, 'fedauth profile edit NAME --user …', or edit '\(file.path)'"
        guard command.isInteractive else {
            Files.remove(path)
            throw FedauthError(.inputNeeded, "'--no-input' is in force, and an editor asks", hint: hint)
        }
        var line = line
        do throws(FedauthError) {
            let editor = try Editor(command.environment)
            guard let foreground = ForegroundProgram() else {
                throw FedauthError(.inputNeeded, "there is no terminal for an editor", hint: hint)
            }
            while true {
                try editor.edit(path, line: line, in: foreground)
                let text = try text()
                let mistakes = mistakes(in: text)
                if mistakes.isEmpty {
                    // Saves the checked text, because an editor in the background may have changed the file since.
                    let isNew = try save(text)
                    Files.remove(path)
                    return isNew
                }
                report(mistakes)
                guard try command.prompter().confirm("Edit it again") else {
                    throw FedauthError(.configuration, "the draft has mistakes, and '\(file.path)' was not changed")
                }
                line = mistakes.compactMap(\.place?.line).first ?? line
            }
        } catch { throw keeping(error) }
    }

    /// Returns the mistakes in the edited text.
    private func mistakes(in text: String) -> [ConfigurationDiagnostic] {
        do throws(ConfigurationDiagnostic) {
            return validator.mistakes(in: try ConfigurationText.parse(text))
        } catch { return [error] }
    }

    private func text() throws(FedauthError) -> String {
        try FileDescriptor(opening: path).read(name: path, limit: ConfigurationFile.maximumBytes)
            .withBytes { (bytes) throws(FedauthError) in try ConfigurationText.decode(bytes, path: path) }
    }

    private func save(_ new: String) throws(FedauthError) -> Bool {
        guard new != original, !(original.isEmpty && new == Self.beginning) else { return false }
        guard !new.isEmpty else {
            throw FedauthError(
                .cancelled, "the draft is empty, '\(file.path)' was left as it is",
                hint: "'fedauth profile remove' takes profiles out")
        }
        try file.edit { (current) throws(FedauthError) in
            guard current == original else {
                throw FedauthError(
                    .versionConflict, "'\(file.path)' was changed by another process meanwhile, and was left as it is")
            }
            return new
        }
        return true
    }

    /// Returns the error, with a hint that names the draft when the draft contains edits. Otherwise deletes the draft.
    private func keeping(_ error: FedauthError) -> FedauthError {
        let draft = try? text()
        if draft == original || draft == "" || original.isEmpty && draft == Self.beginning {
            Files.remove(path)
            return error
        }
        return error.hinting("what was written is in '\(path)'")
    }
}
