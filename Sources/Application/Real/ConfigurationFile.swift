internal import Configuration
public import Core
internal import System

/// `config.toml`: the file of `--config` or `FEDAUTH_CONFIG`, else the one in the configuration directory.
public struct ConfigurationFile {
    /// The path of the file.
    public let path: String
    /// The error when the file is missing; nil if it may be.
    private let missing: FedauthError?
    /// Whether it may be a FIFO, such as a shell's `<(command)`: an option or a variable names it.
    private let isNamed: Bool
    /// The files of the machine, which are below the user's.
    private let system: [String]
    /// The directory that `~/` means in an `include`.
    private let home: String?
    /// How long to wait for another process that changes the file.
    var lockSeconds = BoundedLock.usualSeconds
    private let clock: any WallClock

    /// Chooses the file; `option` is the value of `--config`.
    public init(_ environment: Environment, _ directories: Directories, _ option: String?, clock: any WallClock) {
        self.clock = clock
        let named = option ?? environment["FEDAUTH_CONFIG"]
        path = named ?? directories.configuration + "/config.toml"
        isNamed = named != nil
        missing = named.map { path in
            FedauthError(
                .usage, "there is no configuration file '\(path.folded(to: 200))'",
                hint: "'--config' or FEDAUTH_CONFIG names it; 'fedauth profile add' makes one")
        }
        home = environment["HOME"]
        system = named != nil ? [] : directories.systemConfigurations.map { $0 + "/config.toml" }
    }

    /// `missing` is the error when the file is missing.
    private init(below file: ConfigurationFile, at path: String, missing: FedauthError?) {
        self.path = path
        self.missing = missing
        isNamed = false
        home = file.home
        clock = file.clock
        system = []
    }

    /// Returns the file's text; empty when there is no file. `isForEditing`: a named file may be missing.
    public func text(isForEditing: Bool = false) throws(FedauthError) -> String {
        if FileNames.isMissing(path) {
            try checkLink()
            guard let missing, !isForEditing else { return "" }
            throw missing
        }
        return try openTrusted().read(
            name: path, limit: Self.maximumBytes, until: Deadline(seconds: Self.writerSeconds, from: clock)
        )
        .withBytes { (bytes) throws(FedauthError) in try ConfigurationText.decode(bytes, path: path) }
    }

    /// Opens the file without waiting for the other end of a FIFO, which another user may have made.
    private func openTrusted() throws(FedauthError) -> FileDescriptor {
        let file = try FileDescriptor(reading: path)
        try ConfigurationTrust(path: path).check(file.number)
        guard isNamed || (try? FileStatus(descriptor: file.number))?.kind != .other else {
            throw FedauthError(
                .configuration, "the configuration '\(path.folded(to: 200))' is no regular file",
                hint: "remove it; '--config' takes a FIFO, too")
        }
        return file
    }

    /// How long a FIFO may take, whose writer may never open it.
    private static let writerSeconds: Int64 = 30

    /// Throws for a dangling link. Treating it as a missing file would ignore settings that the user relies on.
    private func checkLink() throws(FedauthError) {
        guard !FileNames.exists(path), FileStatus(path, followsLinks: false)?.kind == .symbolicLink else { return }
        throw FedauthError(
            .configuration, "'\(path.folded(to: 200))' is a link to a file that is not there",
            hint: "make that file, or remove the link")
    }

    /// The limit for the file.
    public static let maximumBytes = 1 << 20

    /// Parses the file, below it those that it includes, and below them those of the machine, with their mistakes; see
    /// `ConfigurationValidator`. Throws when one of them cannot be read.
    public func load() throws(FedauthError) -> Core.Configuration {
        var read: Set<String> = []
        return try load(&read)
    }

    private static let maximumFiles = 100

    /// - Parameter read: the files read so far. Each is read once, so files that include one another do not loop.
    private func load(_ read: inout Set<String>) throws(FedauthError) -> Core.Configuration {
        let text = try text()
        read.insert(target)
        guard read.count <= Self.maximumFiles else {
            throw FedauthError(
                .configuration, "'\(path.folded(to: 200))' is the file after the first \(Self.maximumFiles)",
                hint: "include fewer files")
        }
        var configuration = text.isEmpty ? Core.Configuration() : try ConfigurationText.parse(text, path: path)
        var files: [ConfigurationFile] = []
        for include in configuration.includes { files += try include.values.map(included(at: include.place)) }
        // The last one wins, as if the files stood at the top of this one.
        files.reverse()
        files += system.filter(FileNames.exists).map { ConfigurationFile(below: self, at: $0, missing: nil) }
        for file in files where !read.contains(file.target) {
            configuration = configuration.over(try file.load(&read), at: file.path)
        }
        return configuration
    }

    /// Returns what makes the file of a value of `include`, at a place of this file: relative to its directory.
    private func included(
        at place: Profile.Setting.Place?
    ) -> (Profile.Setting.Value) throws(FedauthError) -> ConfigurationFile {
        { (value) throws(FedauthError) in
            guard case .text(let name) = value, !name.isEmpty else {
                throw ConfigurationDiagnostic(.file, place, "'include' takes the names of files").error(in: path)
            }
            let file: String
            if name.hasPrefix("~/"), let home {
                file = home + name.dropFirst()
            } else {
                file = name.hasPrefix("/") ? name : FileNames.directory(of: path) + "/" + name
            }
            let missing = ConfigurationDiagnostic(
                .file, place, "there is no file '\(file.folded(to: 200))'", hint: "correct 'include', or make the file")
            return ConfigurationFile(below: self, at: file, missing: missing.error(in: path))
        }
    }

    /// Throws `configuration` if the profile stands in another file, which this one includes or which is below it.
    public func checkHolds(_ profile: Profile) throws(FedauthError) {
        guard let file = profile.settings.lazy.compactMap(\.place?.file).first else { return }
        throw FedauthError(
            .configuration, "the profile '\(profile.name)' stands in '\(file.folded(to: 200))'",
            hint: "change that file, or name it by '--config'")
    }

    /// Changes the file atomically, under a lock against other fedauth processes. Keeps a link, and changes the file
    /// that it leads to. Keeps the mode; a new file is private.
    public func edit(_ change: (String) throws(FedauthError) -> String) throws(FedauthError) {
        try checkLink()
        let target = target
        let directory = FileNames.directory(of: target)
        if !FileNames.exists(directory) { try PrivateDirectory.make(directory) }
        // Checked first, so that fedauth creates nothing in a directory from which it would not read.
        try ConfigurationTrust(path: path).checkDirectories()
        let lock = try BoundedLock.take(for: target, waitSeconds: lockSeconds)
        defer { withExtendedLifetime(lock) {} }
        let old = try text(isForEditing: true)
        let new = try change(old)
        if new != old || !FileNames.exists(target) {
            let mode = FileStatus(target).map { $0.mode & 0o777 } ?? 0o600
            try new.withBytes { (bytes) throws(FedauthError) in
                _ = try AtomicFile.write(to: target, mode: mode) { (sink) throws(FedauthError) in try sink(bytes) }
            }
        }
    }

    /// The path of the file, with all links resolved.
    private var target: String { FileNames.resolved(path) ?? path }
}

/// Changes to profiles. Writes nothing that a command would reject.
extension ConfigurationFile {
    /// Appends a profile. Throws `usage` for an invalid profile, or when the name is taken.
    public func add(_ profile: Profile, _ validator: ConfigurationValidator) throws(FedauthError) {
        try edit { (text) throws(FedauthError) in try adding(profile, to: text, validator) }
    }

    /// Returns the text with the profile appended.
    public func adding(
        _ profile: Profile, to text: String, _ validator: ConfigurationValidator
    ) throws(FedauthError) -> String {
        let new = try ConfigurationEdit.adding(profile, to: text, path: path)
        try check(profile.name, in: new, validator)
        return new
    }

    /// Changes settings of a profile. Removes settings that a new one excludes, and returns their names.
    public func change(
        _ name: String, setting settings: [Profile.Setting], removing removed: [String],
        _ validator: ConfigurationValidator
    ) throws(FedauthError) -> [String] {
        let named = Set(settings.map(\.key))
        let excluded = SettingLayers.alternatives.filter { !$0.isDisjoint(with: named) }
            .reduce(Set()) { $0.union($1) }.subtracting(named).subtracting(removed)
        var gone: [String] = []
        try edit { (text) throws(FedauthError) in
            let profile = try ConfigurationText.parse(text, path: path).profile(name)
            gone = profile?.settings.map(\.key).filter(excluded.contains) ?? []
            let new = try ConfigurationEdit.changing(
                name, setting: settings, removing: removed + gone, in: text, path: path)
            try check(name, in: new, validator)
            return new
        }
        return gone
    }

    /// Checks the new profile. Its mistakes come from the command line, so the error names no line.
    private func check(_ name: String, in text: String, _ validator: ConfigurationValidator) throws(FedauthError) {
        let configuration = try ConfigurationText.parse(text, path: path)
        let mistakes = validator.mistakes(of: .profile(name), in: configuration, values: true)
        if let mistake = mistakes.first { throw FedauthError(.usage, mistake.what, hint: mistake.hint) }
    }
}
