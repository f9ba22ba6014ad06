import Application
import Core
import Secrets
import System

/// The files of an identity for the process that is about to become a command: certificates and key, in the form that
/// programs read. A key is more sensitive than a cookie, so a background process removes the files when the command
/// ends.
final class CommandIdentity {
    /// The variables that name the two files.
    static let names = (certificates: "FEDAUTH_CERT", key: "FEDAUTH_KEY")

    private let jars: CommandJars
    private var written: [GuardedFile] = []
    /// The lines of the key's file, which must be masked in the command's output.
    private(set) var secrets: [(name: String, value: SharedSecret)] = []

    init(_ jars: CommandJars) { self.jars = jars }

    /// Writes both files as private, and adds their variables. Throws `usage` for a key that cannot be exported from
    /// its token.
    func add(_ identity: Identity, to variables: SessionVariables) throws(FedauthError) -> SessionVariables {
        guard case .pkcs8(let der) = identity.key else {
            throw FedauthError(
                .usage, "the key of '\(identity.name)' is in a token, and cannot be written to a file",
                hint: "programs use it by its address; 'fedauth identity show \(identity.name)' prints it")
        }
        var certificates = Secret()
        certificates.append(PEMText.certificates(identity.certificates))
        let block = PEMText.block("PRIVATE KEY", der)
        secrets = block.withBytes { bytes in
            bytes.split(separator: UInt8(ascii: "\n")).filter { !$0.starts(with: "-----".utf8) }.map {
                ("the key", SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0)))
            }
        }
        let key = try write(block, identity.name, ".key")
        let chain = try write(certificates, identity.name, ".crt")
        return variables.adding(Self.names.certificates, chain).adding(Self.names.key, key)
    }

    /// Starts a process that removes the files when this process, which is about to become the command, has ended.
    func removeAtEnd() throws(FedauthError) {
        guard !written.isEmpty else { return }
        let handle = ThisProcess.handle
        guard handle.number >= 0,
            BackgroundProcess.start([ExecCleanup.name] + written.map(\.path), keeping: [handle.number])
        else {
            throw FedauthError(
                .other, "the process that removes the identity's files at the end did not start",
                hint: "'--mask' keeps a process that does")
        }
    }

    /// Removes the files when the command could not be started, or has ended.
    func remove() {
        for file in written { Files.remove(file.path) }
        written = []
    }

    private func write(
        _ content: consuming Secret, _ name: String, _ ending: String
    ) throws(FedauthError) -> String {
        let path = try jars.path(name, ending: ending)
        try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: path) }
        written.append(GuardedFile(path))
        return path
    }
}
