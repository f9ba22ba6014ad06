public import Secrets

extension UnsafeRawBufferPointer {
    /// Whether the bytes are valid UTF-8 (RFC 3629). They may be secret: no `String` is made of them.
    public var isUTF8: Bool {
        var index = 0
        while index < count {
            // Nearly all text is ASCII, and needs no decoder.
            guard self[index] >= 0x80 else {
                index += 1
                continue
            }
            var iterator = self[index..<Swift.min(index + 4, count)].makeIterator()
            var parser = Unicode.UTF8.ForwardParser()
            guard case .valid(let scalar) = parser.parseScalar(from: &iterator) else { return false }
            index += scalar.count
        }
        return true
    }
}

extension SharedSecret {
    /// Whether the bytes are valid UTF-8.
    public var isUTF8: Bool { withBytes { $0.isUTF8 } }
}
