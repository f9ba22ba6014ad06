public import Core

/// The request that a command sends, and which response it expects.
public struct RequestSettings {
    /// The method; nil: the default of the content, or HEAD.
    public var method: String?
    /// Requests only the header fields of the response.
    public var isHead = false
    /// The fields of the user's own. They go to the first origin only.
    public var headers: [Request.Header] = []
    /// The content; nil: none.
    public var content: Content?
    /// The requested part of the content: `0-499`, `500-`, `-200`.
    public var range: String?
    /// The expected media type; a page instead of it is a login.
    public var expected: String?
    /// The response is written to a file, or unchanged to stdout.
    public var isForFile = false
    /// Follows redirects.
    public var followsRedirects = false
    /// Fulfils demands; otherwise the response with the demand is the result.
    public var signsIn = true
    /// The identifier of the application, which SAP mobile services expect in each request.
    public var application: String?
    /// The identifier of the device, which goes with it.
    public var device: String?

    /// The content of a request, and the method and fields of a request with such content.
    public struct Content {
        /// Reads the content.
        public var source: any ContentSource
        /// The default method.
        public var method: String
        /// The default fields.
        public var headers: [Request.Header]
    }

    /// How often to send the request again after a passing failure.
    public var retries: UInt8 = 0

    /// Creates a GET without own fields.
    public init() {}

    /// Returns the request of an address. Throws `usage` for contradictions, an invalid range, and an invalid method.
    func request(_ url: WebURL) throws(FedauthError) -> Request {
        if isHead && content != nil {
            throw FedauthError(.usage, "'--head' sends no content", hint: "leave out one of the two")
        }
        var headers = headers
        func add(_ header: Request.Header) {
            if !headers.contains(where: { $0.name.lowercased() == header.name.lowercased() }) { headers.append(header) }
        }
        content?.headers.forEach(add)
        add(Request.Header("Accept", expected ?? "*/*"))
        if let range {
            guard range.allSatisfy({ "0123456789-,".contains($0) }) else {
                throw FedauthError(
                    .usage, "'\(range.folded(to: 40))' is not a range", hint: "write it like 0-499 or 500-")
            }
            add(Request.Header("Range", "bytes=\(range)"))
        }
        // A part of compressed content is useless, and libcurl does not notice that compressed content ends early.
        if range != nil || isForFile { add(Request.Header("Accept-Encoding", "identity")) }
        let method = try method.map(Self.checkedMethod) ?? (isHead ? "HEAD" : content?.method ?? "GET")
        return Request(method, url, headers: headers)
    }

    /// Returns the options of the request's flow. Throws `usage` for an invalid media type.
    func flowOptions() throws(FedauthError) -> RequestFlow.Options {
        var options = RequestFlow.Options()
        options.followsRedirects = followsRedirects
        options.signsIn = signsIn
        options.expected = expected.map(MediaType.init)
        if let type = options.expected, !type.essence.contains("/") {
            throw FedauthError(
                .usage, "'\(expected?.folded(to: 60) ?? "")' is not a media type",
                hint: "write it like application/json")
        }
        return options
    }

    /// Returns the fields that SAP mobile services expect in each request.
    static func applicationFields(_ application: String?, device: String?) -> [Request.Header] {
        [("X-SMP-APPID", application), ("X-SMP-DEVICEID", device)].compactMap { name, value in
            value.map { Request.Header(name, $0) }
        }
    }

    /// Checks a method, a token (RFC 9110 section 9.1); well-known methods may be in lower case.
    private static func checkedMethod(_ text: String) throws(FedauthError) -> String {
        let isToken = text.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
        }
        guard isToken, !text.isEmpty else {
            throw FedauthError(.usage, "'\(text.folded(to: 40))' is not a method", hint: "write it like PATCH")
        }
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        return known.contains(text.uppercased()) ? text.uppercased() : text
    }
}
