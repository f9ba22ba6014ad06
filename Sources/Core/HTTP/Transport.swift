public import Secrets

/// One request (RFC 9110). The transport adds Host, Content-Length and Accept-Encoding, and Authorization if it
/// negotiates; nothing else.
public struct Request: Sendable {
    /// The method, in upper case.
    public var method: String
    /// The address; its fragment is not sent.
    public var url: WebURL
    /// The header fields in order; names may repeat.
    public var headers: [Header]
    /// The content; nil: none.
    public var body: SharedSecret?
    /// Authenticates to this server, and to no other, with the user's Kerberos ticket (RFC 4559).
    public var negotiates = false
    /// The only user whose ticket may be used; nil: any.
    public var ticketUser: String?
    /// The nearest server that may get the request, by the address of the connection; nil: any. The transport throws
    /// `host-not-allowed` before it sends anything to one that is nearer.
    public var nearest: AddressSpace?

    /// Whether an answer over TLS without a length is complete even if the server does not announce its end (close_notify), as
    /// browsers take pages.
    public var takesUnannouncedEnd = false

    /// Returns whether it has one of these fields, whose names are in lower case.
    public func has(_ names: Set<String>) -> Bool { headers.contains { names.contains($0.name.lowercased()) } }

    /// Whether it changes nothing at the server (RFC 9110 section 9.2.1).
    public var isSafe: Bool { ["GET", "HEAD", "OPTIONS"].contains(method) }

    /// Whether it may not be sent again while there is no answer: the server may act on each one (RFC 9110 section 9.2.2), or
    /// count each as an attempt to guess a password.
    public var isSentOnce: Bool {
        !isSafe
            || headers.contains { header in
                header.name.lowercased() == "authorization"
                    && header.value.withBytes { value in
                        ["basic ", "digest "].contains {
                            value.prefix($0.utf8.count).map { $0 | 0x20 }.elementsEqual($0.utf8)
                        }
                    }
            }
    }

    /// Creates a request; by default GET without header fields and content.
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
        /// The field value; the transport refuses CR, LF and NUL in it.
        public var value: SharedSecret

        /// Creates a field whose value may be secret.
        public init(_ name: String, _ value: SharedSecret) {
            self.name = name
            self.value = value
        }

        /// Announces a form.
        static let form = Header("Content-Type", MediaType.form)

        /// The last word of the value: the token or the password of `Authorization: Bearer …`.
        var credential: SharedSecret {
            value.withBytes { bytes in
                SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes.split(separator: 0x20).last ?? bytes[...]))
            }
        }

        /// Creates a field whose value is not secret.
        public init(_ name: String, _ value: String) { self.init(name, SharedSecret(text: value)) }
    }
}

/// The response to one request. A redirect is a response like any other and is not followed.
public struct Response: Sendable {
    /// The status code, 100 to 599.
    public var status: Int
    /// The status line (RFC 9112 section 4) as received; empty when unknown.
    public var statusLine = ""
    /// The address that responded.
    public var url: WebURL
    /// All fields except Set-Cookie, names in lower case, in order of arrival.
    public var headers: [(name: String, value: String)]
    /// The values of the Set-Cookie fields, in order.
    public var setCookies: [SharedSecret]
    /// The content, decoded from its transfer and content coding.
    public var body: SharedSecret
    /// The principal of the Kerberos ticket that the request had; nil: it had none, or it is unknown.
    public var principal: KerberosPrincipal?
    /// Where the server is, by the address of the connection; nil: that address is a proxy's, or the user's own (`--resolve`).
    public var space: AddressSpace?

    /// The cookies of the response that a jar did not take.
    public var refusedCookies: [(name: String, why: CookieJar.Refusal)] = []

    /// Creates a response; by default without fields, cookies and content.
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

    /// Returns the first field with this lower-case name; of several media types the last one, as browsers do.
    public func header(_ name: String) -> String? {
        let first = headers.first { $0.name == name }?.value
        guard name == "content-type", first != nil else { return first }
        let types = headers.filter { $0.name == name }.flatMap { $0.value.split { $0 == "," } }
        return types.last { type in
            let essence = type.prefix { $0 != ";" }
            return essence.contains("/") && !essence.contains("*") && !essence.contains("\"")
        }?.trimmed ?? first
    }
}

/// Sends requests one at a time, with one connection pool and one set of trusted certificates. The real one uses
/// libcurl.
public protocol Transport: AnyObject {
    /// Sends `request` and reads the whole response; one with its own Accept-Encoding field gets the content without
    /// decoding.
    /// Throws `network` for names and connections; `tls` naming the fault of the certificate and the option to use;
    /// `timed-out` at `deadline`; `bad-answer` for a response that is not HTTP, for more than `maximumBodyBytes` of
    /// content (counted after decoding) and for more than 64 KiB of header; `no-ticket` when the request negotiates and
    /// there is no ticket for its server, `other-ticket` when the ticket is of another user; and the errors of
    /// `streams`.
    func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response

    /// Closes all connections; the next request opens a new one. A server counts idle connections as busy.
    func closeConnections()
}

extension Transport {
    /// Does nothing.
    public func closeConnections() {}

    /// Sends `request` with all content in memory; otherwise as above.
    public func send(_ request: Request, maximumBodyBytes: Int, deadline: Deadline) throws(FedauthError) -> Response {
        try send(request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: ContentStreams())
    }
}

/// The settings for all requests of a command.
public struct TransportConfiguration: Sendable {
    /// A PEM file of trusted certificates, used instead of the system's.
    public var caFile: String?
    /// `sha256//BASE64` of a public key (SubjectPublicKeyInfo); every host must match one of them.
    public var pins: [String] = []
    /// PEM files of certificate revocation lists (RFC 5280), together at least one for each authority in a server's
    /// chain.
    public var crlFiles: [String] = []
    /// The server must staple an OCSP response (RFC 6066 section 8).
    public var requiresOCSP = false
    /// Writes the keys of connections to the file named by SSLKEYLOGFILE.
    public var keepsKeyLog = false
    /// A proxy's URL for all requests, without user name and password, which are in a `ProxyCredential`.
    public var proxy: String?
    /// The environment's `https_proxy`: for https to other machines, unless `proxy` is given.
    public var environmentProxy: String?
    /// The environment's `no_proxy`: hosts to be reached directly, comma separated.
    public var noProxy: String?
    /// `HOST:PORT:ADDRESS` entries that replace name resolution.
    public var resolve: [String] = []
    /// Does not check certificates. fedauth warns each time, and no profile can store it.
    public var isInsecure = false
    /// The User-Agent field.
    public var userAgent = "fedauth"

    /// Creates the defaults: the system's trust, no pins, no proxy, certificates are checked.
    public init() {}
}

/// The public suffix list: domains under which the public can register names (https://publicsuffix.org).
public protocol PublicSuffixes: AnyObject {
    /// Returns true when `domain` (lower case, no leading dot) is a public suffix: `com`, `co.uk`, `github.io`. A
    /// single label counts as one.
    func isPublicSuffix(_ domain: String) -> Bool
}

/// Ends the process when a call does not return: foreign code in this process, such as libcurl or a token's PKCS #11
/// module, may run or block beyond every limit that it was given.
public protocol CallTimeLimit: AnyObject {
    /// Starts the limit: unless `lift` is called within `milliseconds`, the process ends as if the command had thrown
    /// `error`.
    func begin(milliseconds: Int64, _ error: FedauthError)

    /// Removes the limit after the call has returned.
    func lift()
}
