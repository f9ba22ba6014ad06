import Core
import FoundationEssentials
import Glibc
import HTTP
import Secrets
import Testing

/// Reads the clocks of the machine.
struct SystemClock: WallClock {
    var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }
    var monotonicMilliseconds: Int64 {
        var moment = timespec()
        clock_gettime(CLOCK_MONOTONIC, &moment)
        return Int64(moment.tv_sec) * 1000 + Int64(moment.tv_nsec) / 1_000_000
    }
}

/// A request as `/echo` of the server received it.
struct Echo: Decodable {
    let method: String
    let path: String
    let content: String
    let headers: [[String]]
    let client: Int
    /// The common name of the client certificate.
    let shown: String?

    func header(_ name: String) -> [String] {
        headers.filter { $0[0].lowercased() == name.lowercased() }.map { $0[1] }
    }
}

/// The counts of `/counts` of the server, for all tests together.
struct Counts: Decodable {
    let connections: Int
    let proxied: [String]
    let sent: Int
    /// The Proxy-Authorization fields that proxies received.
    let proxyAnswers: [String]
}

let server = LoopbackServer.shared

func url(_ path: String, port: String = "http", host: String = "127.0.0.1") throws -> WebURL {
    try WebURL("\(port == "http" ? "http" : "https")://\(host):\(server.port(port))\(path)")
}

/// Returns a transport that trusts the test's authority, modified by `change`.
func makeTransport(
    identities: (any ClientIdentities)? = nil, proxyCredential: ProxyCredential? = nil,
    _ change: (inout TransportConfiguration) -> Void = { _ in }
) throws -> CurlTransport {
    var configuration = TransportConfiguration()
    configuration.caFile = server.caFile
    change(&configuration)
    return try CurlTransport(
        configuration, clock: SystemClock(), identities: identities, proxyCredential: proxyCredential)
}

extension CurlTransport {
    func send(
        _ request: Request, limit: Int = 1 << 20, seconds: Int64 = 600, streams: ContentStreams = ContentStreams()
    ) throws -> Response {
        try send(
            request, maximumBodyBytes: limit, deadline: Deadline(seconds: seconds, from: SystemClock()),
            streams: streams)
    }

    /// Sends a GET for a path of the server.
    func get(_ path: String, port: String = "http", host: String = "127.0.0.1", limit: Int = 1 << 20) throws
        -> Response
    {
        try send(Request("GET", url(path, port: port, host: host)), limit: limit)
    }

    func echo(_ request: Request) throws -> Echo { try send(request).decoded() }

    func counts() throws -> Counts { try get("/counts").decoded() }
}

extension Response {
    var text: String { body.withBytes { String(decoding: $0, as: UTF8.self) } }

    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: body.withBytes { Data($0) })
    }
}

/// Returns the error that `body` throws.
func failure(_ body: () throws -> some Any) throws -> FedauthError {
    do {
        _ = try body()
    } catch let error as FedauthError {
        return error
    }
    throw NothingThrown()
}

struct NothingThrown: Error {}
