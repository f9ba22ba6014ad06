internal import CCurl
internal import Core
internal import Secrets

/// What arrives of one answer while libcurl reads it.
///
/// Header lines come one by one, those of 1xx answers and of a trailer too: a status line begins anew, and what
/// follows the blank line of the final answer is no header any more.
struct Reception: ~Copyable {
    /// Why the rest was not wanted. libcurl itself reports only that we took less than it offered.
    enum Refusal {
        case bodyTooLarge
        case headerTooLarge
        case controlCharacter(field: String)
        /// The sink, or the source, could not go on.
        case stream(FedauthError)
    }

    static let maximumHeaderBytes = 64 * 1024
    /// Any other number is none (RFC 9110 section 15).
    static let statuses = 100...599

    let maximumBodyBytes: Int
    private let url: WebURL
    private let sink: (any ContentSink)?
    /// Whether the sink takes this answer; nil: it was not asked yet.
    private var isTaken: Bool?
    private var status = 0
    private var statusLine = ""
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var setCookies: [SharedSecret] = []
    private(set) var refusal: Refusal?
    /// True once a status line came.
    private(set) var hasBegun = false

    private var body = Secret()
    private var field = Secret()
    private var headerBytes = 0
    /// True until the blank line came that ends the header.
    private(set) var isInHeader = true

    /// - Parameter url: where the answer comes from.
    init(from url: WebURL, maximumBodyBytes: Int, sink: (any ContentSink)? = nil) {
        self.url = url
        self.maximumBodyBytes = maximumBodyBytes
        self.sink = sink
    }

    /// Gives the content away; what stays is empty.
    mutating func takeBody() -> Secret {
        var taken = Secret()
        swap(&taken, &body)
        return taken
    }

    /// One header line with its line break; false stops the transfer.
    mutating func receive(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.maximumHeaderBytes else { return refuse(.headerTooLarge) }
        if line.starts(with: "HTTP/".utf8) {
            begin(line)
            return true
        }
        guard isInHeader else { return true }
        let text = line.trimmingLineBreak
        if let first = text.first, first == 0x20 || first == 0x09 {
            // obs-fold (RFC 9112 section 5.2): the field goes on; its line break counts as a blank.
            field.append(UInt8(0x20))
            field.append(UnsafeRawBufferPointer(rebasing: text.trimmingBlanks))
            return true
        }
        guard finishField() else { return false }
        if text.isEmpty {
            isInHeader = false
        } else {
            field.append(UnsafeRawBufferPointer(rebasing: text))
        }
        return true
    }

    /// Some content, decoded already; false stops the transfer.
    mutating func receive(content: UnsafeRawBufferPointer) -> Bool {
        if let sink, Self.statuses.contains(status) {
            do throws(FedauthError) {
                if isTaken == nil { isTaken = try sink.wants(head) }
                if isTaken == true {
                    try sink.take(content)
                    return true
                }
            } catch {
                return refuse(.stream(error))
            }
        }
        guard content.count <= maximumBodyBytes - body.count else { return refuse(.bodyTooLarge) }
        body.append(content)
        return true
    }

    /// The answer without its content.
    var head: Response {
        var head = Response(status: status, url: url, headers: headers, setCookies: setCookies)
        head.statusLine = statusLine
        return head
    }

    /// Whether nothing but the end of the connection tells where the answer ends (RFC 9112 section 6.3).
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
        hasBegun = true
    }

    private mutating func refuse(_ why: Refusal) -> Bool {
        refusal = why
        return false
    }

    /// Files the field whose lines have all arrived.
    private mutating func finishField() -> Bool {
        guard !field.isEmpty else { return true }
        var problem: Refusal?
        field.withBytes { bytes in
            // A line without a colon, or with a name that is no token, is not a field: browsers skip it too.
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

extension Reception {
    /// CURLOPT_HEADERFUNCTION; the context is a `Reception`.
    static let headerReceiver: CurlReceiver = { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        let reception = context.assumingMemoryBound(to: Reception.self)
        // 0 is never the right number: a header line has a line break at least.
        return reception.pointee.receive(headerLine: line) ? line.count : 0
    }

    /// CURLOPT_WRITEFUNCTION; the context is a `Reception`.
    static let contentReceiver: CurlReceiver = { bytes, size, count, context in
        guard let bytes, let context, size * count > 0 else { return 0 }
        let content = UnsafeRawBufferPointer(start: bytes, count: size * count)
        let reception = context.assumingMemoryBound(to: Reception.self)
        return reception.pointee.receive(content: content) ? content.count : 0
    }
}
