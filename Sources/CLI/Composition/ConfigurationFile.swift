import Configuration
import Core
import Glibc

/// `config.toml`: `--config`, `FEDAUTH_CONFIG`, or the one in the configuration directory.
struct ConfigurationFile {
    let path: String
    /// Named by hand: then it must be there.
    private let isExplicit: Bool

    init(_ environment: Environment, _ directories: Directories, _ option: String?) {
        let named = option ?? environment["FEDAUTH_CONFIG"]
        path = named ?? directories.configuration + "/config.toml"
        isExplicit = named != nil
    }

    /// The file's text; empty when there is no file.
    ///
    /// - Parameter isForEditing: then a file that is named may still have to be made.
    func text(isForEditing: Bool = false) throws(FedauthError) -> String {
        if access(path, F_OK) != 0, errno == ENOENT {
            if !isExplicit || isForEditing { return "" }
            throw FedauthError(
                .usage, "there is no configuration file '\(path.folded(to: 200))'",
                hint: "'--config' or FEDAUTH_CONFIG names it; 'fedauth profile add' makes one")
        }
        let file = try FileDescriptor(opening: path, O_RDONLY)
        let content = try file.read(name: path, limit: 1 << 20)
        guard let text = content.withBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw FedauthError(
                .configuration, "'\(path)' is not UTF-8", hint: "save it as UTF-8, which TOML demands")
        }
        return text
    }

    /// What it says, with every setting known.
    func load() throws(FedauthError) -> Core.Configuration {
        let text = try text()
        if text.isEmpty { return Core.Configuration() }
        let configuration = try ConfigurationText.parse(text, path: path)
        for profile in configuration.profiles + [Profile(name: "defaults", settings: configuration.defaults)] {
            for setting in profile.settings { try Settings.check(setting, of: profile.name, in: path) }
        }
        return configuration
    }

    /// Changes the file, whole or not at all, while no other fedauth does.
    func edit(_ change: (String) throws(FedauthError) -> String) throws(FedauthError) {
        let directory = FileNames.directory(of: path)
        if access(directory, F_OK) != 0 { try PrivateDirectory.make(directory) }
        let folder = try FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY)
        guard SystemCall.retrying({ flock(folder.number, LOCK_EX) }) == 0 else {
            throw SystemCall.error("lock", directory)
        }
        try AtomicFile.write(try change(try text(isForEditing: true)), to: path)
        _ = consume folder
    }
}
