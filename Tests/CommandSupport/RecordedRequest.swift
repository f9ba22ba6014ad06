/// What a server received at once, or the head of what it sent: `recorder.c` writes a line before the bytes.
struct RecordedEntry {
    var isReceived: Bool
    var connection: String
    var bytes: [UInt8]

    init(isReceived: Bool, connection: String, bytes: [UInt8]) {
        self.isReceived = isReceived
        self.connection = connection
        self.bytes = bytes
    }

    /// Reads the entry at `start`, and moves that behind it; nil if it is not complete.
    init?(_ start: inout Int, in all: [UInt8]) {
        guard let end = all[start...].firstIndex(of: 0x0A) else { return nil }
        let words = String(decoding: all[start..<end], as: UTF8.self).split(separator: " ")
        guard words.count == 3, let count = Int(words[2]), all.count - end - 1 >= count else { return nil }
        isReceived = words[0] == "<"
        connection = String(words[1])
        bytes = Array(all[(end + 1)..<(end + 1 + count)])
        start = end + 1 + count
    }
}

/// A request as a server received it.
struct RecordedRequest: CustomStringConvertible {
    /// The host and the port that it names; `proxy` for a tunnel.
    var authority: String
    var bytes: [UInt8]

    /// The authority and the target.
    var place: String {
        authority + (Self.line(bytes[...]).split(separator: " ").dropFirst().first ?? "")
    }

    init(authority: String, bytes: [UInt8]) {
        self.authority = authority
        self.bytes = bytes
    }

    /// Nil if a request does not begin here.
    init?(_ bytes: [UInt8]) {
        let words = Self.line(bytes[...]).split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        // In a request to a proxy, the target names the server.
        let target = words[1].hasPrefix("http://") ? String(words[1].dropFirst(7).prefix { $0 != "/" }) : nil
        let host = target ?? Self.values(of: "host", in: bytes).first ?? ""
        self.init(authority: words[0] == "CONNECT" ? "proxy" : host.lowercased(), bytes: bytes)
    }

    var host: Substring {
        guard authority.first == "[" else { return authority.prefix { $0 != ":" } }
        return authority.prefix { $0 != "]" }
    }

    /// Returns the values of the fields with this name in the head of a message.
    static func values(of name: String, in message: [UInt8]) -> [String] {
        head(of: message).dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { return nil }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
    }

    private static func head(of message: [UInt8]) -> [Substring] {
        let end = message.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound ?? message.endIndex
        return String(decoding: message[..<end], as: UTF8.self).split(separator: "\r\n")
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    }

    var description: String { String(decoding: bytes.prefix(4000), as: UTF8.self) }
}

/// The connections of a lab: requests that were not looked at, and the cookies that its servers set.
struct RecordedConnections {
    private var last: [String: Int] = [:]
    private var requests: [RecordedRequest] = []
    private var authorities: [String: String] = [:]
    /// Where each value of a cookie may go.
    private var cookies: [String: Set<Scope>] = [:]
    /// Shorter values are words that servers have in common.
    private static let leastValue = 8

    private struct Scope: Hashable {
        var domain: String
        var isHostOnly: Bool

        func contains(_ host: Substring) -> Bool {
            host == domain || !isHostOnly && host.hasSuffix("." + domain)
        }
    }

    mutating func read(_ entries: [RecordedEntry]) {
        for entry in entries {
            let known = authorities[entry.connection] ?? ""
            if !entry.isReceived {
                setCookies(entry.bytes, from: RecordedRequest(authority: known, bytes: []).host)
            } else if let index = last[entry.connection], RecordedRequest(entry.bytes) == nil {
                requests[index].bytes += entry.bytes
            } else {
                // What is no request of HTTP/1, or the rest of one that was looked at, is looked at too.
                let request = RecordedRequest(entry.bytes) ?? RecordedRequest(authority: known, bytes: entry.bytes)
                last[entry.connection] = requests.count
                authorities[entry.connection] = request.authority
                requests.append(request)
            }
        }
    }

    /// Returns the requests since the last call.
    mutating func takeRequests() -> [RecordedRequest] {
        defer {
            requests = []
            last = [:]
        }
        return requests
    }

    private mutating func setCookies(_ head: [UInt8], from host: Substring) {
        for field in RecordedRequest.values(of: "set-cookie", in: head) {
            let parts = field.split(separator: ";").map { $0.drop { $0 == " " } }
            guard let pair = parts.first, let sign = pair.firstIndex(of: "=") else { continue }
            let domain = parts.last { $0.lowercased().hasPrefix("domain=") }?.dropFirst(7).drop { $0 == "." }
            cookies[String(pair[pair.index(after: sign)...]), default: []].insert(
                Scope(domain: (domain ?? host).lowercased(), isHostOnly: domain == nil))
        }
    }

    /// Returns the cookies of a request that only servers of other domains have set.
    func foreignCookies(in request: RecordedRequest) -> [String] {
        RecordedRequest.values(of: "cookie", in: request.bytes).flatMap { $0.split(separator: ";") }.compactMap {
            pair in
            let pair = pair.drop { $0 == " " }
            guard let sign = pair.firstIndex(of: "=") else { return nil }
            let value = String(pair[pair.index(after: sign)...])
            guard value.utf8.count >= Self.leastValue, let scopes = cookies[value],
                !scopes.contains(where: { $0.contains(request.host) })
            else { return nil }
            return "a cookie of '\(scopes.map(\.domain).sorted().joined(separator: "' and '"))', '\(pair[..<sign])',"
        }
    }
}
