internal import Glibc
internal import Secrets

/// Encodes what a form sends in the character set of its page.
extension Charset {
    /// The name, as `init(label:)` accepts it; forms of pages in UTF-16 send UTF-8 (HTML, "get an output encoding").
    var formName: String {
        switch self {
        case .utf8, .utf16LittleEndian, .utf16BigEndian: "utf-8"
        case .windows1252: "windows-1252"
        case .iconv("CP932"): "shift_jis"
        case .iconv("CP949"): "euc-kr"
        case .iconv(let name): name.lowercased()
        }
    }

    private var systemName: String { if case .iconv(let name) = self { name } else { "WINDOWS-1252" } }

    /// Converts UTF-8 to this character set; a missing character becomes a numeric character reference. Returns nil
    /// when the system does not know the name.
    func encode(_ text: UnsafeRawBufferPointer) -> SharedSecret? {
        let descriptor = iconv_open(systemName, "UTF-8")
        guard let descriptor, descriptor != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
        defer { iconv_close(descriptor) }
        var output = Secret(capacity: text.count * 2)
        var rest = text[...]
        while let first = rest.first {
            let length = Self.length(ofLetterAt: first)
            let letter = UnsafeRawBufferPointer(rebasing: rest.prefix(length))
            rest = rest.dropFirst(length)
            if !Self.convert(letter, by: descriptor, into: &output) {
                for scalar in String(decoding: letter, as: UTF8.self).unicodeScalars {
                    output.append("&#\(scalar.value);")
                }
            }
        }
        return SharedSecret(output)
    }

    private static func length(ofLetterAt first: UInt8) -> Int {
        switch first {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        default: 1
        }
    }

    private static func convert(
        _ letter: UnsafeRawBufferPointer, by descriptor: iconv_t, into output: inout Secret
    ) -> Bool {
        var chunk = Secret()
        var input = UnsafeMutablePointer(mutating: letter.baseAddress?.assumingMemoryBound(to: CChar.self))
        var left = letter.count
        let result = chunk.withMutableBytes(count: 32) { buffer in
            var target = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            var available = buffer.count
            let status = Glibc.iconv(descriptor, &input, &left, &target, &available)
            return status == .max ? nil : buffer.count - available
        }
        guard let result, left == 0 else { return false }
        chunk.withBytes { output.append(UnsafeRawBufferPointer(rebasing: $0.prefix(result))) }
        return true
    }
}
