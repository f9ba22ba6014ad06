internal import Core
internal import Crypto
internal import Secrets

/// One entry as a JSON object, with the members that `fedauth store get --json` prints.
enum ExportEntry {
    /// Returns the text of the object, built in wiped memory.
    static func encode(_ item: StoreItem) -> Secret {
        let entry = item.entry
        let encoded = Base64.encode(item.value)
        var out = Secret(capacity: encoded.count + 512)
        JSONValue.ordered([
            "name": .text(entry.name), "kind": .text(entry.kind), "contentType": .text(entry.contentType),
            "attributes": .sorted(dictionary: entry.attributes.mapValues(JSONValue.text)),
            "created": .time(entry.created), "modified": .time(entry.modified), "expires": .time(ifAny: entry.expires),
            "version": .integer(entry.version), "valueBase64": .string(encoded),
        ]).write(to: &out)
        return out
    }

    /// Reads an object; nil when it is not an entry. Only the name and the value are required, so that other programs
    /// can write exports; `value`, a text, may replace `valueBase64`.
    static func decode(_ object: JSONValue) -> StoreDraft? {
        guard let name = object["name"]?.text, let value = value(of: object) else { return nil }
        var draft = StoreDraft(name: name, value: value)
        if let kind = object["kind"] {
            guard let text = kind.text else { return nil }
            draft.kind = text
        }
        if let type = object["contentType"] {
            guard let text = type.text else { return nil }
            draft.contentType = text
        }
        if let attributes = object["attributes"] {
            guard let members = attributes.members else { return nil }
            for member in members {
                guard let text = member.value.text else { return nil }
                draft.attributes[member.name] = text
            }
        }
        if let expires = object["expires"], !expires.isNull {
            guard let seconds = expires.integer else { return nil }
            draft.expires = Timestamp(seconds: seconds)
        }
        let numbers = ["created", "modified", "version"].map { object[$0] }
        guard numbers.allSatisfy({ $0.map { $0.integer != nil } ?? true }) else { return nil }
        guard let version = UInt64(exactly: object["version"]?.integer ?? 1), StoreLimits.versions.contains(version)
        else { return nil }
        if let created = object["created"]?.integer {
            draft.history = StoreDraft.History(
                created: Timestamp(seconds: created),
                modified: Timestamp(seconds: object["modified"]?.integer ?? created), version: version)
        }
        return draft
    }

    private static func value(of object: JSONValue) -> SharedSecret? {
        if let encoded = object["valueBase64"] { return encoded.secret.flatMap { Base64.decode($0) } }
        return object["value"]?.secret
    }
}

/// Seals the lines of an export with a passphrase. Each line is bound to its number and to the first line, which holds
/// the number of lines. So no line can be moved, removed or put into another export.
final class ExportSeal {
    /// Bytes of the salt.
    static let saltBytes = 16

    private let cipher: AESGCM
    private let headerDigest: [UInt8]

    /// `header` is the first line, without its line break.
    init(passphrase: SharedSecret, cost: Scrypt, salt: [UInt8], header: UnsafeRawBufferPointer) throws(FedauthError) {
        let stretched = try cost.derive(
            passphrase: passphrase.copy(), salt: Array("fedauth-export-v1/scrypt".utf8) + salt, count: 32,
            memoryCap: Scrypt(
                logN: StoreFormat.logN.upperBound, r: StoreFormat.scryptR, p: StoreFormat.scryptP.upperBound
            ).memoryBytes)
        cipher = try AESGCM(
            key: HKDF.sha256(
                key: stretched, salt: salt, info: Array("fedauth-export-v1/key".utf8), count: AESGCM.keyBytes))
        headerDigest = try Digest.sha256.hash(Array(header))
    }

    /// Pads with blanks, which JSON ignores, and seals.
    func seal(_ plain: consuming Secret, number: Int) throws(FedauthError) -> [UInt8] {
        let start = plain.count
        plain.withMutableBytes(count: StoreFormat.padded(plain.count)) { bytes in
            for index in start..<bytes.count { bytes[index] = 0x20 }
        }
        return try plain.withBytes { (bytes) throws(FedauthError) in
            try cipher.seal(bytes, nonce: AESGCM.nonce(number), additional: additional(number))
        }
    }

    /// Opens a line; nil when the line was changed or the passphrase is wrong.
    func open(_ sealed: SharedSecret, number: Int) throws(FedauthError) -> Secret? {
        try sealed.withBytes { (bytes) throws(FedauthError) in
            try cipher.open(bytes, nonce: AESGCM.nonce(number), additional: additional(number))
        }
    }

    private func additional(_ number: Int) -> [UInt8] {
        var bytes = headerDigest
        bytes.append(bigEndian: UInt32(clamping: number))
        return bytes
    }
}

/// The constants of an export's first line.
enum ExportFormat {
    static let name = "fedauth store export"
    static let version = 1
    static let kdf = "scrypt"
    static let cipher = "AES-256-GCM"
    /// Limit of a line, in bytes: a value of 16 MiB encoded twice in base64, and its metadata.
    static let lineBytes = 32 << 20
}
