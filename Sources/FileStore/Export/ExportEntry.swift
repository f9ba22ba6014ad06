internal import Core
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
