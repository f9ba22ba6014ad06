public import Secrets

/// A cookie of a browser that cannot be decrypted.
public struct UnopenedCookie {
    /// The name.
    public let name: String
    /// Why there is no key for it; nil: unknown.
    public let problem: String?

    /// Creates one.
    public init(name: String, problem: String?) { (self.name, self.problem) = (name, problem) }
}

/// Cookies that the caller hands in: JSON, as `export-cookies --format json` and browsers' tools write it, a Netscape cookie
/// file, or those of a browser. All checks of a jar are applied, because fedauth has not seen the answers that set the cookies.
public struct CookieFile {
    /// The cookies that a server could have set, without expired ones.
    public private(set) var jar = CookieJar()
    /// Why other cookies were refused, each by its name or its line.
    public private(set) var refusals: [String] = []

    /// Reads a file; `name` is for messages. Throws `usage` for content of neither format.
    public init(
        _ content: SharedSecret, name: String, suffixes: any PublicSuffixes, now: Timestamp
    ) throws(FedauthError) {
        let shown = "'\(name.folded(to: 100))'"
        let content = content.withoutByteOrderMark
        let isJSON = content.withBytes { bytes in
            bytes.first { !Self.isBlank($0) }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
        }
        let objects = try isJSON ? Self.objects(json: content, shown) : objects(lines: content, shown)
        read(objects, suffixes, now)
    }

    /// Checks the cookies of a browser; the `unopened` ones cannot be decrypted.
    public init(_ cookies: [BrowserCookie], unopened: [UnopenedCookie], suffixes: any PublicSuffixes, now: Timestamp) {
        // A locked keyring closes hundreds of them.
        refusals = Dictionary(grouping: unopened, by: \.problem).sorted { $0.key ?? "" < $1.key ?? "" }.map {
            let shown = $1.prefix(3).map { "'\($0.name.folded(to: 60))'" }.joined(separator: ", ")
            let names = $1.count > 3 ? "\(shown), …" : shown
            return ($1.count == 1 ? "the cookie \(names)" : "\($1.count) cookies (\(names))") + " cannot be decrypted"
                + ($0.map { ": \($0)" } ?? "")
        }
        read(cookies.map(\.json), suffixes, now)
    }

    private mutating func read(_ objects: [JSONValue], _ suffixes: any PublicSuffixes, _ now: Timestamp) {
        for object in objects {
            do throws(CookieJSONReader.Mistake) {
                jar.insert(try CookieJSONReader(object).cookie(suffixes: suffixes, now: now), now: now)
            } catch { refusals.append("the cookie '\(error.name.folded(to: 60))' \(error.what)") }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func objects(json content: SharedSecret, _ shown: String) throws(FedauthError) -> [JSONValue] {
        let value = try JSONReader.parse(content, of: shown, failure: .usage)
        guard let list = value.elements ?? value["cookies"]?.elements else {
            throw FedauthError(
                .usage, "\(shown) has no list of cookies",
                hint: "'fedauth export-cookies --format json' writes such a file")
        }
        return list
    }

    /// Returns the lines of a cookie file as objects: domain, whether hosts below it are included, path, whether it is
    /// secure, the end in seconds (0: none), name, value. Throws when none can be read; as for other readers, a wrong line
    /// among good ones is left out.
    private mutating func objects(lines content: SharedSecret, _ shown: String) throws(FedauthError) -> [JSONValue] {
        var objects: [JSONValue] = []
        content.withBytes { bytes in
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                var line = line
                if line.last == 0x0D { line = line.dropLast() }
                let isHTTPOnly = line.starts(with: Self.httpOnlyMark)
                if isHTTPOnly { line = line.dropFirst(Self.httpOnlyMark.count) }
                if line.first == UInt8(ascii: "#") || line.allSatisfy(Self.isBlank) { continue }
                do throws(WrongLine) { objects.append(try Self.object(line, isHTTPOnly)) } catch {
                    refusals.append("line \(index + 1) \(error.what)")
                }
            }
        }
        guard objects.isEmpty, let first = refusals.first else { return objects }
        throw FedauthError(
            .usage, "\(shown) is no cookie file: \(first)",
            hint: "'fedauth export-cookies --format netscape' writes such a file")
    }

    /// What is wrong with a line, as the end of a sentence.
    private struct WrongLine: Error { let what: String }

    private static let httpOnlyMark = Array("#HttpOnly_".utf8)

    private static func object(
        _ line: Slice<UnsafeRawBufferPointer>, _ isHTTPOnly: Bool
    ) throws(WrongLine) -> JSONValue {
        let fields = line.split(separator: 0x09, maxSplits: 6, omittingEmptySubsequences: false)
        guard fields.count >= 6 else {
            let isBlank = fields.count == 1 && line.split(separator: 0x20).count >= 6
            let count = fields.count == 1 ? "no tabs" : "\(fields.count) fields"
            throw WrongLine(
                what: isBlank ? "has blanks where tabs belong" : "has \(count), not seven fields between tabs")
        }
        func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
        func flag(_ index: Int) -> Bool { text(index).asciiLowercased == "true" }
        // Some write a fraction, and nothing or -1 for the end of the session.
        guard let end = text(4).isEmpty ? 0 : Double(text(4)), end.isFinite else {
            throw WrongLine(what: "has the end '\(text(4).folded(to: 40))', which is not a number of seconds")
        }
        let domain = text(0)
        let value =
            fields.count > 6
            ? SharedSecret(copying: UnsafeRawBufferPointer(rebasing: fields[6])) : SharedSecret(text: "")
        return [
            // The format has IPv6 addresses without brackets.
            "domain": .text(domain.contains(":") && !domain.hasPrefix("[") ? "[\(domain)]" : domain),
            "hostOnly": .bool(!flag(1)), "path": .text(text(2)), "secure": .bool(flag(3)),
            "expires": end > 0 ? .number(text(4)) : .null, "name": .text(text(5)), "value": .string(value),
            "httpOnly": .bool(isHTTPOnly),
        ]
    }
}
