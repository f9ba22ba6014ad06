public import Core
public import Secrets

/// Time-based one-time codes (RFC 6238), using the truncation of RFC 4226 section 5.3.
public struct OneTimePassword: ~Copyable {
    /// The shared key, as bytes.
    private let key: Secret
    /// The hash of the HMAC; SHA-1 by default.
    public let digest: Digest
    /// The number of digits in a code, 6 to 10.
    public let digits: Int
    /// The validity of a code, in seconds.
    public let periodSeconds: Int64

    /// Creates a generator from the raw bytes of a key.
    public init(
        key: consuming Secret, digest: Digest = .sha1, digits: Int = 6, periodSeconds: Int64 = 30
    ) throws(FedauthError) {
        guard !key.isEmpty, (6...10).contains(digits), (1...86400).contains(periodSeconds) else {
            throw Self.unreadable("it needs a key, 6 to 10 digits and a period of 1 to 86400 seconds")
        }
        self.key = key
        (self.digest, self.digits, self.periodSeconds) = (digest, digits, periodSeconds)
    }

    /// Creates a generator from the text that a service shows during setup: an `otpauth://totp/…` address, or the key
    /// in base32 (RFC 4648 section 6). Blanks, hyphens, lower case and missing padding are accepted. What would change the
    /// code, and is not known here, is refused.
    public init(reading text: borrowing Secret) throws(FedauthError) {
        let text = text.withBytes { bytes in
            var rest = bytes[...]
            while let count = Self.blank(at: rest) { rest = rest.dropFirst(count) }
            return Secret(copying: UnsafeRawBufferPointer(rebasing: rest))
        }
        let scheme = Array("otpauth://".utf8)
        let (isAddress, isOther) = text.withBytes { bytes in
            (
                bytes.count >= scheme.count && zip(bytes, scheme).allSatisfy { $0.0 | 0x20 == $0.1 | 0x20 },
                bytes.contains(UInt8(ascii: ":"))
            )
        }
        guard isAddress else {
            guard !text.withBytes({ $0.starts(with: "otpauth-migration:".utf8) }) else {
                throw FedauthError(
                    .usage, "an 'otpauth-migration' address is an export of Google Authenticator, for its own import",
                    hint: "have the service show the key anew, or take the otpauth:// address of another program")
            }
            guard !isOther else { throw Self.unreadable("only 'otpauth://totp/…' is known") }
            self = try OneTimePassword(key: Self.base32(text))
            return
        }
        self = try OneTimePassword(address: text)
    }

    private init(address: borrowing Secret) throws(FedauthError) {
        var key = Secret()
        var digest = Digest.sha1
        var digits = 6
        var periodSeconds: Int64 = 30
        let parts = address.withBytes { bytes -> (kind: Kind?, query: [Range<Int>]) in
            let start = "otpauth://".utf8.count
            let rest = bytes[start...]
            let kind = Kind(rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
            guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return (kind, []) }
            var end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
            // `echo` and editors add a line break.
            while end > mark + 1, bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
            guard mark + 1 <= end else { return (kind, []) }
            var fields: [Range<Int>] = []
            var field = mark + 1
            for index in (mark + 1)...end where index == end || bytes[index] == UInt8(ascii: "&") {
                fields.append(field..<index)
                field = index + 1
            }
            return (kind, fields)
        }
        guard parts.kind != .hotp else {
            throw FedauthError(
                .usage, "'otpauth://hotp/…' is a key of codes that are counted (HOTP, RFC 4226)",
                hint: "fedauth makes codes of the time (TOTP) only: see if the service offers such a key")
        }
        guard parts.kind == .totp else { throw Self.unreadable("only 'otpauth://totp/…' is known") }
        var seen: Set<String> = []
        for range in parts.query {
            let field = address.withBytes { PercentEncoding.decode($0[range], plusIsBlank: true) }
            guard let equals = field.withBytes({ $0.firstIndex(of: UInt8(ascii: "=")) }) else { continue }
            // `&amp;` is from the source of a page.
            let written = field.withBytes { String(decoding: $0[..<equals], as: UTF8.self) }.lowercased()
            let name = written.hasPrefix("amp;") ? String(written.dropFirst(4)) : written
            let value = field.withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0[(equals + 1)...])) }
            if value.isEmpty { continue }
            switch name {
            case "secret", "algorithm", "digits", "period":
                guard seen.insert(name).inserted else { throw Self.unreadable("it has '\(name)' twice") }
            default: break
            }
            switch name {
            case "encoder": throw Self.unreadable("its codes are in the form of another 'encoder', as Steam's are")
            case "t0":
                guard try Self.number(value) == 0 else { throw Self.unreadable("its time begins at another 't0'") }
            case "secret": key = try Self.base32(value)
            case "algorithm": digest = try Self.digest(named: value)
            case "digits": digits = Int(clamping: try Self.number(value))
            case "period": periodSeconds = try Self.number(value)
            default: break
            }
        }
        self = try OneTimePassword(key: key, digest: digest, digits: digits, periodSeconds: periodSeconds)
    }

    /// Returns the code at `time`, as ASCII digits.
    public func code(at time: Timestamp) throws(FedauthError) -> Secret {
        guard time.seconds >= 0 else { throw FedauthError(.other, "the clock is set before 1970") }
        let counter = UInt64(time.seconds / periodSeconds)
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * UInt64($0))) }
        let mac = try Secret(message).withBytes { (message) throws(FedauthError) in
            try digest.authenticate(message, key: key)
        }
        return mac.withBytes { mac in
            // RFC 4226 section 5.3: the low four bits of the last byte select the position of the 31 bits.
            let offset = Int((mac.last ?? 0) & 0x0F)
            var number =
                mac[offset..<min(offset + 4, mac.count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x7FFF_FFFF
            var reversed: [UInt8] = []
            for _ in 0..<digits {
                reversed.append(UInt8(ascii: "0") + UInt8(number % 10))
                number /= 10
            }
            return Secret(reversed.reversed())
        }
    }

    private static func base32(_ text: borrowing Secret) throws(FedauthError) -> Secret {
        var output = Secret()
        var bits: UInt32 = 0
        var pending = 0
        var ended = false
        let count = text.count
        var index = 0
        while index < count {
            if let blank = text.withBytes({ blank(at: $0[index...]) }) {
                index += blank
                continue
            }
            let byte = text.withBytes { $0[index] }
            index += 1
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a")
            case UInt8(ascii: "2")...UInt8(ascii: "7"): value = byte - UInt8(ascii: "2") + 26
            case UInt8(ascii: "="):
                ended = true
                continue
            default: throw unreadable("byte \(index) is not of base32")
            }
            guard !ended else { throw unreadable("there is text after the padding") }
            bits = bits << 5 | UInt32(value)
            pending += 5
            if pending >= 8 {
                pending -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(pending)))
            }
        }
        guard pending < 5 else { throw unreadable("it is cut short") }
        return output
    }

    /// What stands between the groups of a key: blanks and hyphens, also those of pages and word processors.
    private static let blanks: [[UInt8]] =
        ([0x09, 0x0A, 0x0D, 0x20, 0x2D, 0xA0, 0xAD, 0x202F, 0x2060, 0x2212, 0x3000, 0xFEFF] + Array(0x2000...0x2015))
        .compactMap { (code: UInt32) in Unicode.Scalar(code).map { Array(String(Character($0)).utf8) } }

    /// Returns how many bytes a blank at the beginning has; nil when there is none.
    private static func blank(at bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        blanks.first { bytes.starts(with: $0) }?.count
    }

    /// Java's servers write `HmacSHA256`, others `SHA-256`.
    private static func digest(named name: borrowing Secret) throws(FedauthError) -> Digest {
        let text = name.withBytes { String(decoding: $0.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self) }
            .lowercased()
        switch text.hasPrefix("hmac") ? String(text.dropFirst(4)) : text {
        case "sha1": return .sha1
        case "sha256": return .sha256
        case "sha512": return .sha512
        default: throw unreadable("its algorithm is none of SHA1, SHA256, SHA512")
        }
    }

    private static func number(_ text: borrowing Secret) throws(FedauthError) -> Int64 {
        guard (1...6).contains(text.count) else { throw unreadable("its digits or period are no number") }
        var number: Int64 = 0
        for index in 0..<text.count {
            let byte = text.withBytes { $0[index] }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                throw unreadable("its digits or period are no number")
            }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return number
    }

    private static func unreadable(_ why: String) -> FedauthError {
        FedauthError(
            .usage, "the key for one-time codes cannot be read: \(why)",
            hint: "give the key in base32 or the whole otpauth:// address that the service shows")
    }
}

/// What an address is for.
private enum Kind: CaseIterable {
    case totp, hotp

    init?(_ word: Slice<UnsafeRawBufferPointer>) {
        guard let kind = Self.allCases.first(where: { word.elementsEqual("\($0)".utf8) { $0 | 0x20 == $1 } }) else {
            return nil
        }
        self = kind
    }
}
