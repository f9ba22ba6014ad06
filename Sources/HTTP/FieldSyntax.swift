internal import Core

extension Collection<UInt8> {
    /// Whether the bytes are not allowed in a field value because they would end the line or the C string.
    var breaksLines: Bool { contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D } }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without a trailing line break.
    var trimmingLineBreak: SubSequence {
        var rest = self[...]
        if rest.last == 0x0A { rest = rest.dropLast() }
        if rest.last == 0x0D { rest = rest.dropLast() }
        return rest
    }

    /// The bytes without surrounding blanks and tabs (OWS of RFC 9110 section 5.6.3).
    var trimmingBlanks: SubSequence {
        var rest = drop { $0 == 0x20 || $0 == 0x09 }
        while let last = rest.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
        return rest
    }
}

extension String {
    /// Decodes a field value: as UTF-8, or as Latin-1 if it is not valid UTF-8 (RFC 9110 section 5.5).
    init(header bytes: Slice<UnsafeRawBufferPointer>) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
        } else {
            self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }

    /// Returns the position of `part`, which must be ASCII.
    func range(ofASCII part: String) -> String.Index? {
        let wanted = Array(part.utf8)
        var position = utf8.startIndex
        while position < utf8.endIndex {
            if utf8[position...].starts(with: wanted) { return position }
            position = utf8.index(after: position)
        }
        return nil
    }

    /// Returns whether it contains `part`, which must be ASCII, ignoring case.
    func mentions(_ part: String) -> Bool { asciiLowercased.range(ofASCII: part.asciiLowercased) != nil }
}
