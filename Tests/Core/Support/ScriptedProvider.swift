import Core
import Secrets
import Support

/// A provider's program in memory: each run prints the next script and exits.
final class ScriptedProvider: UserProgram {
    let name = "./mine"
    var scripts: [[String]]
    private(set) var arguments: [[String]] = []
    private(set) var received: [JSONValue] = []
    private(set) var ended = 0

    init(_ scripts: [String]...) { self.scripts = scripts }

    func start(_ arguments: [String], instructions: SharedSecret) throws(FedauthError) -> any ProgramConversation {
        self.arguments.append(arguments)
        self.received.append(try JSONReader.parse(instructions))
        return Conversation(self, scripts.isEmpty ? [] : scripts.removeFirst())
    }

    private final class Conversation: ProgramConversation {
        private let program: ScriptedProvider
        private var lines: [String]

        init(_ program: ScriptedProvider, _ lines: [String]) {
            self.program = program
            self.lines = lines
        }

        func next(until deadline: Deadline) throws(FedauthError) -> ProgramOutput {
            lines.isEmpty ? .end("status 7") : .line(SharedSecret(text: lines.removeFirst()))
        }

        func end() { program.ended += 1 }
    }
}

/// Certificates that are their own text: the given text is the leaf.
final class ScriptedCertificates: ProvidedCertificateReader {
    var failure: FedauthError?

    func identity(
        _ given: ProvidedCertificate, named name: String, for origin: Origin
    ) throws(FedauthError) -> Identity {
        if let failure { throw failure }
        let leaf: [UInt8] =
            switch given.content {
            case .bytes(let bytes): bytes.withBytes { Array($0) }
            case .file(let path): Array(path.utf8)
            }
        return Identity(
            name: name, certificates: [leaf], key: .pkcs8(given.password ?? SharedSecret(text: "")), origins: [origin],
            source: "test", imported: Timestamp(seconds: 1), expires: Timestamp(seconds: 1_800_000_000),
            subject: "CN=test")
    }
}
