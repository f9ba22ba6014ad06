public import Secrets

extension SharedSecret {
    /// The text without a byte order mark; in UTF-8 if the mark says that it is UTF-16, as programs for Windows write it.
    public var withoutByteOrderMark: SharedSecret {
        withBytes { bytes in
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3)))
            }
            let isLittle = bytes.starts(with: [0xFF, 0xFE])
            guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return self }
            let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { index in
                let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isLittle ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
            }
            var text = Secret(capacity: bytes.count)
            _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
                text.append($0)
            }
            return SharedSecret(text)
        }
    }
}
