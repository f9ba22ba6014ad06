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
    /// Counts the writes of this name, from 1.
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
}
