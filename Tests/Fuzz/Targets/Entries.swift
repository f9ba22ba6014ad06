import Secrets

@testable import Core
@testable import Keyring

/// The bytes of a store entry, in the file and in a keyring: the output parses to the same entry.
@Sendable func checkItemCodec(_ input: FuzzInput) throws {
    try input.withBytes { bytes in
        let entry = ItemCodec.decodeEntry(bytes)
        guard let item = ItemCodec.decodeItem(bytes) else { return }
        try require(item.entry == entry, "the entry alone is another one")
        let written = ItemCodec.encode(item)
        try require(written.withBytes { ItemCodec.decodeItem($0) } == item, "another item is read")
        try require(ItemCodec.encode(item.entry).withBytes { ItemCodec.decodeEntry($0) } == entry, "another entry")
    }
    switch input.withBytes({ KeyringPayload($0) }) {
    case .whole(let item):
        let written = KeyringPayload.encode(item)
        guard case .whole(let other)? = written.withBytes({ KeyringPayload($0) }) else {
            throw BrokenProperty(description: "the payload is not read again")
        }
        try require(other == item, "another item is read")
    case .outside(_, let fileName, let key, let count):
        try require(fileName.utf8.count == 32 && fileName.utf8.allSatisfy(\.isHexDigit), "a file '\(fileName)'")
        try require(key.count == 32 && count >= 0, "a key of \(key.count) bytes")
    case nil: break
    }
}

/// A session and its parts: the output parses to the same session.
@Sendable func checkSessions(_ input: FuzzInput) throws {
    let read: () throws(FedauthError) -> Session = { () throws(FedauthError) in
        try Session(decoding: input.secret, entry: "e")
    }
    if let session = try attempt(read) {
        let other = try again("it is not read again") { try Session(decoding: session.encoded(), entry: "e") }
        try require(other == session, "another session is read")
        let fields = try attempt { () throws(FedauthError) in
            try session.headerFields(for: session.url, at: Surroundings.now)
        }
        for field in fields ?? [] {
            let isLine = field.value.withBytes { !$0.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D } }
            try require(isLine, "a line break in '\(field.name)'")
        }
        if session.isValid(at: Surroundings.now) {
            try require(session.expires > Surroundings.now, "a session that is over is valid")
        }
    }
    try input.withBytes { bytes in
        if let token = SessionToken(fields: bytes) {
            let written = token.fields().finish()
            try require(written.withBytes { SessionToken(fields: $0) } == token, "another token is read")
            let isScheme = token.authenticationScheme.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D }
            try require(isScheme, "the scheme '\(token.authenticationScheme)'")
        }
        if let access = SessionAccess(fields: bytes) {
            let written = access.fields().finish()
            try require(written.withBytes { SessionAccess(fields: $0) } == access, "another access is read")
        }
    }
}

/// Entries of identities, pending requests, credentials and providers, chosen by the first byte: the output parses to the same
/// entry.
@Sendable func checkEntries(_ input: FuzzInput) throws {
    let (choice, value) = input.choice(among: 4)
    switch choice {
    case 0:
        let item = makeItem("identity/x", IdentityEntry.kind, value)
        guard let identity = try attempt({ () throws(FedauthError) in try IdentityEntry.identity(item) }) else {
            return
        }
        let draft = IdentityEntry.draft(identity)
        let other = try again("the identity is not read again") {
            try IdentityEntry.identity(StoreItem(entry: draft.fuzzEntry, value: draft.value))
        }
        try require(other == identity, "another identity is read")
    case 1:
        guard let pending = PendingEntry.pending(makeItem("enrollment/x", PendingEntry.kind, value)) else { return }
        let draft = PendingEntry.draft(pending)
        let other = PendingEntry.pending(StoreItem(entry: draft.fuzzEntry, value: draft.value))
        try require(other?.request == pending.request && other?.record == pending.record, "another request is read")
        try require(other?.next == pending.next && other?.origins == pending.origins, "another request is read")
    case 2:
        let item = makeItem("git/https://a.test#u", CredentialEntry.kind, value)
        let read: () throws(FedauthError) -> Credential = { () throws(FedauthError) in
            try CredentialEntry.credential(item)
        }
        guard let credential = try attempt(read), let scope = CredentialEntry.scope(item.entry) else { return }
        let draft = CredentialEntry.draft(credential, for: scope, order: 1, until: nil)
        let other = try again("the credential is not read again") {
            try CredentialEntry.credential(StoreItem(entry: draft.fuzzEntry, value: draft.value))
        }
        try require(other == credential, "another credential is read")
    default:
        guard let record = ProviderEntry.record(makeItem("provider/x", ProviderEntry.kind, value)) else { return }
        let origin = try Surroundings.base().origin
        let draft = ProviderEntry.draft(record, .headers, origin, program: "p", user: nil)
        let other = ProviderEntry.record(StoreItem(entry: draft.fuzzEntry, value: draft.value))
        try require(other?.result == record.result, "another result is read")
        guard let provided = record.provided else { return }
        try require(other?.provided?.isSame(as: provided) == true, "something else is read")
    }
}

private func makeItem(_ name: String, _ kind: String, _ value: FuzzInput) -> StoreItem {
    StoreItem(
        entry: StoreEntry(
            name: name, kind: kind, attributes: ["username": "u", "server": "https://a.test"],
            created: Surroundings.now, modified: Surroundings.now, version: 1), value: value.secret)
}
