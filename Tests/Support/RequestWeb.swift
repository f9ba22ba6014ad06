package import Core
package import Secrets

/// A web whose servers are one function. It reads content from its source as a real transport does.
package final class RequestWeb: Transport {
    /// A received request.
    package struct Arrived {
        package var method: String
        package var url: String
        package var content: String
        package var headers: [(name: String, value: String)]
        /// Whether it has the user's Kerberos ticket.
        package var hasTicket: Bool

        /// Returns the first field with this name.
        package func field(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    /// The response of a server.
    package struct Answer {
        /// 0: none comes in time.
        package var status: Int
        package var headers: [(name: String, value: String)]
        package var cookies: [String]
        package var content: String

        package init(
            status: Int = 200, headers: [(name: String, value: String)] = [], cookies: [String] = [],
            content: String = ""
        ) {
            self.status = status
            self.headers = headers
            self.cookies = cookies
            self.content = content
        }
    }

    package var arrived: [Arrived] = []
    /// Whether a connection is open.
    package private(set) var isConnected = false
    package var answer: (Arrived) -> Answer = { _ in Answer() }
    /// Where a host is by its address; nil: nothing tells.
    package var spaces: [String: AddressSpace] = [:]
    /// The principal of the Kerberos ticket; nil: there is none.
    package var principal: KerberosPrincipal?

    package init() {}

    package func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        func text(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
        if request.negotiates {
            guard let principal else { throw FedauthError(.noTicket, "there is no Kerberos ticket") }
            try principal.requireUser(request.ticketUser)
        }
        let space = spaces[request.url.host]
        if let space, let nearest = request.nearest, space < nearest { throw space.refusal(of: request.url.origin) }
        var content = request.body.map(text) ?? ""
        if let source = streams.source {
            try source.seek(to: 0)
            content = try Self.all(of: source)
        }
        let asked = Arrived(
            method: request.method, url: request.url.description, content: content,
            headers: request.headers.map { ($0.name, text($0.value)) }, hasTicket: request.negotiates)
        arrived.append(asked)
        isConnected = true
        let answer = answer(asked)
        guard answer.status > 0 else { throw FedauthError(.timedOut, "no answer is scripted") }
        var response = Response(
            status: answer.status, url: request.url, headers: answer.headers,
            setCookies: answer.cookies.map(SharedSecret.init(text:)))
        response.space = space
        if let sink = streams.sink, !answer.content.isEmpty, try sink.wants(response) {
            try SharedSecret(text: answer.content).withBytes { (bytes) throws(FedauthError) in try sink.take(bytes) }
        } else {
            response.body = SharedSecret(text: answer.content)
        }
        return response
    }

    package func closeConnections() { isConnected = false }

    private static func all(of source: any ContentSource) throws(FedauthError) -> String {
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 7, alignment: 1)
        defer { chunk.deallocate() }
        while true {
            let count = try source.read(into: chunk)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(count)
        }
    }
}

/// A text that is sent in pieces.
package final class TextSource: ContentSource {
    private let bytes: [UInt8]
    private var place = 0

    package init(_ text: String) { bytes = Array(text.utf8) }

    package var length: Int64? { Int64(bytes.count) }
    package func seek(to offset: Int64) throws(FedauthError) { place = Int(offset) }
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) -> Int {
        let part = bytes[place...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        place += part.count
        return part.count
    }
}

/// Returns the text itself as its hash, so that tests can read it.
package final class ReadableHashing: DigestHashing {
    package init() {}

    package func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret? {
        content.withBytes { Secret(String(decoding: $0, as: UTF8.self).filter { $0.isLetter || $0.isNumber }.utf8) }
    }
    package func nonce() throws(FedauthError) -> String { "clientnonce" }
}
