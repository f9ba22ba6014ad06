public import Core
internal import Secrets

/// What names the content of a request. A text that begins with `@` names a file, and `@-` is stdin.
public struct ContentSettings {
    /// Texts, joined by `&`.
    public var data: [String] = []
    /// `NAME=VALUE`, encoded as a form's fields.
    public var fields: [String] = []
    /// `NAME=VALUE` of a form with files; a file can have `;type=TYPE` behind it.
    public var form: [String] = []
    /// A JSON text.
    public var json: String?
    /// The path of a file for PUT.
    public var upload: String?

    /// Creates settings without content.
    public init() {}

    /// Reads the content; nil when there is none. Throws `usage` for several kinds, and for missing files.
    public func read(by reader: inout ContentReader) throws(FedauthError) -> RequestSettings.Content? {
        let given = [
            ("--data", !data.isEmpty), ("--data-field", !fields.isEmpty), ("--form", !form.isEmpty),
            ("--data-json", json != nil), ("--upload-file", upload != nil),
        ].filter(\.1).map(\.0)
        guard given.count <= 1 || Set(given) == ["--data", "--data-field"] else {
            throw FedauthError(
                .usage, "'\(given[0])' and '\(given[1])' exclude each other", hint: "a request has one content")
        }
        if let upload { return content([try reader.sent(upload)], "application/octet-stream", method: "PUT") }
        if let json {
            var content = content([try reader.piece(json)], "application/json")
            content.headers.append(Request.Header("Accept", "application/json"))
            return content
        }
        if !form.isEmpty {
            let form = try MultipartForm(form, &reader)
            return content(form.pieces, "multipart/form-data; boundary=\(form.boundary)")
        }
        guard !given.isEmpty else { return nil }
        var pieces: [ConcatenatedBody.Piece] = []
        for text in data { pieces.append(try reader.piece(text)) }
        for text in fields { pieces.append(.bytes(try reader.encodedField(text))) }
        let joint = ConcatenatedBody.Piece.bytes(SharedSecret(text: "&"))
        return content(Array(pieces.map { [$0] }.joined(separator: [joint])), MediaType.form)
    }

    private func content(
        _ pieces: [ConcatenatedBody.Piece], _ type: String, method: String = "POST"
    ) -> RequestSettings.Content {
        RequestSettings.Content(
            source: ConcatenatedBody(pieces), method: method, headers: [Request.Header("Content-Type", type)])
    }
}

/// Reads the content options: a text, `@FILE`, `@-`. stdin can be read once.
public struct ContentReader {
    private let temporaryDirectory: String
    private var content: SentContent
    private var hasReadStandardInput = false
    /// The limit for a form field's value; longer values need `--form`.
    private static let maximumFieldBytes: Int64 = 16 << 20

    /// Reads nothing yet. The directory is for the content of pipes; `known` collects the secrets in the content.
    public init(temporaryDirectory: String, known: KnownSecrets) {
        self.temporaryDirectory = temporaryDirectory
        content = SentContent(known)
    }

    mutating func piece(_ text: String) throws(FedauthError) -> ConcatenatedBody.Piece {
        text.hasPrefix("@") ? try sent(String(text.dropFirst())) : self.text(text)
    }

    /// Returns content from the command line.
    mutating func text(_ text: String) -> ConcatenatedBody.Piece {
        let text = SharedSecret(text: text)
        content.learn(text)
        return .bytes(text)
    }

    /// Returns content from a file.
    mutating func sent(_ path: String) throws(FedauthError) -> ConcatenatedBody.Piece {
        let file = try file(path)
        if content.isWanted, file.length <= SentContent.maximumBytes { content.learn(SharedSecret(try file.bytes())) }
        return .file(file)
    }

    mutating func file(_ path: String) throws(FedauthError) -> SeekableFile {
        guard !path.isEmpty else {
            throw FedauthError(.usage, "'@' is followed by no file", hint: "write '@FILE', or '@-' for stdin")
        }
        if path == "-" {
            guard !hasReadStandardInput else {
                throw FedauthError(.usage, "stdin is to be sent twice", hint: "name a file for one of them")
            }
            hasReadStandardInput = true
        }
        return try SeekableFile(path, temporaryDirectory: temporaryDirectory)
    }

    /// Encodes `NAME=VALUE` as a form does.
    mutating func encodedField(_ text: String) throws(FedauthError) -> SharedSecret {
        let (name, value) = try Self.split(text, for: "--data-field")
        let secret =
            value.hasPrefix("@")
            ? SharedSecret(try bytes(of: String(value.dropFirst()), limit: Self.maximumFieldBytes))
            : SharedSecret(text: value)
        let field = FormBody.field(name, secret)
        content.learn(field)
        return field
    }

    /// Reads a whole file into memory.
    mutating func bytes(of path: String, limit: Int64) throws(FedauthError) -> Secret {
        let file = try file(path)
        guard file.length <= limit else {
            throw FedauthError(
                .usage, "'\(path.folded(to: 100))' holds more than \(limit) bytes", hint: "'--form' sends long files")
        }
        return try file.bytes()
    }

    /// Splits at the first `=`.
    static func split(_ text: String, for option: String) throws(FedauthError) -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw FedauthError(
                .usage, "'\(option) \(text.folded(to: 40))' has no name and value", hint: "write NAME=VALUE")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
