public import Core
public import FileStore
internal import Glibc
public import Keyring
internal import System

/// Adapters do not know one another; this connects the keyring to the files that it needs.
extension SealedFiles: LargeValueStore {}

/// Makes the store back ends, each from what it needs: the one place that knows all of them.
public struct StoreBackends {
    let context: Context
    /// What opens the stores.
    public let opener: any StorePassphraseSource
    /// Whether the encrypted file's key is read from the cache in memory, and kept there.
    private let usesCache: Bool

    /// Creates the back ends; opens none.
    public init(in context: Context, passphrase: any StorePassphraseSource, usesCache: Bool) {
        self.context = context
        opener = passphrase
        self.usesCache = usesCache
    }

    /// The back ends, in the order of `StoreBackend`.
    public var all: [any StoreCandidate] { StoreBackend.all.compactMap(candidate) }

    private func candidate(_ backend: StoreBackend) -> (any StoreCandidate)? {
        switch backend {
        case .auto: nil
        case .keyring: KeyringBackend(backends: self)
        case .file: FileBackend(backends: self, name: nil)
        case .named(let name): FileBackend(backends: self, name: name)
        case .program(let program): ProgramBackend(backends: self, program: program)
        }
    }

    /// Returns the store that the program keeps. `isInteractive` false: the program asks nothing.
    public func program(_ name: String, isInteractive: Bool? = nil) -> EngineStore {
        let program = SupervisedProgram(name, as: .store, search: ProgramSearch(context.environment))
        return EngineStore(
            ProgramEngine(
                program, isInteractive: isInteractive ?? context.isInteractive,
                reporter: context.reporter, clock: context.clock),
            stateDirectory: context.directories.state, passphrases: opener, clock: context.clock, usesCache: usesCache)
    }

    /// The address of the session bus.
    public var busAddress: SessionBusAddress? { SessionBusAddress { context.environment[$0] } }
    /// The folder with a folder for each named store.
    private var namedFolder: String { context.directories.data + "/stores" }

    /// Throws `store-unsafe` when another user could replace the folders above a named store. The store checks its own.
    public func checkNamedFolders() throws(FedauthError) {
        for path in [context.directories.data, namedFolder] { try EncryptedFileStore.checkFolder(path) }
    }

    /// Returns the encrypted file, or the one of that name.
    public func file(_ name: StoreName? = nil) -> EncryptedFileStore {
        EncryptedFileStore(
            name: name?.text, directory: name.map { "\(namedFolder)/\($0.text)" } ?? context.directories.data,
            stateDirectory: context.directories.state, passphrases: opener, clock: context.clock, usesCache: usesCache)
    }
}

extension StoreBackends: NamedStores {
    /// Returns the store that the program keeps.
    public func candidate(program: String) -> any StoreCandidate { ProgramBackend(backends: self, program: program) }

    /// Returns the store of that name.
    public func candidate(_ name: StoreName) -> any StoreCandidate { FileBackend(backends: self, name: name) }

    /// Returns the names of the folders that have a store.
    public func names() -> [StoreName] {
        FileNames.names(in: namedFolder).compactMap { try? StoreName($0) }.filter { name in
            (try? FileBackend(backends: self, name: name).isMade()) == true
        }.sorted()
    }
}

/// The desktop keyring.
private struct KeyringBackend: StoreCandidate {
    let backends: StoreBackends
    let backend = StoreBackend.keyring

    /// Nothing: to find out, the keyring would have to be unlocked.
    func reasonIfUsedBefore() -> StoreReason? { nil }

    /// A locked keyring counts as usable: the file does not replace it.
    func availability(wasSilent: Bool) -> StoreAvailability {
        let milliseconds: UInt32 = wasSilent ? 200 : SecretServiceStore.probeMilliseconds
        do throws(FedauthError) {
            _ = try SecretServiceStore.probe(bus: backends.busAddress, deadlineMilliseconds: milliseconds)
            return .usable(StoreReason("keyring-answers", "the keyring answers"), isRemembered: true)
        } catch { return error.code == .timedOut ? .silent(error.message) : .unusable(error.message) }
    }

    func store() -> any CredentialStore {
        let context = backends.context
        return SecretServiceStore(
            bus: backends.busAddress, passwords: backends.opener,
            largeValues: SealedFiles(directory: context.directories.data + "/blobs", clock: context.clock),
            clock: context.clock,
            hasDisplay: context.environment["DISPLAY"] != nil || context.environment["WAYLAND_DISPLAY"] != nil,
            warn: { context.reporter.warning($0.whole) })
    }
}

/// The encrypted file, or a named one.
private struct FileBackend: StoreCandidate {
    let backends: StoreBackends
    let name: StoreName?

    var backend: StoreBackend { name.map { .named($0) } ?? .file }

    /// Throws `store-unsafe` when another user could replace the folders above a named store.
    func reasonIfUsedBefore() throws(FedauthError) -> StoreReason? {
        if name != nil { try backends.checkNamedFolders() }
        return try isMade() ? StoreReason("file-exists", "it is there already") : nil
    }

    /// A named store was made if only its previous state is left, too: it can be recovered.
    func isMade() throws(FedauthError) -> Bool {
        let path = backends.file(name).location
        if try StoreChoiceFile.isThere(path) { return true }
        guard name != nil else { return false }
        return try StoreChoiceFile.isThere(path + ".prev")
    }

    /// The last resort is not remembered: once the file has an entry, its existence is enough for the next choice.
    func availability(wasSilent: Bool) -> StoreAvailability {
        .usable(StoreReason("no-keyring", "no keyring can be used"), isRemembered: false)
    }

    func store() -> any CredentialStore { backends.file(name) }
}

/// A program of the user's. It is only used where it is named.
private struct ProgramBackend: StoreCandidate {
    let backends: StoreBackends
    let program: String

    var backend: StoreBackend { .program(program) }

    func reasonIfUsedBefore() -> StoreReason? { nil }

    func availability(wasSilent: Bool) -> StoreAvailability { .unusable("it is used only where it is named") }

    func store() -> any CredentialStore { backends.program(program) }
}

/// The file that remembers the choice of a store.
public struct StoreChoiceFile: StoreChoiceMemory {
    private let directories: Directories
    private let clock: any WallClock

    /// Creates the memory; reads nothing.
    public init(directories: Directories, clock: any WallClock) {
        self.directories = directories
        self.clock = clock
    }

    private var path: String { directories.state + "/backend" }

    /// Returns the remembered choice; nil when there is none, or the file names no back end.
    public func remembered() throws(FedauthError) -> StoreBackend? {
        // Named stores and programs are not remembered.
        try content().flatMap(StoreBackend.init(rawValue:)).flatMap { $0.isFoundByItself ? $0 : nil }
    }

    /// Returns the stopgap, which stands behind a word that is no back end.
    public func stopgap() throws(FedauthError) -> StoreStopgap? {
        guard let text = try content(), text.hasPrefix(Self.mark),
            let backend = StoreBackend(rawValue: String(text.dropFirst(Self.mark.count)))
        else { return nil }
        let age = FileStatus(path).map { clock.now.seconds - $0.changed } ?? -1
        return StoreStopgap(backend: backend, isRecent: (0..<60).contains(age))
    }

    private static let mark = "stopgap:"

    private func content() throws(FedauthError) -> String? {
        // A FIFO would block, and a link may lead to a device.
        guard try Self.isThere(path), FileStatus(path, followsLinks: false)?.kind == .regular else { return nil }
        let file = try FileDescriptor(opening: path, O_RDONLY)
        let content = try file.read(name: path, limit: 64)
        return content.withBytes { String(decoding: $0, as: UTF8.self) }.filter { !$0.isWhitespace }
    }

    /// Writes the choice.
    public func remember(_ backend: StoreBackend) throws(FedauthError) { try write(backend.rawValue) }

    /// Writes the stopgap.
    public func remember(stopgap: StoreBackend) throws(FedauthError) { try write(Self.mark + stopgap.rawValue) }

    private func write(_ text: String) throws(FedauthError) {
        try PrivateDirectory.make(directories.state)
        try AtomicFile.write(text + "\n", to: path)
    }

    /// Returns whether the file exists. Throws `store-unavailable` when this cannot be determined.
    static func isThere(_ path: String) throws(FedauthError) -> Bool {
        if access(path, F_OK) == 0 { return true }
        let number = errno
        guard number != ENOENT && number != ENOTDIR else { return false }
        if number == EACCES, let place = OwnedDirectory(nearest: path), place.owner != ThisProcess.user {
            throw FedauthError(
                .storeUnavailable, "cannot look for '\(path)': '\(place.path)' belongs to \(place.ownerText)",
                hint: place.cure)
        }
        throw FedauthError(
            .storeUnavailable, "cannot look for '\(path)': \(String(cString: strerror(number)).lowercased())",
            hint: "look at its folders by 'ls -ld', or name the store by '--store'")
    }
}
