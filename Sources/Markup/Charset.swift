internal import Core
internal import Glibc
internal import Secrets

/// The character encoding of a page (https://encoding.spec.whatwg.org, the part that servers use).
enum Charset: Equatable {
    case utf8, utf16LittleEndian, utf16BigEndian, windows1252
    /// An encoding by its name in `iconv_open(3)`.
    case iconv(String)

    /// Reads a label as servers write it; nil for an unknown one, which is ignored.
    init?(label: String) {
        let name = label.asciiLowercased.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
        switch name {
        case "utf-8", "utf8", "unicode-1-1-utf-8": self = .utf8
        case "utf-16", "utf-16le", "unicode": self = .utf16LittleEndian
        case "utf-16be": self = .utf16BigEndian
        // Browsers read Latin-1 and ASCII as windows-1252, and pages rely on it.
        case "iso-8859-1", "iso8859-1", "latin1", "l1", "ascii", "us-ascii", "windows-1252", "cp1252", "x-cp1252":
            self = .windows1252
        case "shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms_kanji": self = .iconv("CP932")
        case "gb2312", "gbk", "gb18030", "x-gbk": self = .iconv("GB18030")
        case "euc-kr", "ks_c_5601-1987", "windows-949": self = .iconv("CP949")
        case "euc-jp", "iso-2022-jp", "big5", "koi8-r", "koi8-u", "macintosh": self = .iconv(name.uppercased())
        default:
            let families = ["iso-8859-", "windows-125"]
            guard let family = families.first(where: name.hasPrefix),
                let number = UInt8(name.dropFirst(family.count)), (0...16).contains(number)
            else { return nil }
            self = .iconv(name.uppercased())
        }
    }

    /// Decides as browsers do: by the byte order mark, the server's declaration, the page's own; otherwise UTF-8 if the
    /// bytes are valid, else windows-1252.
    static func of(_ bytes: UnsafeRawBufferPointer, declared: String?) -> (charset: Charset, skip: Int) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if let declared, let charset = Charset(label: declared) { return (charset, 0) }
        if let own = declaredByPage(bytes) { return (own, 0) }
        return (bytes.isUTF8 ? .utf8 : .windows1252, 0)
    }

    /// Lends the page as `decode` returns it; without a copy where the bytes are that already, as those of most pages.
    func withText<Result: ~Copyable, Failure: Error>(
        of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let isText = self == .utf8 && !bytes.contains(0x0D) && !bytes.contains(0) && bytes.isUTF8
        return isText ? try body(bytes) : try decode(bytes).withBytes(body)
    }

    /// Converts the page to valid UTF-8, with LF as line break (as HTML requires) and without NUL.
    func decode(_ bytes: UnsafeRawBufferPointer) -> Secret {
        var output = CleanText(capacity: bytes.count + bytes.count / 8)
        switch self {
        case .utf8: Self.decodeUTF8(bytes, into: &output)
        case .utf16LittleEndian: Self.decodeUTF16(bytes, low: 0, into: &output)
        case .utf16BigEndian: Self.decodeUTF16(bytes, low: 1, into: &output)
        case .windows1252: for byte in bytes { output.append(Self.windows1252(byte)) }
        case .iconv(let name):
            guard let converted = Self.convert(bytes, from: name) else {
                Self.decodeUTF8(bytes, into: &output)
                break
            }
            converted.withBytes { Self.decodeUTF8($0, into: &output) }
        }
        return output.finish()
    }

    // MARK: Detection

    /// Reads `charset=` in a `meta` element of the first 1024 bytes (HTML, "prescan a byte stream"); never UTF-16.
    private static func declaredByPage(_ bytes: UnsafeRawBufferPointer) -> Charset? {
        let head = String(decoding: bytes.prefix(1024).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        var rest = head[...]
        while let meta = rest.firstRange(of: "<meta")?.lowerBound {
            let tag = rest[meta...].prefix { $0 != ">" }
            if let mark = tag.firstRange(of: "charset")?.lowerBound {
                let value = tag[mark...].dropFirst("charset".count).drop { $0 == " " || $0 == "=" }
                    .drop { $0 == "\"" || $0 == "'" }
                let label = value.prefix { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
                switch Charset(label: String(label)) {
                case .utf16LittleEndian, .utf16BigEndian: return .utf8
                case let charset?: return charset
                case nil: break
                }
            }
            rest = rest[tag.endIndex...]
        }
        return nil
    }

    /// Returns the length of the non-ASCII character at `index`, in bytes; nil when it is invalid.
    private static func scalarLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
        var iterator = bytes[index..<min(index + 4, bytes.count)].makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        guard case .valid(let scalar) = parser.parseScalar(from: &iterator) else { return nil }
        return scalar.count
    }

    // MARK: Decoding

    private static func decodeUTF8(_ bytes: UnsafeRawBufferPointer, into output: inout CleanText) {
        var index = 0
        while index < bytes.count {
            // Copies runs of ASCII at once, because nearly all text is ASCII.
            var end = index
            while end < bytes.count, bytes[end] < 0x80, bytes[end] != 0, bytes[end] != 0x0D { end += 1 }
            output.append(plain: UnsafeRawBufferPointer(rebasing: bytes[index..<end]))
            guard end < bytes.count else { return }
            index = end
            if bytes[index] < 0x80 {
                output.append(Unicode.Scalar(bytes[index]))
                index += 1
            } else if let length = scalarLength(bytes, at: index) {
                output.append(plain: UnsafeRawBufferPointer(rebasing: bytes[index..<(index + length)]))
                index += length
            } else {
                output.append("\u{FFFD}")
                index += 1
            }
        }
    }

    private static func decodeUTF16(_ bytes: UnsafeRawBufferPointer, low: Int, into output: inout CleanText) {
        var pending: UInt32?
        var index = 0
        while index + 1 < bytes.count {
            let unit = UInt32(bytes[index + low]) | UInt32(bytes[index + 1 - low]) << 8
            index += 2
            if let high = pending {
                pending = nil
                if (0xDC00..<0xE000).contains(unit),
                    let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00))
                {
                    output.append(scalar)
                    continue
                }
                output.append("\u{FFFD}")
            }
            if (0xD800..<0xDC00).contains(unit) {
                pending = unit
            } else {
                output.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
            }
        }
        if pending != nil || index < bytes.count { output.append("\u{FFFD}") }
    }

    /// 0x80 to 0x9F; the rest is Latin-1.
    private static let upperControls: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
        0x17E, 0x178,
    ]

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(upperControls[Int(byte) - 0x80]) ?? "\u{FFFD}"
    }

    /// Converts with `iconv(3)`; an invalid byte becomes U+FFFD. Returns nil when the system does not know the name.
    private static func convert(_ bytes: UnsafeRawBufferPointer, from name: String) -> Secret? {
        let descriptor = iconv_open("UTF-8", name)
        guard let descriptor, descriptor != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
        defer { iconv_close(descriptor) }
        var output = Secret(capacity: bytes.count * 2)
        var chunk = Secret()
        var input = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        var left = bytes.count
        while left > 0 {
            let before = left
            let written = chunk.withMutableBytes(count: 4096) { buffer in
                var target = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                var available = buffer.count
                _ = Glibc.iconv(descriptor, &input, &left, &target, &available)
                return buffer.count - available
            }
            chunk.withBytes { output.append(UnsafeRawBufferPointer(rebasing: $0.prefix(written))) }
            if written == 0, left == before {
                output.append("\u{FFFD}")
                input = input?.advanced(by: 1)
                left -= 1
            }
        }
        return output
    }
}

/// Builds UTF-8 by HTML's rules for its input: CR LF and CR become LF, NUL becomes U+FFFD ("preprocessing the input
/// stream"). libxml2 would end the page at a NUL.
private struct CleanText: ~Copyable {
    private var bytes: Secret
    private var lastWasReturn = false

    init(capacity: Int) { bytes = Secret(capacity: capacity) }

    mutating func append(_ scalar: Unicode.Scalar) {
        defer { lastWasReturn = scalar == "\r" }
        switch scalar {
        case "\0": for byte in UTF8.encode("\u{FFFD}") ?? .init() { bytes.append(byte) }
        case "\r": bytes.append(UInt8(0x0A))
        case "\n": if !lastWasReturn { bytes.append(UInt8(0x0A)) }
        default:
            if scalar.value < 0x80 {
                bytes.append(UInt8(scalar.value))
            } else {
                for byte in UTF8.encode(scalar) ?? .init() { bytes.append(byte) }
            }
        }
    }

    /// Appends UTF-8 without NUL and CR.
    mutating func append(plain text: UnsafeRawBufferPointer) {
        guard !text.isEmpty else { return }
        let repeatsLineBreak = lastWasReturn && text.first == 0x0A
        lastWasReturn = false
        bytes.append(UnsafeRawBufferPointer(rebasing: text.dropFirst(repeatsLineBreak ? 1 : 0)))
    }

    consuming func finish() -> Secret { bytes }
}
