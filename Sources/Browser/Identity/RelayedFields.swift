internal import Core

/// The header fields of requests and answers that fedauth relays.
enum RelayedFields {
    /// Fields of a connection, or of a coding, which are the transport's (RFC 9110 section 7.6.1).
    private static let ofConnection: Set<String> = [
        "accept-encoding", "alt-svc", "connection", "content-encoding", "content-length", "expect", "host",
        "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Returns the fields that the page sends, including its cookies.
    static func request(_ asked: PageRequest) -> [Request.Header] {
        (asked.reported["headers"]?.members ?? []).compactMap { field in
            guard let value = field.value.secret, !ofConnection.contains(field.name.lowercased()) else { return nil }
            return Request.Header(field.name, value)
        }
    }

    /// Returns a `Fetch.HeaderEntry` for each field of an answer.
    static func entries(_ response: Response) -> [JSONValue] {
        let fields = response.headers.filter { !ofConnection.contains($0.name) }.map {
            ($0.name, JSONValue.text($0.value))
        }
        let cookies = response.setCookies.map { ("set-cookie", JSONValue.string($0)) }
        return (fields + cookies).map { ["name": .text($0.0), "value": $0.1] }
    }

    /// Returns the origin of the page that sends the request, if it has one (RFC 6454 section 7).
    static func origin(of asked: PageRequest) -> String? { field("origin", of: asked) }

    /// Returns the origin of the page that includes what is requested; nil when the browser does not tell (Referrer Policy).
    static func referrer(of asked: PageRequest) -> String? {
        field("referer", of: asked).flatMap(BrowserAddress.web)?.origin.description
    }

    private static func field(_ name: String, of asked: PageRequest) -> String? {
        asked.reported["headers"]?.members?.first { $0.name.lowercased() == name }?.value.text
    }

    /// Makes an Accept-Language field (RFC 9110 section 12.5.4) from a list, preferred languages first.
    static func languages(_ list: String) -> String? {
        let names = list.split(separator: ",").prefix(10).filter { name in
            name.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
        }
        let weighed = names.enumerated().map { index, name in
            index == 0 ? String(name) : "\(name);q=0.\(max(1, 10 - index))"
        }
        return weighed.isEmpty ? nil : weighed.joined(separator: ",")
    }
}
