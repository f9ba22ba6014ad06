public import Core
internal import Crypto
public import Secrets

/// Reads an export by `StoreExportWriter`, or by another program that follows EXPORT.md.
public struct StoreExportReader {
    private let name: String
    private let lines: [Range<Int>]
    private let bytes: SharedSecret
    private let header: JSONValue
    private let entryCount: Int

    /// Reads the first line; `name` is that of the file. Throws `store-damaged` when the bytes are not an export.
    public init(_ bytes: SharedSecret, name: String) throws(FedauthError) {
        lines = bytes.withBytes { Self.lines(of: $0) }
        self.bytes = bytes
        self.name = name
        guard let first = lines.first, let header = try? Self.json(bytes, first, name),
            header["format"]?.text == ExportFormat.name, let entries = header["entries"]?.integer,
            let version = header["version"]?.integer
        else {
            throw FedauthError(
                .storeDamaged, "'\(name.folded(to: 100))' is not an export of a store",
                hint: "its first line has the members 'format' (\(ExportFormat.name)), 'version' and 'entries'")
        }
        guard version == ExportFormat.version else {
            throw FedauthError(
                .storeDamaged, "'\(name.folded(to: 100))' is an export of version \(version), which is not known here",
                hint: "update fedauth")
        }
        guard (0...Int64(StoreFormat.entries)).contains(entries) else {
            throw Self.damaged(name, "it says that it has \(entries) entries")
        }
        self.header = header
        entryCount = Int(entries)
    }

    /// Whether a passphrase is needed.
    public var isSealed: Bool { header["sealed"].map { !$0.isNull } ?? false }

    /// Returns the entries; only a sealed export needs a passphrase. Throws `store-damaged` when it is truncated or
    /// malformed, `store-altered` when a line was changed, and `wrong-passphrase`.
    public func drafts(passphrase: SharedSecret?) throws(FedauthError) -> [StoreDraft] {
        let checkLines = isSealed ? 1 : 0
        guard lines.count == 1 + checkLines + entryCount else {
            throw Self.damaged(
                name, "it should have \(entryCount) entries, and has \(max(0, lines.count - 1 - checkLines))")
        }
        var drafts: [StoreDraft] = []
        var names: Set<ExactName> = []
        if let passphrase, isSealed {
            let seal = try makeSeal(passphrase)
            guard try open(lines[1], number: 0, seal) != nil else {
                throw FedauthError(
                    .wrongPassphrase, "the passphrase does not open '\(name.folded(to: 100))'",
                    hint: "it is that of the export, not of the store; its first two lines may also have been altered")
            }
            for number in lines.indices.dropFirst(2) {
                guard let text = try open(lines[number], number: number - 1, seal) else {
                    throw FedauthError(
                        .storeAltered, "line \(number + 1) of '\(name.folded(to: 100))' was altered or has rotted",
                        hint: "nothing was imported; look for another copy")
                }
                drafts.append(try draft(SharedSecret(text), line: number, &names))
            }
        } else {
            for number in lines.indices.dropFirst() {
                let text = bytes.withBytes {
                    SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[lines[number]]))
                }
                drafts.append(try draft(text, line: number, &names))
            }
        }
        return drafts
    }

    private func makeSeal(_ passphrase: SharedSecret) throws(FedauthError) -> ExportSeal {
        guard let sealed = header["sealed"], sealed["kdf"]?.text == ExportFormat.kdf,
            sealed["cipher"]?.text == ExportFormat.cipher, let logN = sealed["logN"]?.integer,
            let r = sealed["r"]?.integer, let p = sealed["p"]?.integer,
            let salt = sealed["salt"]?.secret.flatMap({ Base64.decode($0) }), salt.count == ExportSeal.saltBytes
        else { throw Self.damaged(name, "its first line does not say how it is sealed") }
        guard StoreFormat.logN.contains(Int(clamping: logN)), r == Int64(StoreFormat.scryptR),
            StoreFormat.scryptP.contains(Int(clamping: p))
        else { throw Self.damaged(name, "opening it would cost more than is allowed") }
        return try bytes.withBytes { (all) throws(FedauthError) in
            try ExportSeal(
                passphrase: passphrase, cost: Scrypt(logN: Int(logN), r: Int(r), p: Int(p)),
                salt: salt.withBytes { Array($0) }, header: UnsafeRawBufferPointer(rebasing: all[lines[0]]))
        }
    }

    private func open(_ line: Range<Int>, number: Int, _ seal: ExportSeal) throws(FedauthError) -> Secret? {
        guard let text = try? Self.json(bytes, line, name), let sealed = text["sealed"]?.secret,
            let content = Base64.decode(sealed)
        else { throw Self.damaged(name, "line \(number + 2) is not a sealed entry") }
        return try seal.open(content, number: number)
    }

    private func draft(
        _ text: SharedSecret, line: Int, _ names: inout Set<ExactName>
    ) throws(FedauthError) -> StoreDraft {
        guard let object = try? Self.json(text, 0..<text.count, name), let draft = ExportEntry.decode(object) else {
            throw Self.damaged(name, "line \(line + 1) is not an entry: it needs 'name' and 'valueBase64' or 'value'")
        }
        guard names.insert(ExactName(draft.name)).inserted else {
            throw Self.damaged(name, "'\(draft.name.folded(to: 60))' is there twice")
        }
        try draft.check()
        return draft
    }

    private static func json(
        _ bytes: SharedSecret, _ range: Range<Int>, _ name: String
    ) throws(FedauthError) -> JSONValue {
        var limits = JSONReader.Limits()
        limits.bytes = ExportFormat.lineBytes
        return try bytes.withBytes { (all) throws(FedauthError) in
            try JSONReader.parse(
                UnsafeRawBufferPointer(rebasing: all[range]), of: "'\(name)'", failure: .storeDamaged, limits: limits)
        }
    }

    /// Returns the lines without their line breaks; ignores an empty last line.
    private static func lines(of bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            lines.append(start..<end)
            start = end + 1
        }
        return lines
    }

    private static func damaged(_ name: String, _ why: String) -> FedauthError {
        FedauthError(
            .storeDamaged, "the export '\(name.folded(to: 100))' is damaged: \(why)", hint: "nothing was imported")
    }
}
