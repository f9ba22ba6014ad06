internal import CCurl
internal import Core
internal import Secrets

/// Receives one answer from libcurl. Header lines arrive one by one, including those of 1xx answers and of a trailer: a
/// status line starts again, and lines after the blank line of the final answer are no longer headers. Lines of a proxy
/// that opens a tunnel arrive before `reachServer`, if at all.
struct ResponseReceiver: ~Copyable {
    /// Why the rest was refused. libcurl itself reports only that fewer bytes were taken than offered.
    enum Refusal {
        case bodyTooLarge
        case headerTooLarge
        case controlCharacter(field: String)
        /// A proxy asks again and again, for example because it calls each Digest nonce stale.
        case proxyRepeats
        /// The sink or the source failed, or the server is too near.
        case error(FedauthError)
    }

    static let maximumHeaderBytes = 64 * 1024
    /// How often a proxy may ask for a password in one transfer; libcurl itself answers without a limit.
    private static let maximumProxyDemands = 2
    /// Other numbers are not the statuses of a final answer (RFC 9110 section 15).
    static let statuses = 200...599

    let maximumBodyBytes: Int
    /// Whether the request is sent once at most; whether it was.
    private let isSentOnce: Bool
    private let sending: () -> Void
    private(set) var isSent = false
    private let url: WebURL
    private let sink: (any ContentSink)?
    /// Whether the sink takes this answer; nil before it was asked.
    private var isTaken: Bool?
    private var status = 0
    private var statusLine = ""
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var setCookies: [SharedSecret] = []
    private(set) var refusal: Refusal?
    /// Whether a status line of the server has arrived.
    private(set) var hasBegun = false

    /// Shows how long the server does not answer; nil: nothing shows that.
    private let reporter: (any Reporter)?

    private let nearest: AddressSpace?
    private let locate: (String) -> AddressSpace?
    /// Where the server is; nil when that is not known.
    private var space: AddressSpace?
    private var body = Secret()
    private var field = Secret()
    private var headerBytes = 0
    /// Whether header lines come from the server, and not from a proxy that still opens a tunnel.
    private var isAtServer: Bool
    private var proxyDemands = 0
    /// True until the blank line that ends the header.
    private(set) var isInHeader = true

    /// `url` is the address of the answer. `hearsProxy`: the header lines of a proxy that opens a tunnel arrive, too.
    /// `nearest`: the nearest server that gets the request; nil: any. `locate`: where the server is that has an
    /// address. `isSentOnce`: libcurl may not send the request again. `reporter` shows how long the server does not
    /// answer. `sending` is called before the request is sent.
    init(
        from url: WebURL, maximumBodyBytes: Int, sink: (any ContentSink)? = nil, hearsProxy: Bool = false,
        isSentOnce: Bool = false, sending: @escaping () -> Void = {},
        nearest: AddressSpace? = nil, locate: @escaping (String) -> AddressSpace? = { _ in nil },
        reporter: (any Reporter)? = nil
    ) {
        (self.nearest, self.locate, self.reporter, self.url) = (nearest, locate, reporter, url)
        (self.maximumBodyBytes, self.sink, self.isSentOnce, self.sending) = (
            maximumBodyBytes, sink, isSentOnce, sending
        )
        isAtServer = !hearsProxy
    }

    /// Returns the content and leaves an empty one.
    mutating func takeBody() -> Secret {
        var taken = Secret()
        swap(&taken, &body)
        return taken
    }

    /// Receives one header line with its line break. Returns false to stop the transfer.
    mutating func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.maximumHeaderBytes else { return refuse(.headerTooLarge) }
        if line.starts(with: "HTTP/".utf8) {
            begin(line)
            guard status == 407 else { return true }
            proxyDemands += 1
            guard proxyDemands <= Self.maximumProxyDemands else { return refuse(.proxyRepeats) }
            return true
        }
        guard isInHeader else { return true }
        let text = line.trimmingLineBreak
        if let first = text.first, first == 0x20 || first == 0x09 {
            // obs-fold (RFC 9112 section 5.2): continues the field; the line break becomes a blank.
            field.append(UInt8(0x20))
            field.append(UnsafeRawBufferPointer(rebasing: text.trimmingBlanks))
            return true
        }
        guard finishField() else { return false }
        if text.isEmpty { isInHeader = false } else { field.append(UnsafeRawBufferPointer(rebasing: text)) }
        return true
    }

    /// Receives decoded content. Returns false to stop the transfer.
    mutating func receive(content: UnsafeRawBufferPointer) -> Bool {
        if let sink, Self.statuses.contains(status) {
            do throws(FedauthError) {
                if isTaken == nil { isTaken = try sink.wants(head) }
                if isTaken == true {
                    try sink.take(content)
                    return true
                }
            } catch { return refuse(.error(error)) }
        }
        guard content.count <= maximumBodyBytes - body.count else { return refuse(.bodyTooLarge) }
        body.append(content)
        return true
    }

    /// Handles a connection to an address. Returns false to send nothing. Forgets a proxy's answers: the tunnel is open, and
    /// the next lines are the server's.
    mutating func reachServer(at address: String) -> Bool {
        space = locate(address)
        if let space, let nearest, space < nearest { return refuse(.error(space.refusal(of: url.origin))) }
        // libcurl by itself sends again what a server of HTTP/2 says that it has not processed (RFC 9113 section 8.7): without
        // an answer, such as a proxy's challenge.
        guard !isSentOnce || !isSent || status != 0 else {
            return refuse(
                .error(
                    FedauthError(
                        .network, "'\(url.origin.hostAndPort)' refused the stream of the request",
                        hint: "it was sent once, since each may count as an attempt; try again later")))
        }
        if !isSent { sending() }
        isSent = true
        guard !isAtServer else { return true }
        isAtServer = true
        status = 0
        statusLine = ""
        headers = []
        setCookies = []
        field.truncate(to: 0)
        headerBytes = 0
        proxyDemands = 0
        isInHeader = true
        return true
    }

    /// The challenges of a proxy, when its answer is the last one.
    var proxyChallenges: [Challenge] {
        status == 407 ? Challenge.read(headers.filter { $0.name == "proxy-authenticate" }.map(\.value)) : []
    }

    /// The answer without its content.
    var head: Response {
        var head = Response(status: status, url: url, headers: headers, setCookies: setCookies)
        head.statusLine = statusLine
        head.space = space
        return head
    }

    /// Returns whether only the end of the connection ends the answer (RFC 9112 section 6.3).
    func endsWithConnection(_ request: Request) -> Bool {
        statusLine.hasPrefix("HTTP/1.") && request.method != "HEAD" && status != 204 && status != 304
            && !headers.contains { $0.name == "content-length" || $0.name == "transfer-encoding" }
    }

    private mutating func begin(_ line: UnsafeRawBufferPointer) {
        let words = line.split(separator: 0x20, maxSplits: 2)
        status = words.count > 1 ? Int(String(decoding: words[1].prefix(3), as: UTF8.self)) ?? 0 : 0
        statusLine = String(header: line.trimmingLineBreak.trimmingBlanks)
        isTaken = nil
        headers = []
        setCookies = []
        field.truncate(to: 0)
        isInHeader = true
        hasBegun = isAtServer
        if hasBegun { reporter?.serverAnswered() }
    }

    /// Shows the wait while the server has the whole request and has not answered.
    fileprivate func wait(isSending: Bool) {
        if !hasBegun, !isSending { reporter?.stillWaiting(forServer: url.host) }
    }

    private mutating func refuse(_ why: Refusal) -> Bool {
        refusal = why
        return false
    }

    /// Adds the field, all of whose lines have arrived.
    private mutating func finishField() -> Bool {
        guard !field.isEmpty else { return true }
        var problem: Refusal?
        field.withBytes { bytes in
            // A line without a colon, or whose name is not a token, is not a field: browsers skip it, too.
            guard let colon = bytes.firstIndex(of: 0x3A), bytes[..<colon].isToken else { return }
            let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
            let value = bytes[(colon + 1)...].trimmingBlanks
            if value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) {
                problem = .controlCharacter(field: name)
            } else if name == "set-cookie" {
                setCookies.append(SharedSecret(copying: UnsafeRawBufferPointer(rebasing: value)))
            } else {
                headers.append((name, String(header: value)))
            }
        }
        field.truncate(to: 0)
        if let problem { return refuse(problem) }
        return true
    }
}

extension ResponseReceiver {
    /// The callback for CURLOPT_HEADERFUNCTION; its context is a `ResponseReceiver`.
    static let headerReceiver: CurlReceiver = { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        let receiver = context.assumingMemoryBound(to: ResponseReceiver.self)
        // 0 is never a valid count, because a header line contains at least a line break.
        return receiver.pointee.receive(headerLine: line) ? line.count : 0
    }

    /// The callback for CURLOPT_PREREQFUNCTION, which is called when a connection is ready for the request; its context
    /// is a `ResponseReceiver`.
    static let connectionListener: CurlPrerequisite = { context, address, _, _, _ in
        guard let context, let address else { return 1 }
        let receiver = context.assumingMemoryBound(to: ResponseReceiver.self)
        return receiver.pointee.reachServer(at: String(cString: address)) ? 0 : 1
    }

    /// The callback for CURLOPT_XFERINFOFUNCTION; its context is a `ResponseReceiver`.
    static let progressListener: CurlProgressListener = { context, _, _, total, sent in
        context?.assumingMemoryBound(to: ResponseReceiver.self).pointee.wait(isSending: sent < total)
        return 0
    }

    /// The callback for CURLOPT_WRITEFUNCTION; its context is a `ResponseReceiver`.
    static let contentReceiver: CurlReceiver = { bytes, size, count, context in
        guard let bytes, let context, size * count > 0 else { return 0 }
        let content = UnsafeRawBufferPointer(start: bytes, count: size * count)
        let receiver = context.assumingMemoryBound(to: ResponseReceiver.self)
        return receiver.pointee.receive(content: content) ? content.count : 0
    }
}
