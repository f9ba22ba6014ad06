internal import COpenSSL
internal import Core
internal import Secrets

/// One block of PEM (RFC 7468), in the form that libcrypto reads.
struct PEMBlock {
    /// What it is called: `CERTIFICATE`.
    let label: String
    /// The block alone.
    let text: SharedSecret

    /// Whether it is a private key, in any format.
    var isKey: Bool { label.hasSuffix("PRIVATE KEY") }

    /// What the block holds; nil when it is no base64.
    var der: SharedSecret? {
        text.withBytes { bytes in
            let lines = bytes.split(separator: 0x0A).dropFirst().dropLast()
            guard let first = lines.first, let last = lines.last else { return nil }
            let body = UnsafeRawBufferPointer(rebasing: bytes[first.startIndex..<last.endIndex])
            return Base64.decode(SharedSecret(copying: body))
        }
    }

    /// Returns the blocks of a text. What stands around them, and blanks within, come from mail, pages, editors and
    /// configuration files: some write line breaks as `\n`, or as blanks.
    static func all(in content: SharedSecret) -> [PEMBlock] {
        content.withoutByteOrderMark.withBytes { bytes in
            var blocks: [PEMBlock] = []
            var rest = bytes[...]
            while rest.skip(past: begin), let label = rest.upTo(dashes) {
                guard label.count <= maximumLabelBytes else { continue }
                let name = String(decoding: label, as: UTF8.self)
                // A block without an end, or with another's, is damaged; libcrypto says so of an empty one.
                let inner = rest.upTo(end)
                let isWhole = rest.upTo(dashes)?.elementsEqual(label) == true
                let body = isWhole ? inner ?? rest.prefix(0) : rest.prefix(0)
                var text = Secret(capacity: body.count + 2 * label.count + 64)
                text.append("-----BEGIN \(name)-----\n")
                write(body, to: &text)
                text.append("-----END \(name)-----\n")
                blocks.append(PEMBlock(label: name, text: SharedSecret(text)))
                if inner == nil { break }
            }
            return blocks
        }
    }

    /// Returns DER as a block; nil for anything but a certificate, certificates as PKCS#7, a request or a private key.
    init?(der: SharedSecret) {
        OpenSSL.prepared
        defer { ERR_clear_error() }
        func reads<Object>(
            _ read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Object?, _ free: (Object) -> Void
        ) -> Bool {
            der.withBytes { bytes in
                var position = bytes.octets
                return read(&position, bytes.count).map(free) != nil
            }
        }
        if reads({ d2i_X509(nil, $0, $1) }, { X509_free($0) }) {
            label = "CERTIFICATE"
        } else if reads({ d2i_PKCS7(nil, $0, $1) }, { PKCS7_free($0) }) {
            label = "PKCS7"
        } else if reads({ d2i_X509_SIG(nil, $0, $1) }, { X509_SIG_free($0) }) {
            label = "ENCRYPTED PRIVATE KEY"
        } else if reads({ d2i_X509_REQ(nil, $0, $1) }, { X509_REQ_free($0) }) {
            label = "CERTIFICATE REQUEST"
        } else {
            let first = OtherKeyForms.firstVersion(ofKey: der) ?? der
            let key = first.withBytes { bytes in
                var position = bytes.octets
                return d2i_AutoPrivateKey(nil, &position, bytes.count)
            }
            guard let key, let plain = try? PrivateKey(KeyHandle(takingOwnership: key)) else { return nil }
            label = "PRIVATE KEY"
            text = SharedSecret(PEMText.block(label, plain.der))
            return
        }
        text = SharedSecret(PEMText.block(label, der))
    }

    private init(label: String, text: SharedSecret) { (self.label, self.text) = (label, text) }

    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)
    private static let dashes = Array("-----".utf8)
    private static let maximumLabelBytes = 60

    private static func isDigit(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || "+/=".utf8.contains(byte) }

    /// Writes the fields of an encrypted key (RFC 1421 section 4.6), then the base64 in lines of 64 digits.
    private static func write(_ body: Slice<UnsafeRawBufferPointer>, to text: inout Secret) {
        var lines = Secret(capacity: body.count)
        var isEscaped = false
        for byte in body {
            let isBreak = isEscaped && "nrt".utf8.contains(byte)
            isEscaped = byte == UInt8(ascii: "\\")
            if !isEscaped { lines.append(isBreak ? 0x0A : byte) }
        }
        lines.withBytes { lines in
            var column = 0
            var hasFields = false
            for line in lines.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
                if line.contains(UInt8(ascii: ":")) {
                    text.append(UnsafeRawBufferPointer(rebasing: line.drop { $0 <= 0x20 }.prefix { $0 >= 0x20 }))
                    text.append(0x0A)
                    hasFields = true
                    continue
                }
                if hasFields { text.append(0x0A) }
                hasFields = false
                for byte in line where isDigit(byte) {
                    text.append(byte)
                    column += 1
                    if column % 64 == 0 { text.append(0x0A) }
                }
            }
            if column % 64 != 0 { text.append(0x0A) }
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Removes all before these bytes, and them. Returns whether they occur.
    fileprivate mutating func skip(past mark: [UInt8]) -> Bool { upTo(mark) != nil }

    /// Returns what is before these bytes, and removes it and them; nil, and nothing is removed, when they do not occur.
    fileprivate mutating func upTo(_ mark: [UInt8]) -> Slice<UnsafeRawBufferPointer>? {
        var index = startIndex
        while index + mark.count <= endIndex {
            guard let found = self[index...].firstIndex(of: mark[0]), found + mark.count <= endIndex else { return nil }
            if self[found...].starts(with: mark) {
                defer { self = self[(found + mark.count)...] }
                return self[startIndex..<found]
            }
            index = found + 1
        }
        return nil
    }
}
