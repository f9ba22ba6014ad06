internal import CSQLite
public import Core
internal import Glibc
public import Secrets
internal import System

/// A browser's database of cookies, of which only the cookies of certain hosts are read: Firefox's `cookies.sqlite`, or
/// `Cookies` of Chromium and browsers like it. It must be a copy: SQLite writes to it, and a browser locks its own.
public struct CookieDatabase {
    /// The first bytes of every database (https://www.sqlite.org/fileformat.html, section 1.3).
    public static let beginning = Array("SQLite format 3\u{0}".utf8)

    /// An encrypted value, and how to find its key.
    public struct Encrypted {
        /// The domain and the name of the cookie.
        public let domain, name: String
        /// `v10` or `v11`, then the ciphertext.
        public let bytes: SharedSecret
        /// Whether the plaintext begins with the SHA-256 hash of the domain.
        public let hasHash: Bool
    }

    private let path: String

    /// Opens SQLite. Throws `other` when it is not installed.
    public init(path: String) throws(FedauthError) {
        if let missing = csqlite_load() {
            throw FedauthError(
                .other, "a browser's cookies need SQLite: \(String(cString: missing))",
                hint: Distribution.current.install(.sqlite))
        }
        self.path = path
    }

    /// Returns the cookies with these domains, without those that are bound to another site or a container, and those
    /// that `decrypt` cannot open.
    public func cookies(
        of domains: [String], decrypt: (Encrypted) throws(FedauthError) -> SharedSecret?
    ) throws(FedauthError) -> [BrowserCookie] {
        var tables: [String] = []
        try query("SELECT name FROM sqlite_master WHERE type = 'table'") { rows in tables.append(Self.text(rows, 0)) }
        if tables.contains("moz_cookies") { return try firefox(domains) }
        guard tables.contains("cookies"), tables.contains("meta") else {
            throw FedauthError(.usage, "the database is not one of a browser's cookies")
        }
        return try chromium(domains, decrypt)
    }

    private func firefox(_ domains: [String]) throws(FedauthError) -> [BrowserCookie] {
        var version: Int64 = 0
        try query("PRAGMA user_version") { rows in version = csqlite_number(rows, 0) }
        var found: [BrowserCookie] = []
        try query(
            "SELECT host, path, name, value, isSecure, isHttpOnly, sameSite, expiry FROM moz_cookies "
                + "WHERE originAttributes = '' AND host IN (\(Self.places(domains)))", domains
        ) { rows in
            // Since version 16 of the schema, the end is in milliseconds.
            found.append(Self.cookie(rows, expires: csqlite_number(rows, 7) / (version >= 16 ? 1000 : 1)))
        }
        return found
    }

    private func chromium(
        _ domains: [String], _ decrypt: (Encrypted) throws(FedauthError) -> SharedSecret?
    ) throws(FedauthError) -> [BrowserCookie] {
        var version: Int64 = 0
        try query("SELECT value FROM meta WHERE key = 'version'") { rows in version = csqlite_number(rows, 0) }
        var found: [BrowserCookie] = []
        var encrypted: [(index: Int, value: Encrypted)] = []
        try query(
            "SELECT host_key, path, name, value, is_secure, is_httponly, samesite, expires_utc, encrypted_value FROM cookies "
                + "WHERE top_frame_site_key = '' AND host_key IN (\(Self.places(domains)))", domains
        ) { rows in
            // Microseconds since 1601; 0 for the end of the session.
            let end = csqlite_number(rows, 7)
            let cookie = Self.cookie(rows, expires: end == 0 ? nil : end / 1_000_000 - 11_644_473_600)
            let bytes = Self.secret(rows, 8)
            if !bytes.isEmpty {
                encrypted.append(
                    (
                        found.count,
                        Encrypted(domain: cookie.domain, name: cookie.name, bytes: bytes, hasHash: version >= 24)
                    ))
            }
            found.append(cookie)
        }
        var left: [Int] = []
        for (index, value) in encrypted {
            if let plain = try decrypt(value) { found[index].value = plain } else { left.append(index) }
        }
        for index in left.reversed() { found.remove(at: index) }
        return found
    }

    private static func places(_ domains: [String]) -> String { domains.map { _ in "?" }.joined(separator: ", ") }

    private static func cookie(_ rows: OpaquePointer, expires: Int64?) -> BrowserCookie {
        BrowserCookie(
            domain: text(rows, 0), path: text(rows, 1), name: text(rows, 2), value: secret(rows, 3),
            isSecure: csqlite_number(rows, 4) != 0, isHTTPOnly: csqlite_number(rows, 5) != 0, expires: expires,
            sameSite: [1: "lax", 2: "strict"][csqlite_number(rows, 6)])
    }

    private static func secret(_ rows: OpaquePointer, _ column: Int32) -> SharedSecret {
        var count = 0
        let bytes = csqlite_bytes(rows, column, &count)
        return SharedSecret(copying: UnsafeRawBufferPointer(start: bytes, count: count))
    }

    private static func text(_ rows: OpaquePointer, _ column: Int32) -> String {
        secret(rows, column).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Passes each row to `body`.
    private func query(
        _ text: String, _ parameters: [String] = [], _ body: (OpaquePointer) -> Void
    ) throws(FedauthError) {
        let copies = parameters.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        var reason = [CChar](repeating: 0, count: 128)
        let rows = csqlite_query(path, text, copies.map { UnsafePointer($0) }, Int32(copies.count), &reason)
        guard let rows else {
            let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw FedauthError(
                .usage,
                "the database of cookies cannot be read: \(String(decoding: bytes, as: UTF8.self).folded(to: 100))")
        }
        defer { csqlite_close(rows) }
        while true {
            let result = csqlite_next(rows)
            if result == 0 { return }
            guard result > 0 else { throw FedauthError(.usage, "the database of cookies is damaged") }
            body(rows)
        }
    }
}
