public import Core
internal import Secrets
internal import System

/// What a program wants to know, and where the answer goes.
public struct ProgramQuestion {
    /// The words behind the protocol's name and the profile.
    public var words: [String] = []
    /// The profile or session; nil: the one for the server that is asked for.
    public var profile: String?
    /// How a sign-in would be made, if the program says that a person is there.
    public var signIn = ExecSettings()
    /// The user whose stored passwords alone are given out; nil: any.
    public var passwordUser: String?
    /// When what is stored expires.
    public var expires: TimeLength?
    /// The role to assume at AWS.
    public var role: String?
    /// How long the keys of a role are valid.
    public var duration: TimeLength?
    /// The address of AWS's token service; nil: that of the role's partition.
    public var tokenService: String?
    /// Gives the ID token in place of the access token.
    public var usesIDToken = false
    /// The proxy of fedauth's own requests.
    public var proxy: String?
    /// The cookie to print; nil: the one that a VPN of a known kind has.
    public var cookie: String?
    /// Whether errors are printed as an object.
    public var isJSON = false
    /// fedauth's version.
    public var version = ""

    let services: any Services
    let input = ProgramInput()
    private let output: any ResultStream

    /// Creates a question without words, whose answer goes to `output`.
    public init(_ services: any Services, to output: any ResultStream) {
        self.services = services
        self.output = output
    }

    var now: Timestamp { services.clock.now }

    func write(_ text: String) throws(FedauthError) {
        try text.withBytes { (bytes) throws(FedauthError) in try output.result(bytes) }
    }

    func write(_ secret: borrowing Secret) throws(FedauthError) {
        try secret.withBytes { (bytes) throws(FedauthError) in try output.result(bytes) }
    }

    /// Writes a JSON text on a line.
    func write(_ value: JSONValue) throws(FedauthError) { try write(JSONValue.line(of: value)) }

    /// Says what is read when stdin is a terminal: otherwise the command seems to hang.
    func noteTerminalInput(_ text: String) {
        if Terminal.isTerminal(0) { services.reporter.note("reading from the terminal: " + text) }
    }

    /// Returns the object on stdin. Throws `usage` for anything else.
    func object() throws(FedauthError) -> JSONValue {
        noteTerminalInput("a JSON object; Control-D ends it")
        return try JSONReader.parse(input.all(), of: "stdin", failure: .usage)
    }

    /// Returns the address that the program names. Throws `usage` for what browsers read in another way than RFC 3986 does: the
    /// program may send the credential to the other host.
    func address(_ text: String) throws(FedauthError) -> WebURL {
        let path = text.prefix { $0 != "?" && $0 != "#" }.lowercased().replacing("%2e", with: ".")
        let leadsUpwards = path.split(separator: "/").contains { $0 == ".." || $0 == "." }
        guard !leadsUpwards, !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else {
            throw FedauthError(
                .usage, "'\(text.folded(to: 120))' has a sign that programs read differently",
                hint: "nothing was given; write a plain address, like https://host.example.org/path")
        }
        return try WebURL(argument: text)
    }

    /// Returns the error for words that the protocol does not have.
    func misused(_ name: String, _ hint: String) -> FedauthError {
        FedauthError(
            .usage,
            words.isEmpty
                ? "the protocol '\(name)' needs another word"
                : "'\(words.joined(separator: " ").folded(to: 60))' is nothing that the protocol '\(name)' has",
            hint: hint)
    }
}

/// What a program writes to stdin.
final class ProgramInput {
    private var text = Secret()
    private var used = 0
    private static let limit = 4 << 20

    private func more(_ limit: Int = limit) throws(FedauthError) -> Bool {
        try FileBytes.readMore(0, into: &text, name: "stdin", limit: limit)
    }

    /// Returns everything. Throws `usage` for more than `limit` bytes.
    func all(limit: Int = limit) throws(FedauthError) -> SharedSecret {
        while try more(limit) {}
        return SharedSecret(text.copy())
    }

    /// Returns the text to the empty line that ends it, or to the end: a user who types, or a program that keeps the pipe
    /// open, sends no end of file.
    func paragraph() throws(FedauthError) -> SharedSecret {
        var start = 0
        while try more() {
            let ends = text.withBytes { bytes in
                (start..<bytes.count).contains { bytes[$0] == 0x0A && ($0 == 0 || bytes[$0 - 1] == 0x0A) }
            }
            if ends { break }
            start = text.count
        }
        return SharedSecret(text.copy())
    }

    /// Returns the next line without its end; nil at the end of the input.
    func line() throws(FedauthError) -> SharedSecret? {
        var searched = used
        while true {
            let end = text.withBytes { bytes in bytes[searched...].firstIndex(of: 0x0A) }
            if let end { return take(to: end, behind: end + 1) }
            searched = text.count
            guard try more() else { return used < text.count ? take(to: text.count, behind: text.count) : nil }
        }
    }

    private func take(to end: Int, behind next: Int) -> SharedSecret {
        defer { used = next }
        return text.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[used..<end])) }
    }
}
