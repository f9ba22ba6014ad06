public import Secrets

/// What one entry of a store is about; everything but its bytes.
public struct StoreEntry: Sendable, Equatable {
    /// The name: unique in a store, 1 to 512 bytes of UTF-8 without control characters. `/` groups names, as in
    /// `session/mail`.
    public var name: String
    /// What it holds: `secret`, `session`, `password`, `totp`, …
    public var kind: String
    /// What it belongs to, for searching; sealed like the value, in the file and in a keyring.
    public var attributes: [String: String]
    /// Media type of the bytes (RFC 9110 section 8.3), `application/octet-stream` unless told.
    public var contentType: String
    /// First written.
    public var created: Timestamp
    /// Last written.
    public var modified: Timestamp
    /// When it is of no more use; nil: never.
    public var expires: Timestamp?
    /// Counts the writes of this name, within `StoreLimits.versions`.
    public var version: UInt64

    /// An entry; a `secret` of unknown type, without attributes and without an end unless told.
    public init(
        name: String, kind: String = "secret", attributes: [String: String] = [:],
        contentType: String = "application/octet-stream", created: Timestamp, modified: Timestamp,
        expires: Timestamp? = nil, version: UInt64
    ) {
        self.name = name
        self.kind = kind
        self.attributes = attributes
        self.contentType = contentType
        self.created = created
        self.modified = modified
        self.expires = expires
        self.version = version
    }

    /// Whether it is of no more use.
    public func isExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }
}

/// One entry of a store with its bytes.
public struct StoreItem: Sendable, Equatable {
    /// What it is about.
    public var entry: StoreEntry
    /// 0 bytes to 16 MiB, any of the 256.
    public var value: SharedSecret

    /// An entry and its bytes.
    public init(entry: StoreEntry, value: SharedSecret) {
        self.entry = entry
        self.value = value
    }
}

/// What a caller wants written; times and version are the store's to set.
public struct StoreDraft: Sendable {
    /// Times and version that an entry brings along from another store.
    public struct History: Sendable, Equatable {
        /// First written.
        public var created: Timestamp
        /// Last written.
        public var modified: Timestamp
        /// Its version there; here it is at least that.
        public var version: UInt64

        /// As another program tells them.
        public init(created: Timestamp, modified: Timestamp, version: UInt64) {
            self.created = created
            self.modified = modified
            self.version = version
        }

        /// What `entry` says.
        public init(of entry: StoreEntry) {
            created = entry.created
            modified = entry.modified
            version = entry.version
        }
    }

    /// The entry's name, by the rules of `StoreLimits`.
    public var name: String
    /// What it holds; `secret` unless told.
    public var kind: String
    /// What it belongs to; none unless told.
    public var attributes: [String: String]
    /// Media type of the bytes; `application/octet-stream` unless told.
    public var contentType: String
    /// When it is of no more use; nil, unless told: never.
    public var expires: Timestamp?
    /// The bytes, 16 MiB at most.
    public var value: SharedSecret
    /// Nil, unless told: the entry begins here and now.
    public var history: History?

    /// What is to be written. Nothing is judged here: the store throws `usage` for what it cannot keep.
    public init(
        name: String, kind: String = "secret", attributes: [String: String] = [:],
        contentType: String = "application/octet-stream", expires: Timestamp? = nil, value: SharedSecret
    ) {
        self.name = name
        self.kind = kind
        self.attributes = attributes
        self.contentType = contentType
        self.expires = expires
        self.value = value
    }

    /// An item of another store, with its times and its version.
    public init(moving item: StoreItem) {
        let entry = item.entry
        self.init(
            name: entry.name, kind: entry.kind, attributes: entry.attributes, contentType: entry.contentType,
            expires: entry.expires, value: item.value)
        history = History(of: entry)
    }

    /// The entry that this becomes in place of `old`. Throws `usage` for what no store takes, `version-conflict` when
    /// `old` is not as expected.
    public func entry(
        over old: StoreEntry?, expecting: StoreExpectation, now: Timestamp
    ) throws(FedauthError) -> StoreEntry {
        try expecting.check(old, name: name)
        let last = StoreLimits.versions.upperBound
        let next = min(old?.version ?? 0, last - 1) + 1
        let entry = StoreEntry(
            name: name, kind: kind, attributes: attributes, contentType: contentType,
            created: history?.created ?? old?.created ?? now, modified: history?.modified ?? now,
            expires: expires, version: max(next, min(history?.version ?? 0, last)))
        guard ItemCodec.encode(entry).count <= ItemCodec.entryBytes else {
            throw FedauthError(
                .usage, "what describes '\(name)' takes more than \(ItemCodec.entryBytes) bytes",
                hint: "put long texts into the value")
        }
        return entry
    }

    /// Throws `usage` for what no store takes.
    public func check() throws(FedauthError) {
        try StoreLimits.check(name: name)
        try StoreLimits.check(kind: kind)
        try StoreLimits.check(contentType: contentType)
        for name in attributes.keys { try StoreLimits.check(attribute: name) }
        try StoreLimits.check(valueBytes: value.count)
    }
}
