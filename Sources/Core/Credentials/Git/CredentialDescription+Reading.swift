import Secrets

/// Reads lines `key=value` up to an empty one. Only LF ends a line: a reader that also accepts CR sees other lines than
/// the writer wrote (CVE-2024-52006). Therefore CR and NUL are refused everywhere.
extension CredentialDescription {
    /// The longest line, including its LF.
    public static let lineBytes = 65_535
    /// The maximum number of lines in one description, and of values in one list.
    static let lines = 512

    /// Reads a description. Throws `usage`, with the line number but not its content, when it is malformed.
    public init(reading bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        self.init()
        var start = bytes.startIndex
        var number = 0
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            number += 1
            if line.isEmpty { return }
            guard number <= Self.lines else { throw Self.fault("has more than \(Self.lines) lines", number) }
            guard line.count < Self.lineBytes else {
                throw Self.fault("is longer than \(Self.lineBytes) bytes", number)
            }
            guard !line.contains(where: { $0 == 0x0D || $0 == 0 }) else {
                throw Self.fault("holds a carriage return or a NUL", number)
            }
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { throw Self.fault("has no '='", number) }
            try take(
                String(decoding: line[..<equals], as: UTF8.self),
                UnsafeRawBufferPointer(rebasing: line[(equals + 1)...]), number)
        }
    }

    private static func fault(_ what: String, _ number: Int) -> FedauthError {
        FedauthError(
            .usage, "line \(number) of the credential's description \(what)",
            hint: "the form is 'key=value', as git-credential(1) describes it")
    }

    /// Sets a value. Refuses another one than an earlier line gave: git takes the later, other readers the earlier one, so
    /// that the program that asks and the one that answers would mean different servers.
    private static func set<Value: Equatable>(
        _ member: inout Value?, _ value: Value?, _ number: Int
    ) throws(FedauthError) {
        guard member == nil || member == value else {
            throw fault("changes a value that an earlier line has given", number)
        }
        member = value
    }

    /// Reads one value. Ignores unknown keys, which later versions of git may use.
    private mutating func take(_ key: String, _ value: UnsafeRawBufferPointer, _ number: Int) throws(FedauthError) {
        switch key {
        case "protocol": try Self.set(&scheme, try Self.scheme(value, number), number)
        case "host": try Self.set(&host, try Self.host(value, number), number)
        case "path": try Self.set(&path, try Self.text(value, number), number)
        case "username": try Self.set(&user, try Self.text(value, number), number)
        case "password": try Self.set(&password, SharedSecret(copying: value), number)
        case "password_expiry_utc": try Self.set(&passwordExpires, Self.expiry(value), number)
        case "oauth_refresh_token": try Self.set(&refreshToken, SharedSecret(copying: value), number)
        case "authtype": try Self.set(&authorizationScheme, try Self.text(value, number), number)
        case "credential": try Self.set(&authorization, SharedSecret(copying: value), number)
        case "ephemeral": isEphemeral = Self.flag(value)
        case "continue": isContinued = Self.flag(value)
        case "quit": quits = Self.flag(value)
        case "url": try take(url: value, number)
        case "wwwauth[]": Self.add(value, to: &challenges)
        case "state[]": Self.add(value, to: &states)
        case "capability[]":
            if value.isEmpty { capabilities = [] }
            if let capability = Capability(rawValue: String(decoding: value, as: UTF8.self)) {
                capabilities.insert(capability)
            }
        default: break
        }
    }

    /// Adds a value to a list; an empty value clears the list.
    private static func add(_ value: UnsafeRawBufferPointer, to list: inout [SharedSecret]) {
        if value.isEmpty { list = [] } else { list.append(SharedSecret(copying: value)) }
    }

    /// Returns a text that is not secret. Refuses control characters: it gets into names, prompts and programs.
    private static func text(_ value: UnsafeRawBufferPointer, _ number: Int) throws(FedauthError) -> String {
        guard let text = String(validating: value, as: UTF8.self) else { throw fault("is not UTF-8", number) }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }) else {
            throw fault("holds a control character", number)
        }
        return text
    }

    /// Returns a scheme (RFC 3986 section 3.1); an empty one counts as missing.
    private static func scheme(_ value: UnsafeRawBufferPointer, _ number: Int) throws(FedauthError) -> String {
        let text = try text(value, number)
        let isScheme = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
        guard isScheme else { throw fault("names no protocol", number) }
        return text
    }

    /// Returns a host name or address, with a port. Refuses separators, by which others would read another host.
    private static func host(_ value: UnsafeRawBufferPointer, _ number: Int) throws(FedauthError) -> String {
        let text = try text(value, number)
        guard !text.utf8.contains(where: { " /\\?#@".utf8.contains($0) }) else { throw fault("names no host", number) }
        return text
    }

    /// Reads an expiry time. 0 and values that are not numbers mean "never", as in git.
    private static func expiry(_ value: UnsafeRawBufferPointer) -> Timestamp? {
        guard let seconds = Int64(String(decoding: value, as: UTF8.self)), seconds > 0 else { return nil }
        return Timestamp(seconds: seconds)
    }

    /// Reads a boolean (git-config(1), "Values").
    private static func flag(_ value: UnsafeRawBufferPointer) -> Bool {
        let text = String(decoding: value, as: UTF8.self).lowercased()
        return ["true", "yes", "on"].contains(text) || Int(text).map { $0 != 0 } ?? false
    }

    /// Reads `url=`: gives protocol, host, path, user and password. Refuses an address without a part that an earlier line has
    /// given, because git forgets that part.
    private mutating func take(url: UnsafeRawBufferPointer, _ number: Int) throws(FedauthError) {
        guard let parts = URLParts(url) else { throw Self.fault("holds no address with a protocol", number) }
        func text(_ part: UnsafeRawBufferPointer?) throws(FedauthError) -> String? {
            try decoded(part, number) { (bytes) throws(FedauthError) in try Self.text(bytes, number) }
        }
        try Self.set(&scheme, try Self.scheme(parts.scheme, number), number)
        let named = try decoded(parts.host, number) { (bytes) throws(FedauthError) in try Self.host(bytes, number) }
        try Self.set(&host, named, number)
        try Self.set(&path, try text(parts.path), number)
        try Self.set(&user, try text(parts.user), number)
        try Self.set(&password, try decoded(parts.password, number) { SharedSecret(copying: $0) }, number)
    }

    /// Lends a part of an address after percent-decoding, which must not introduce line breaks (CVE-2020-5260).
    private func decoded<Value>(
        _ part: UnsafeRawBufferPointer?, _ number: Int, _ body: (UnsafeRawBufferPointer) throws(FedauthError) -> Value
    ) throws(FedauthError) -> Value? {
        guard let part else { return nil }
        var out = Secret(capacity: part.count)
        var index = 0
        while index < part.count {
            if part[index] == UInt8(ascii: "%"), index + 2 < part.count,
                let high = Hexadecimal.value(of: part[index + 1]), let low = Hexadecimal.value(of: part[index + 2])
            {
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(part[index])
                index += 1
            }
        }
        return try out.withBytes { (bytes) throws(FedauthError) -> Value in
            guard !bytes.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
                throw Self.fault("holds an encoded line break or NUL", number)
            }
            return try body(bytes)
        }
    }
}

/// The parts of an address as git splits it: `protocol://[user[:password]@]host[/path]`. Valid while bytes are lent.
private struct URLParts {
    let scheme: UnsafeRawBufferPointer
    let host: UnsafeRawBufferPointer
    var user: UnsafeRawBufferPointer?
    var password: UnsafeRawBufferPointer?
    var path: UnsafeRawBufferPointer?

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, bytes.count >= colon + 3,
            bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        scheme = UnsafeRawBufferPointer(rebasing: bytes[..<colon])
        let rest = UnsafeRawBufferPointer(rebasing: bytes[(colon + 3)...])
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        let authority = UnsafeRawBufferPointer(rebasing: rest[..<end])
        // The last '@' ends the user information, so that the host contains none.
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            let information = UnsafeRawBufferPointer(rebasing: authority[..<at])
            host = UnsafeRawBufferPointer(rebasing: authority[(at + 1)...])
            if let colon = information.firstIndex(of: UInt8(ascii: ":")) {
                user = UnsafeRawBufferPointer(rebasing: information[..<colon])
                password = UnsafeRawBufferPointer(rebasing: information[(colon + 1)...])
            } else {
                user = information
            }
        } else {
            host = authority
        }
        let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") }
        let folder = rest[end...].drop(while: isSlash)
        guard let last = folder.lastIndex(where: { !isSlash($0) }) else { return }
        path = UnsafeRawBufferPointer(rebasing: folder[...last])
    }
}
