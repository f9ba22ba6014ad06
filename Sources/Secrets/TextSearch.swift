/// Finds text in text, byte for byte and in linear time. The module for regular expressions, which Swift imports by itself, has
/// such functions, too, and adds more than a megabyte to the program.
extension StringProtocol {
    /// Returns whether `part` occurs; true for an empty one.
    public func contains(_ part: some StringProtocol) -> Bool { part.isEmpty || firstRange(of: part) != nil }

    /// Returns where `part` occurs first; nil also for an empty one.
    public func firstRange(of part: some StringProtocol) -> Range<Index>? { ranges(of: part, limit: 1).first }

    /// Returns all places of `part` that do not overlap, in order; none for an empty one.
    public func ranges(of part: some StringProtocol) -> [Range<Index>] { ranges(of: part, limit: .max) }

    /// Returns the text with `other` in each place of `part`.
    public func replacing(_ part: some StringProtocol, with other: some StringProtocol) -> String {
        var (text, end) = ("", startIndex)
        for range in ranges(of: part) {
            text += self[end..<range.lowerBound]
            text += other
            end = range.upperBound
        }
        return text + self[end...]
    }

    /// Returns the parts between the places of `mark`, at most `limit` of them; none that is empty.
    public func split(by mark: some StringProtocol, limit: Int = .max) -> [SubSequence] {
        var (parts, start) = ([SubSequence](), startIndex)
        for range in ranges(of: mark, limit: limit == .max ? limit : limit - 1) {
            parts.append(self[start..<range.lowerBound])
            start = range.upperBound
        }
        return (parts + [self[start...]]).filter { !$0.isEmpty }
    }

    private func ranges(of part: some StringProtocol, limit: Int) -> [Range<Index>] {
        let wanted = Array(part.utf8)
        guard !wanted.isEmpty else { return [] }
        let offsets =
            utf8.withContiguousStorageIfAvailable { Self.offsets(of: wanted, in: $0, limit: limit) }
            ?? Array(utf8).withUnsafeBufferPointer { Self.offsets(of: wanted, in: $0, limit: limit) }
        var (place, before) = (startIndex, 0)
        return offsets.map { offset in
            let start = utf8.index(place, offsetBy: offset - before)
            place = utf8.index(start, offsetBy: wanted.count)
            before = offset + wanted.count
            return start..<place
        }
    }

    /// The algorithm of Knuth, Morris and Pratt: after a difference, `known` bytes of another match have been seen.
    private static func offsets(of wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> [Int] {
        var (offsets, borders, known) = ([Int](), [0], 0)
        func take(_ byte: UInt8) {
            while known > 0, wanted[known] != byte { known = borders[known - 1] }
            if wanted[known] == byte { known += 1 }
        }
        for byte in wanted.dropFirst() {
            take(byte)
            borders.append(known)
        }
        known = 0
        for index in bytes.indices where offsets.count < limit {
            take(bytes[index])
            guard known == wanted.count else { continue }
            offsets.append(index + 1 - known)
            known = 0
        }
        return offsets
    }
}

extension Collection<UInt8> {
    /// Returns where a few bytes occur first.
    public func firstRange(of part: some Collection<UInt8>) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].starts(with: part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
