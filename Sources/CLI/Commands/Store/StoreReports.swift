import Core
import FileStore

/// A store as `--json` shows it.
struct StoreReport: Encodable {
    /// The name, of a named store only.
    var name: String?
    var backend: String
    var location: String
    /// `ready`, `locked` or `absent`.
    var state: String

    init(_ store: any CredentialStore, _ state: StoreState) {
        name = (store as? EncryptedFileStore)?.name
        backend = store.backend
        location = store.location
        self.state =
            switch state {
            case .ready: "ready"
            case .locked: "locked"
            case .absent: "absent"
            }
    }
}

/// An entry as `--json` shows it, without its bytes.
struct EntryReport: Encodable {
    var name: String
    var kind: String
    var attributes: [String: String]
    var contentType: String
    /// Seconds since 1970.
    var created: Int64
    var modified: Int64
    var expires: Int64?
    var version: UInt64

    init(_ entry: StoreEntry) {
        name = entry.name
        kind = entry.kind
        attributes = entry.attributes
        contentType = entry.contentType
        created = entry.created.seconds
        modified = entry.modified.seconds
        expires = entry.expires?.seconds
        version = entry.version
    }
}

extension [StoreEntry] {
    /// Returns the list of name, kind, last write, and whether the entry has expired.
    func table(now: Timestamp) -> Table {
        Table(
            ["NAME", "KIND", "CHANGED", "EXPIRES"],
            map { [.text($0.name), .text($0.kind), .time($0.modified), .end($0.expires)] }, now: now)
    }
}
