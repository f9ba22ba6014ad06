public import Core
public import Secrets
import System

/// The files of the process that is about to become a command: cookies, and an identity's certificates and key in the form that
/// programs read. A key is more sensitive than a cookie, so a background process removes its files when the command ends.
public final class CommandFiles: CookieJarPlace {
    /// The variables that name the files of an identity.
    static let names = (certificates: "FEDAUTH_CERT", key: "FEDAUTH_KEY")
    /// The hidden command that removes the files behind its name when the command at descriptor 3 has ended.
    public static let cleanup = "exec-cleanup"

    private let jars: CommandJars
    private var jar: GuardedFile?
    private var ofIdentity: [GuardedFile] = []
    /// The lines of the key's file, which must be masked in the command's output.
    private(set) var secrets: [(name: String, value: SharedSecret)] = []

    /// Writes nothing yet.
    public init(_ jars: CommandJars) { self.jars = jars }

    /// Writes the cookie file and returns its path.
    public func write(_ content: consuming Secret, _ session: String) throws(FedauthError) -> String {
        let file = try make(content, session)
        jar = file
        return file.path
    }

    /// Writes certificates and key, and adds their variables. Throws `usage` for a key that cannot be exported from its token.
    func add(_ identity: Identity, to variables: SessionVariables) throws(FedauthError) -> SessionVariables {
        guard case .pkcs8(let der) = identity.key else {
            throw FedauthError(
                .usage, "the key of '\(identity.name)' is in a token, and cannot be written to a file",
                hint: "programs use it by its address; 'fedauth identity show \(identity.name.shellWord)' prints it")
        }
        var certificates = Secret()
        certificates.append(PEMText.certificates(identity.certificates))
        let block = PEMText.block("PRIVATE KEY", der)
        secrets = block.withBytes { bytes in
            bytes.split(separator: UInt8(ascii: "\n")).filter { !$0.starts(with: "-----".utf8) }.map {
                ("the key", SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0)))
            }
        }
        ofIdentity.append(try make(block, identity.name, ending: ".key"))
        ofIdentity.append(try make(certificates, identity.name, ending: ".crt"))
        return variables.adding(Self.names.certificates, ofIdentity[1].path).adding(Self.names.key, ofIdentity[0].path)
    }

    /// Starts a process that removes an identity's files when this process, which is about to become the command, has ended.
    func removeAtEnd() throws(FedauthError) {
        guard !ofIdentity.isEmpty, !removeAtEnd(of: ThisProcess.handle.number) else { return }
        throw FedauthError(
            .other, "the process that removes the identity's files at the end did not start",
            hint: "with '--mask' fedauth stays and removes them")
    }

    /// Does so when the process of a handle has ended. Returns false when nothing does.
    @discardableResult
    func removeAtEnd(of handle: Int32) -> Bool {
        if ofIdentity.isEmpty { return true }
        return handle >= 0 && BackgroundProcess.start([Self.cleanup] + ofIdentity.map(\.path), keeping: [handle])
    }

    /// Removes the files when the command could not be started, or has ended.
    public func remove() {
        for file in [jar].compactMap(\.self) + ofIdentity { Files.remove(file.path) }
        (jar, ofIdentity) = (nil, [])
    }

    private func make(
        _ content: consuming Secret, _ name: String, ending: String = CommandJars.suffix
    ) throws(FedauthError) -> GuardedFile {
        let path = try jars.path(name, ending: ending)
        try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: path) }
        return GuardedFile(path)
    }
}
