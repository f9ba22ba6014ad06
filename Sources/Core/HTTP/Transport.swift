public import Secrets

/// One request (RFC 9110). The transport adds Host, Content-Length and Accept-Encoding, and Authorization where it is to
/// negotiate; nothing else.
public struct Request: Sendable {
    /// The method, in upper case.
    public var method: String
    /// Where to; its fragment is not sent.
    public var url: WebURL
    /// In order, repeats allowed.
    public var headers: [Header]
    /// The content; nil: none.
    public var body: SharedSecret?
    /// Shows the user's Kerberos ticket to this server, and to no other (RFC 4559).
    public var negotiates = false

    /// A request; GET without header fields and content unless told.
    public init(_ method: String = "GET", _ url: WebURL, headers: [Header] = [], body: SharedSecret? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// A header field to send.
    public struct Header: Sendable {
        /// The field name; a token of RFC 9110 section 5.1.
        public var name: String
        /// The field value; one without CR, LF and NUL, or the transport refuses to send it.
        public var value: SharedSecret

        /// A field whose value may be secret.
        public init(_ name: String, _ value: SharedSecret) {
            self.name = name
            self.value = value
        }

        /// A field whose value is no secret.
        public init(_ name: String, _ value: String) {
            self.init(name, SharedSecret(text: value))
        }
    }
}

/// The answer to one request. A redirect is an answer like any other: nothing is followed by itself.
public struct Response: Sendable {
    /// The status code, 100 to 599.
    public var status: Int
    /// The line that it came in (RFC 9112 section 4), as it was received; empty where nobody knows it.
    public var statusLine = ""
    /// The address that answered.
    public var url: WebURL
    /// All fields but Set-Cookie, names in lower case, in order of arrival.
    public var headers: [(name: String, value: String)]
    /// The values of the Set-Cookie fields, in order.
    public var setCookies: [SharedSecret]
    /// The content, decoded from its transfer and content coding.
    public var body: SharedSecret

    /// An answer; without fields, cookies and content unless told.
    public init(
        status: Int, url: WebURL, headers: [(name: String, value: String)] = [], setCookies: [SharedSecret] = [],
        body: SharedSecret = SharedSecret(text: "")
    ) {
        self.status = status
        self.url = url
        self.headers = headers
        self.setCookies = setCookies
        self.body = body
    }

    /// The first field with this lower-case name.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}

/// Sends requests one at a time over one pool of connections and one set of trusted certificates. The real one is
/// libcurl's.
public protocol Transport: AnyObject {
    /// Sends `request` and reads the whole answer.
    ///
    /// Throws `network` for names and connections; `tls` naming what is wrong with the certificate and the option to
    /// use; `timed-out` at `deadline`; `bad-answer` for what is no HTTP, for more than `maximumBodyBytes` of content
    /// (counted after decoding) and for more than 64 KiB of header; `no-ticket` when a request is to negotiate and there is
    /// no ticket for its server; and what `streams` throw.
    ///
    /// A request that has an Accept-Encoding field of its own gets the content as it was sent.
    func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response
}

extension Transport {
    /// The same with all content in memory.
    public func send(_ request: Request, maximumBodyBytes: Int, deadline: Deadline) throws(FedauthError) -> Response {
        try send(request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: ContentStreams())
    }
}

/// What holds for every request of a command.
public struct TransportConfiguration: Sendable {
    /// A PEM file of trusted certificates, used instead of the system's.
    public var caFile: String?
    /// `sha256//BASE64` of a public key (SubjectPublicKeyInfo); one of them must match, on every host.
    public var pins: [String] = []
    /// PEM files of certificate revocation lists (RFC 5280), together at least one of each authority that a server's chain has.
    public var crlFiles: [String] = []
    /// A server must send along that its certificate is not revoked (RFC 6066 section 8).
    public var requiresOCSP = false
    /// The keys of connections go to the file that SSLKEYLOGFILE names.
    public var keepsKeyLog = false
    /// A proxy's URL, for every request; without user name and password, which a `ProxyCredential` has.
    public var proxy: String?
    /// The environment's `https_proxy`: for https to other machines, unless `proxy` is given.
    public var environmentProxy: String?
    /// The environment's `no_proxy`: hosts that are reached directly, comma separated.
    public var noProxy: String?
    /// `HOST:PORT:ADDRESS` entries that replace name resolution.
    public var resolve: [String] = []
    /// Certificates are not checked. Loud, never stored.
    public var isInsecure = false
    /// The User-Agent field.
    public var userAgent = "fedauth"

    /// The defaults: the system's trust, no pins, no proxy, certificates are checked.
    public init() {}
}
