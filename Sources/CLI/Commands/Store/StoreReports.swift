import Core
import FileStore

extension CredentialStore {
    /// The store as `--json` shows it.
    func json(_ state: StoreState) -> JSONValue {
        .sorted([
            "name": .text(ifAny: (self as? EncryptedFileStore)?.name), "backend": .text(backend),
            "location": .text(location), "state": .text(state.rawValue),
        ])
    }
}

extension StoreEntry {
    /// The entry as `--json` shows it, without its bytes.
    var json: JSONValue {
        .sorted([
            "name": .text(name), "kind": .text(kind),
            "attributes": .sorted(dictionary: attributes.mapValues(JSONValue.text)),
            "contentType": .text(contentType), "created": .time(ifAny: isUnreadable ? nil : created),
            "modified": .time(ifAny: isUnreadable ? nil : modified),
            "expires": .time(ifAny: expires), "version": .integer(version),
        ])
    }
}

extension [StoreEntry] {
    /// Returns the list of name, kind, last write, and whether the entry has expired.
    func table(now: Timestamp) -> Table {
        Table(
            ["NAME", "KIND", "CHANGED", "EXPIRES"],
            map {
                [.text($0.name), .text($0.kind), $0.isUnreadable ? .text("") : .time($0.modified), .end($0.expires)]
            }, now: now)
    }
}
