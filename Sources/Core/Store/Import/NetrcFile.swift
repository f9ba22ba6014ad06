public import Secrets

/// Reads a netrc file (inetutils, "The .netrc file"; curl's quotes): words separated by blanks, `#` begins a comment
/// where a keyword is expected. A word that is no keyword is an error, because the words after it would be misread.
public struct NetrcFile {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var line = 1
    private var entries = ForeignEntries()

    private struct Login {
        let host: String?
        let line: Int
        var user: String?
        var password: SharedSecret?
    }

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the logins as passwords for git at `https://HOST`. Throws `usage`, with the number of the line but not its
    /// content, for a malformed file.
    public static func entries(_ content: SharedSecret) throws(FedauthError) -> ForeignEntries {
        try content.withoutByteOrderMark.withBytes { (bytes) throws(FedauthError) in
            var file = NetrcFile(bytes)
            try file.read()
            return file.entries
        }
    }

    private mutating func read() throws(FedauthError) {
        var login: Login?
        while let keyword = try word() {
            switch try text(keyword) {
            case "machine":
                finish(login)
                login = Login(host: try value().lowercased(), line: line)
            case "default":
                finish(login)
                login = Login(host: nil, line: line)
            case "login": login?.user = try value()
            case "password":
                guard let value = try word() else { throw fault("ends where a value is expected") }
                login?.password = SharedSecret(value)
            // Heroku's programs write how they signed in as 'method'.
            case "account", "port", "method": _ = try value()
            case "macdef":
                entries.leave("line \(line)", "a macro")
                skipMacro()
            case let text where text.hasPrefix("#"): skipLine()
            default: throw fault("has a word that is no keyword")
            }
        }
        finish(login)
    }

    private mutating func finish(_ login: Login?) {
        guard let login else { return }
        let place = "line \(login.line)"
        guard let host = login.host else { return add(default: login, place) }
        var description = CredentialDescription()
        (description.user, description.password) = (login.user, login.password)
        // Checks the host as git's own description of it is checked.
        var named = Secret("protocol=https\nhost=".utf8)
        named.append(host)
        let target = try? named.withBytes { (bytes) throws(FedauthError) in try CredentialDescription(reading: bytes) }
        (description.scheme, description.host) = (target?.scheme, target?.host)
        entries.add(description, from: place)
    }

    /// Keeps the login for all other hosts as an entry that no program gets by itself.
    private mutating func add(default login: Login, _ place: String) {
        guard let password = login.password, !password.isEmpty else { return entries.leave(place, "no password") }
        var draft = StoreDraft(name: "netrc/default", contentType: "text/plain", value: password)
        draft.attributes["username"] = login.user
        entries.add(draft)
    }

    private mutating func value() throws(FedauthError) -> String {
        guard let word = try word() else { throw fault("ends where a value is expected") }
        return try text(word)
    }

    private func text(_ word: borrowing Secret) throws(FedauthError) -> String {
        guard let text = word.withBytes({ String(validating: $0, as: UTF8.self) }), !text.hasControls else {
            throw fault("has a word with other characters than text")
        }
        return text
    }

    /// Returns the next word; nil at the end. One in double quotes may contain blanks and, after `\`, any character.
    private mutating func word() throws(FedauthError) -> Secret? {
        while index < bytes.count, Self.isBlank(bytes[index]) { advance() }
        guard index < bytes.count else { return nil }
        var word = Secret()
        let isQuoted = bytes[index] == UInt8(ascii: "\"")
        if isQuoted { advance() }
        while index < bytes.count {
            var byte = bytes[index]
            if isQuoted ? byte == UInt8(ascii: "\"") : Self.isBlank(byte) { break }
            guard byte != 0, byte != 0x0A else { throw fault("has a quote without an end, or a NUL") }
            advance()
            if isQuoted, byte == UInt8(ascii: "\\"), index < bytes.count {
                byte = Self.escaped(bytes[index])
                advance()
            }
            word.append(byte)
        }
        if isQuoted {
            guard index < bytes.count else { throw fault("has a quote without an end") }
            advance()
        }
        return word
    }

    private static func escaped(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: byte
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private mutating func advance() {
        if bytes[index] == 0x0A { line += 1 }
        index += 1
    }

    private mutating func skipLine() { while index < bytes.count, bytes[index] != 0x0A { advance() } }

    /// A macro ends at an empty line.
    private mutating func skipMacro() {
        while index < bytes.count {
            skipLine()
            guard index < bytes.count else { return }
            advance()
            if bytes[index...].starts(with: "\n".utf8) || bytes[index...].starts(with: "\r\n".utf8) { return }
        }
    }

    private func fault(_ what: String) -> FedauthError {
        FedauthError(
            .usage, "line \(line) of the netrc file \(what)",
            hint: "the form is 'machine HOST login USER password PASSWORD'")
    }
}
