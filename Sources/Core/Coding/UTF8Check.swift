public import Secrets

extension UnsafeRawBufferPointer {
    /// Whether the bytes are valid UTF-8 (RFC 3629). They may be secret: no `String` is made of them.
    public var isUTF8: Bool {
        var decoder = UTF8()
        var iterator = makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}

extension SharedSecret {
    /// Whether the bytes are valid UTF-8.
    public var isUTF8: Bool { withBytes { $0.isUTF8 } }
}
