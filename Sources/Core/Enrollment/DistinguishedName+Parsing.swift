extension DistinguishedName {
    /// Parses the text of RFC 4514, and older forms: blanks around separators, `;` between the parts, values in double
    /// quotes. Throws `code` for a malformed text, which `what` describes.
    public init(
        parsing text: String, of what: String = "the subject", failure code: ErrorCode = .usage
    ) throws(FedauthError) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw FedauthError(
                code, "\(what) has more than \(Self.maximumBytes) bytes", hint: "no certificate has so long a name")
        }
        var reader = DistinguishedNameReader(text)
        guard let names = reader.names() else {
            throw FedauthError(
                code, "\(what) '\(text.folded(to: 100))' is not a distinguished name",
                hint: "it is written like CN=Ada Lovelace,OU=Sales,O=Example; ',' and '+' in a value as '\\,' and '\\+'"
            )
        }
        self.init(names)
    }

    /// Far more than servers accept, and far less than takes a library seconds.
    private static let maximumBytes = 64 << 10
}

/// Parses a text from beginning to end.
private struct DistinguishedNameReader {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Returns nil when the text is malformed.
    mutating func names() -> [[DistinguishedName.Attribute]]? {
        var names: [[DistinguishedName.Attribute]] = []
        skipBlanks()
        if next == nil { return names }
        while true {
            var attributes: [DistinguishedName.Attribute] = []
            repeat {
                guard let attribute = attribute() else { return nil }
                attributes.append(attribute)
            } while passes("+")
            names.append(attributes)
            guard next != nil else { return names }
            guard passes(",") || passes(";") else { return nil }
        }
    }

    private mutating func attribute() -> DistinguishedName.Attribute? {
        skipBlanks()
        var type = ""
        while let scalar = next, scalar != "=" {
            guard scalar.isASCII, scalar != ",", scalar != "+" else { return nil }
            type.unicodeScalars.append(scalar)
            position += 1
        }
        while type.last == " " { type.removeLast() }
        guard passes("="), let identifier = DistinguishedName.identifier(of: type) else { return nil }
        skipBlanks()
        guard next != "#", let value = next == "\"" ? quoted() : plain(), !value.isEmpty else { return nil }
        return DistinguishedName.Attribute(identifier: identifier, value: value)
    }

    private mutating func plain() -> String? {
        // Trailing blanks are ignored unless they are escaped.
        guard let text = text(until: ",+;", without: "\"<>") else { return nil }
        return String(validating: text.bytes.prefix(text.kept), as: UTF8.self)
    }

    private mutating func quoted() -> String? {
        position += 1
        guard let text = text(until: "\"", without: ""), passes("\"") else { return nil }
        skipBlanks()
        return String(validating: text.bytes, as: UTF8.self)
    }

    /// Reads up to one of these characters. `kept` bytes are left without the blanks at the end that are not escaped.
    private mutating func text(until ends: String, without bad: String) -> (bytes: [UInt8], kept: Int)? {
        var bytes: [UInt8] = []
        var kept = 0
        while let scalar = next, !ends.unicodeScalars.contains(scalar) {
            if scalar == "\\" {
                guard let pair = escape() else { return nil }
                bytes += pair
                kept = bytes.count
                continue
            }
            guard !bad.unicodeScalars.contains(scalar), scalar.value != 0 else { return nil }
            bytes += Array(String(scalar).utf8)
            if scalar != " " { kept = bytes.count }
            position += 1
        }
        return (bytes, kept)
    }

    /// Reads an escape: `\,` or `\2C`.
    private mutating func escape() -> [UInt8]? {
        position += 1
        guard let first = next, first.value != 0 else { return nil }
        if position + 1 < scalars.count, let high = digit(first), let low = digit(scalars[position + 1]) {
            position += 2
            return high << 4 | low == 0 ? nil : [high << 4 | low]
        }
        position += 1
        return Array(String(first).utf8)
    }

    private func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.isASCII ? Hexadecimal.value(of: UInt8(scalar.value)) : nil
    }

    private mutating func passes(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() { while next == " " { position += 1 } }
}
