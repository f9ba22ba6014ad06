import Secrets

/// A parsed Set-Cookie field (RFC 6265bis section 5.6), not yet checked.
struct SetCookie {
    var name: String
    var value: SharedSecret
    /// The attributes in order, with names in lower case.
    var attributes: [(name: String, value: String)]

    /// The largest name and value together, and the largest attribute value, in bytes (RFC 6265bis section 5.6).
    private static let maximumPairBytes = 4096
    private static let maximumAttributeBytes = 1024
}

extension SetCookie {
    /// Returns nil for a field that must be ignored: without name and value, with a control character other than a tab, or too
    /// long. A field without `=` is a value without a name.
    init?(field: SharedSecret) {
        let parsed: SetCookie? = field.withBytes { bytes in
            guard !bytes.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
            let end = bytes.firstIndex(of: 0x3B) ?? bytes.endIndex
            let equals = bytes[..<end].firstIndex(of: 0x3D)
            let name = Self.trimmed(bytes[..<(equals ?? 0)])
            let value = Self.trimmed(bytes[(equals.map { $0 + 1 } ?? 0)..<end])
            guard (1...Self.maximumPairBytes).contains(name.count + value.count) else { return nil }
            return SetCookie(
                name: String(decoding: name, as: UTF8.self),
                value: SharedSecret(copying: UnsafeRawBufferPointer(rebasing: value)),
                attributes: bytes[end...].split(separator: 0x3B).compactMap(Self.attribute))
        }
        guard let parsed else { return nil }
        self = parsed
    }

    /// Returns the last attribute with this name, as RFC 6265 section 5.3 requires.
    func last(_ name: String) -> String? { attributes.last { $0.name == name }?.value }

    private static func attribute(_ text: Slice<UnsafeRawBufferPointer>) -> (name: String, value: String)? {
        let equals = text.firstIndex(of: 0x3D) ?? text.endIndex
        let value = equals == text.endIndex ? text[equals...] : trimmed(text[text.index(after: equals)...])
        guard value.count <= maximumAttributeBytes else { return nil }
        let name = String(decoding: trimmed(text[..<equals]), as: UTF8.self).asciiLowercased
        return (name, String(decoding: value, as: UTF8.self))
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return bytes
    }
}
