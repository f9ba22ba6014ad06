/// Reasons why a shell or a file cannot represent a value, in words for a message.
enum ValueObstacle {
    /// Reports a NUL, which ends a value in the environment.
    static func nul(in value: UnsafeRawBufferPointer) -> String? { value.contains(0) ? "a NUL byte" : nil }

    static func lineBreak(in value: UnsafeRawBufferPointer) -> String? { value.contains(0x0A) ? "a line break" : nil }

    /// Reports a control character besides the `allowed`, harmless ones.
    static func control(in value: UnsafeRawBufferPointer, except allowed: [UInt8] = []) -> String? {
        value.contains { ($0 < 0x20 || $0 == 0x7F) && !allowed.contains($0) } ? "a control character" : nil
    }

    /// Reports a character that `isAllowed` refuses, or invalid UTF-8.
    static func notUTF8(
        in value: UnsafeRawBufferPointer, where isAllowed: (Unicode.Scalar) -> Bool = { _ in true }
    ) -> String? {
        // Decodes without the standard library, because a secret must not become a String.
        var bytes = value.makeIterator()
        var decoder = UTF8()
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar):
                if !isAllowed(scalar) { return "the character U+\(String(scalar.value, radix: 16, uppercase: true))" }
            case .emptyInput: return nil
            case .error: return "bytes that are no UTF-8"
            }
        }
    }
}
