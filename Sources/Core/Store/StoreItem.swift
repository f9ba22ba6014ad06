public import Secrets

/// The metadata of an entry: everything except its value.
public struct StoreEntry: Sendable, Equatable {
    /// The unique name: 1 to 512 bytes of UTF-8 without controls. `/` groups names, as in `session/mail`.
    public var name: String
    /// The kind of value: `secret`, `session`, `password`, `totp`, …
    public var kind: String
    /// Attributes for searching, encrypted like the value.
    public var attributes: [String: String]
    /// The media type of the value (RFC 9110 section 8.3), by default `application/octet-stream`.
    public var contentType: String
    /// The time of the first write.
    public var created: Timestamp
    /// The time of the last write.
    public var modified: Timestamp
    /// When the entry expires; nil for never.
    public var expires: Timestamp?
    /// The number of writes of this name, within `StoreLimits.versions`.
    public var version: UInt64

    /// Creates an entry; by default a `secret` of unknown type, without attributes, that does not expire.
    public init(
        name: String, kind: String = "secret", attributes: [String: String] = [:],
        contentType: String = "application/octet-stream", created: Timestamp, modified: Timestamp,
        expires: Timestamp? = nil, version: UInt64
    ) {
        (self.name, self.kind, self.attributes, self.contentType) = (name, kind, attributes, contentType)
        (self.created, self.modified, self.expires, self.version) = (created, modified, expires, version)
    }

    /// Creates what a list has of an entry that cannot be read: its name.
    public init(unreadable name: String) {
        self.init(
            name: name, kind: "unreadable", contentType: "", created: Timestamp(seconds: 0),
            modified: Timestamp(seconds: 0), version: 0)
    }

    /// Whether only the name is known, because the entry cannot be read. What was written has a version.
    public var isUnreadable: Bool { version == 0 }

    /// Returns whether the entry has expired at `now`.
    public func isExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }
}

/// An entry of a store with its value.
public struct StoreItem: Sendable, Equatable {
    /// The metadata.
    public var entry: StoreEntry
    /// The value: 0 bytes to 16 MiB, any bytes.
    public var value: SharedSecret

    /// Creates an item from an entry and its value.
    public init(entry: StoreEntry, value: SharedSecret) { (self.entry, self.value) = (entry, value) }
}

/// An entry to be written; the store sets times and version.
public struct StoreDraft: Sendable {
    /// The times and version of an entry from another store.
    public struct History: Sendable, Equatable {
        /// The time of the first write.
        public var created: Timestamp
        /// The time of the last write.
        public var modified: Timestamp
        /// Its version there; here it will be at least that.
        public var version: UInt64

        /// Creates a history from values of another program.
        public init(created: Timestamp, modified: Timestamp, version: UInt64) {
            (self.created, self.modified, self.version) = (created, modified, version)
        }

        /// Creates the history of `entry`.
        public init(of entry: StoreEntry) {
            created = entry.created
            modified = entry.modified
            version = entry.version
        }
    }

    /// The name, within `StoreLimits`.
    public var name: String
    /// The kind of value, by default `secret`.
    public var kind: String
    /// The attributes, by default none.
    public var attributes: [String: String]
    /// The media type of the value, by default `application/octet-stream`.
    public var contentType: String
    /// When the entry expires; by default nil, for never.
    public var expires: Timestamp?
    /// The value, at most 16 MiB.
    public var value: SharedSecret
    /// The history; by default nil: a new entry.
    public var history: History?

    /// Creates a draft without checks: the store throws `usage` for values that are not allowed.
    public init(
        name: String, kind: String = "secret", attributes: [String: String] = [:],
        contentType: String = "application/octet-stream", expires: Timestamp? = nil, value: SharedSecret
    ) {
        (self.name, self.kind, self.attributes) = (name, kind, attributes)
        (self.contentType, self.expires, self.value) = (contentType, expires, value)
    }

    /// Creates a draft from an item of another store, with its times and version.
    public init(moving item: StoreItem) {
        let entry = item.entry
        self.init(
            name: entry.name, kind: entry.kind, attributes: entry.attributes, contentType: entry.contentType,
            expires: entry.expires, value: item.value)
        history = History(of: entry)
    }

    /// Returns the entry that replaces `old`. Throws `usage` for values that no store allows, `version-conflict` when
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
                .usage, "the description of '\(name)' has more than \(ItemCodec.entryBytes) bytes",
                hint: "put long texts into the value")
        }
        return entry
    }

    /// Throws `usage` for values that no store allows.
    public func check() throws(FedauthError) {
        try StoreLimits.check(name: name)
        try StoreLimits.check(kind: kind)
        try StoreLimits.check(contentType: contentType)
        for name in attributes.keys { try StoreLimits.check(attribute: name) }
        try StoreLimits.check(valueBytes: value.count)
    }
}

/// The name of an entry, compared byte by byte. Swift compares text by Unicode's canonical equivalence, so two entries
/// whose names only look alike would become one.
public struct ExactName: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Creates the name `text`.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates the name with these bytes, which are UTF-8.
    public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = Array(bytes) }
}

extension String {
    /// Returns whether every byte is the same.
    public func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
