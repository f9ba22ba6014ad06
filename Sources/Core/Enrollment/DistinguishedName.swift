/// An X.500 name in the form of RFC 4514, `CN=Ada,O=Example`.
public struct DistinguishedName: Sendable, Hashable, CustomStringConvertible {
    /// One attribute of a name.
    public struct Attribute: Sendable, Hashable {
        /// Its type, as an object identifier: `2.5.4.3`.
        public var identifier: String
        /// Its value.
        public var value: String

        /// Creates an attribute.
        public init(identifier: String, value: String) { (self.identifier, self.value) = (identifier, value) }

        /// The short name of the type, or the identifier if it has none.
        public var keyword: String { DistinguishedName.keyword(of: identifier) }
    }

    /// The relative names in the order of the text, most specific first; certificates use the opposite order. Each has
    /// one attribute, or several joined by `+`.
    public var relativeNames: [[Attribute]]

    /// Creates a name from its parts, in the order of the text.
    public init(_ relativeNames: [[Attribute]]) { self.relativeNames = relativeNames }

    /// Whether the name has no parts.
    public var isEmpty: Bool { relativeNames.isEmpty }

    /// Returns the values of a type (keyword or identifier), in the order of the text.
    public func values(of type: String) -> [String] {
        let wanted = Self.identifier(of: type) ?? type
        return relativeNames.joined().filter { $0.identifier == wanted }.map(\.value)
    }

    /// The text in the form of RFC 4514.
    public var description: String {
        relativeNames.map { attributes in
            attributes.map { "\($0.keyword)=\(Self.escaped($0.value))" }.joined(separator: "+")
        }.joined(separator: ",")
    }

    /// Escapes a value (RFC 4514 section 2.4).
    private static func escaped(_ value: String) -> String {
        var text = ""
        let scalars = Array(value.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isEdge = index == 0 && (scalar == " " || scalar == "#") || index == scalars.count - 1 && scalar == " "
            if scalar.value < 0x20 || scalar.value == 0x7F {
                text += "\\" + Hexadecimal.text([UInt8(scalar.value)])
                continue
            }
            if isEdge || ",+\"\\<>;=".unicodeScalars.contains(scalar) { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    private static let types: [(keyword: String, identifier: String)] = [
        ("CN", "2.5.4.3"), ("SN", "2.5.4.4"), ("serialNumber", "2.5.4.5"), ("C", "2.5.4.6"), ("L", "2.5.4.7"),
        ("ST", "2.5.4.8"), ("street", "2.5.4.9"), ("O", "2.5.4.10"), ("OU", "2.5.4.11"), ("title", "2.5.4.12"),
        ("postalCode", "2.5.4.17"), ("name", "2.5.4.41"), ("GN", "2.5.4.42"), ("initials", "2.5.4.43"),
        ("dnQualifier", "2.5.4.46"), ("UID", "0.9.2342.19200300.100.1.1"), ("DC", "0.9.2342.19200300.100.1.25"),
        ("emailAddress", "1.2.840.113549.1.9.1"),
    ]
    /// Alternative spellings of keywords, used by servers and tools.
    private static let spellings: [String: String] = [
        "s": "2.5.4.8", "sp": "2.5.4.8", "t": "2.5.4.12", "givenname": "2.5.4.42", "surname": "2.5.4.4",
        "commonname": "2.5.4.3", "organizationname": "2.5.4.10", "organizationalunitname": "2.5.4.11",
        "countryname": "2.5.4.6", "localityname": "2.5.4.7", "stateorprovincename": "2.5.4.8",
        "streetaddress": "2.5.4.9", "userid": "0.9.2342.19200300.100.1.1",
        "domaincomponent": "0.9.2342.19200300.100.1.25", "e": "1.2.840.113549.1.9.1", "email": "1.2.840.113549.1.9.1",
    ]

    static func keyword(of identifier: String) -> String {
        types.first { $0.identifier == identifier }?.keyword ?? identifier
    }

    /// Returns the identifier of a type from a keyword (in any case) or an identifier; nil for others.
    static func identifier(of type: String) -> String? {
        let lowered = type.lowercased()
        if let known = types.first(where: { $0.keyword.lowercased() == lowered }) { return known.identifier }
        if let known = spellings[lowered] { return known }
        let dotted = lowered.hasPrefix("oid.") ? String(lowered.dropFirst(4)) : lowered
        let arcs = dotted.split(separator: ".", omittingEmptySubsequences: false)
        let isDotted = arcs.count > 1 && arcs.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
        return isDotted ? dotted : nil
    }
}
