public import Core
internal import Crypto
public import Secrets

/// Writes entries as lines of JSON: a first line that describes the rest, then one line for each entry, in plain text
/// or sealed with a passphrase. EXPORT.md describes the format.
public struct StoreExportWriter {
    /// Receives a line with its line break.
    public typealias Sink = (UnsafeRawBufferPointer) throws(FedauthError) -> Void

    private let seal: ExportSeal?
    private let entryCount: Int
    private var written = 0

    /// Writes the first line, with the number of entries that follow. Without a passphrase, values are in plain text;
    /// its cost is `logN`, 15 to 20.
    public init(
        entryCount: Int, passphrase: SharedSecret?, now: Timestamp,
        logN: Int = EncryptedFileStore.defaultLogN, to sink: Sink
    ) throws(FedauthError) {
        self.entryCount = entryCount
        var head: [JSONValue.Member] = [
            .init("format", .text(ExportFormat.name)), .init("version", .integer(ExportFormat.version)),
            .init("created", .integer(now.seconds)), .init("entries", .integer(entryCount)),
        ]
        guard let passphrase else {
            seal = nil
            try Self.line(Self.text(.object(head)), to: sink)
            return
        }
        let cost = Scrypt(logN: EncryptedFileStore.clamped(logN), r: StoreFormat.scryptR, p: 1)
        let salt = try SystemRandom().bytes(ExportSeal.saltBytes)
        head.append(
            .init(
                "sealed",
                [
                    "kdf": .text(ExportFormat.kdf), "logN": .integer(cost.logN), "r": .integer(cost.r),
                    "p": .integer(cost.p), "salt": .string(Self.base64(salt)), "cipher": .text(ExportFormat.cipher),
                ]))
        let header = Self.text(.object(head))
        let seal = try header.withBytes { (bytes) throws(FedauthError) in
            try ExportSeal(passphrase: passphrase, cost: cost, salt: salt, header: bytes)
        }
        try Self.line(header, to: sink)
        // The right passphrase always opens this line, so that a wrong passphrase can be told from a changed line.
        try Self.line(try Self.sealedLine(seal.seal(Secret("{}".utf8), number: 0)), to: sink)
        self.seal = seal
    }

    /// Writes one more entry.
    public mutating func add(_ item: StoreItem, to sink: Sink) throws(FedauthError) {
        written += 1
        let text = ExportEntry.encode(item)
        let line = if let seal { Self.sealedLine(try seal.seal(text, number: written)) } else { text }
        try Self.line(line, to: sink)
    }

    /// Throws `busy` when the number of entries differs from the first line, because another has written meanwhile.
    public func finish() throws(FedauthError) {
        guard written == entryCount else {
            throw FedauthError(.busy, "the store was changed while it was exported", hint: "try again")
        }
    }

    private static func sealedLine(_ bytes: [UInt8]) -> Secret {
        text(["sealed": .string(base64(bytes))], capacity: bytes.count / 3 * 4 + 32)
    }

    private static func text(_ value: JSONValue, capacity: Int = 256) -> Secret {
        var out = Secret(capacity: capacity)
        value.write(to: &out)
        return out
    }

    /// Returns base64 (RFC 4648 section 4) of bytes that are not secret.
    private static func base64(_ bytes: [UInt8]) -> SharedSecret { Base64.encode(SharedSecret(Secret(bytes))) }

    private static func line(_ text: consuming Secret, to sink: Sink) throws(FedauthError) {
        text.append("\n")
        try text.withBytes { (bytes) throws(FedauthError) in try sink(bytes) }
    }
}
