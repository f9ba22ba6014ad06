internal import CCurl
public import Core
internal import Secrets

/// Sends requests through libcurl, one at a time, with one handle, so that connections, TLS sessions and resolved names
/// are reused.
/// libcurl decides nothing about where secrets go: it follows no redirects, keeps no cookies, and reads neither
/// `.netrc` nor a proxy from the environment. It answers no challenges, except Negotiate when the request asks for it,
/// and a proxy's challenge with the scheme that `ProxySignIn` chooses.
public final class CurlTransport: Transport {
    private static let connectMilliseconds = 15_000

    private let configuration: CheckedConfiguration
    private let clock: any WallClock
    private let identities: (any ClientIdentities)?
    private let proxyCredential: ProxyCredential?
    private let tokens = TokenKeys()
    private let limit: TransferLimit
    private let reporter: (any Reporter)?
    private let sending: () -> Void
    private var handle: CurlHandle?
    /// The handles for identities with a key in a token, each with connections of its own.
    private var tokenHandles: [(identity: Identity, handle: CurlHandle)] = []
    /// The challenges of a proxy in the last transfer.
    private var proxyChallenges: [Challenge] = []

    /// Opens nothing yet: a command that sends no request does not load libcurl. `identities` has the client
    /// certificates for servers that ask, `proxyCredential` the name and password for a proxy that asks. `callLimit`
    /// ends the process when libcurl, or a token's module in it, does not return in time; `reporter` names a server
    /// that does not answer for some seconds; `sending` is called before what may have a password is sent. Throws `usage` for an invalid pin, proxy or resolve entry.
    public init(
        _ configuration: TransportConfiguration, clock: any WallClock, identities: (any ClientIdentities)? = nil,
        proxyCredential: ProxyCredential? = nil, callLimit: (any CallTimeLimit)? = nil,
        reporter: (any Reporter)? = nil, sending: @escaping () -> Void = {}
    ) throws(FedauthError) {
        self.sending = sending
        self.reporter = reporter.flatMap { $0.showsWaits ? $0 : nil }
        self.configuration = try CheckedConfiguration(configuration)
        self.clock = clock
        self.identities = identities
        self.proxyCredential = proxyCredential
        if self.configuration.isSOCKS { proxyCredential?.demand() }
        limit = TransferLimit(limit: callLimit)
    }

    /// Sends one request (`curl_easy_perform(3)`). Follows no redirect and answers no challenge unless the request says
    /// so. Throws as `Transport` documents, `usage` for a request that must not be sent, and `error` when libcurl
    /// cannot be opened.
    public func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        guard let credential = proxyCredential, !configuration.proxy(for: request.url).isEmpty else {
            return try exchange(request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: streams)
        }
        let signIn = ProxySignIn(credential: credential, proxy: configuration.proxyHost ?? "") { [unowned self] in
            proxyChallenges
        }
        return try signIn.during(request, streams) {
            (streams) throws(FedauthError) in
            try exchange(request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: streams)
        }
    }

    /// Ends the handle, and with it its connections (`curl_easy_cleanup(3)`).
    public func closeConnections() {
        handle = nil
        tokenHandles = []
    }

    private func exchange(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        try RequestRules.check(request, hasSource: streams.source != nil)
        var transfer = Transfer(
            request: request, streams: streams, maximumBodyBytes: maximumBodyBytes, deadline: deadline,
            identity: try identity(for: request.url, isDemanded: false))
        do throws(FedauthError) {
            return try send(transfer)
        } catch {
            // A server that refuses the handshake has not received the request.
            guard error.code == .clientCertificateNeeded, transfer.identity == nil, let identities else { throw error }
            guard let found = try identity(for: request.url, isDemanded: true) else {
                let origin = request.url.origin
                throw error.hinting(IdentityAdvice.binding(identities.unboundNames(for: origin), to: origin))
            }
            transfer.identity = found
            return try send(transfer)
        }
    }

    /// Returns the identity bound to exactly this origin; checks the binding again, whatever the source returned.
    private func identity(for url: WebURL, isDemanded: Bool) throws(FedauthError) -> Identity? {
        guard url.scheme == .https, let identities,
            let identity = try identities.identity(for: url.origin, isDemanded: isDemanded),
            identity.isBound(to: url.origin)
        else { return nil }
        return identity
    }

    private func send(_ transfer: Transfer) throws(FedauthError) -> Response {
        let request = transfer.request
        let deadline = transfer.deadline
        try deadline.check(waitingFor: "waiting for '\(request.url.host)'")
        let handle = try openHandle(for: transfer.identity)
        // No option may point to memory of this call after it ends.
        defer { try? handle.reset() }
        try handle.reset()
        try TransferPolicy(configuration: configuration).set(handle, for: request.url)
        let proxy = configuration.proxy(for: request.url)
        if !proxy.isEmpty { try proxyCredential?.show(to: proxy, by: handle) }
        // On a connection that was kept libcurl sends any request again when the connection ends without an answer.
        if request.isSentOnce { try handle.set(CURLOPT_FRESH_CONNECT, 1) }
        try handle.set(CURLOPT_URL, request.url.description)
        if request.negotiates {
            if case .valid(let principal) = Negotiation.ticket { try principal.requireUser(request.ticketUser) }
            try Negotiation.set(handle)
        }
        let hearsDemand = request.url.scheme == .https && identities != nil
        try handle.prepareHandshake(lists: configuration.crlFiles)
        defer {
            if hearsDemand, handle.isAskedForCertificate {
                identities?.note(issuers: handle.issuers, of: request.url.origin)
            }
        }

        let total = Int(min(deadline.remainingMilliseconds, Int64(Int32.max)))
        let connect = min(total, Self.connectMilliseconds)
        // 0 would mean "no limit".
        try handle.set(CURLOPT_TIMEOUT_MS, max(1, total))
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connect))
        if let seconds = transfer.streams.stallSeconds {
            try handle.set(CURLOPT_LOW_SPEED_LIMIT, 1)
            try handle.set(CURLOPT_LOW_SPEED_TIME, Int(clamping: seconds))
        }
        // Coding that nobody asked for is undone where the request cannot be sent again to read the page.
        let coding = request.headers.first { $0.name.lowercased() == "accept-encoding" }?.value
        if let coding, request.isSafe || request.has(["range"]) || coding != SharedSecret(text: "identity") {
            try handle.set(CURLOPT_ACCEPT_ENCODING, nil as String?)
        }

        var transfer = transfer
        transfer.isConnectLimitShorter = connect < total
        let server = "'\(request.url.host)'"
        let more = "allow more time by --timeout"
        guard let identity = transfer.identity else {
            return try limit.during(deadline, waitingFor: server, hint: more) { () throws(FedauthError) -> Response in
                try send(transfer, by: handle)
            }
        }
        switch identity.key {
        case .pkcs8(let key):
            return try ClientCertificate(identity, key: key).during(handle) { () throws(FedauthError) -> Response in
                try limit.during(deadline, waitingFor: server, hint: more) { () throws(FedauthError) -> Response in
                    try send(transfer, by: handle)
                }
            }
        case .token(let address):
            return try send(transfer, identity, at: address, by: handle)
        }
    }

    /// Sends with a key in a token, whose module may fail to return.
    private func send(
        _ transfer: Transfer, _ identity: Identity, at address: String, by handle: CurlHandle
    ) throws(FedauthError) -> Response {
        let token = "the token of '\(identity.name.folded(to: 60))'"
        let deadline = transfer.deadline
        let key = try tokens.key(
            of: identity, at: address,
            limited: { [limit] call throws(FedauthError) in
                try limit.during(deadline, waitingFor: token, hint: TransferLimit.tokenHint, grace: 0) { call() }
            },
            pin: { [identities] () throws(FedauthError) in try identities?.pin(of: identity) })
        return try tokens.remembering(address) { () throws(FedauthError) -> Response in
            try limit.during(deadline, waitingFor: token, hint: TransferLimit.tokenHint) {
                () throws(FedauthError) -> Response in
                try handle.presenting(key, identity.certificates, hasTLSProxy: configuration.hasTLSProxy) {
                    () throws(FedauthError) -> Response in try send(transfer, by: handle)
                }
            }
        }
    }

    private func send(_ transfer: Transfer, by handle: CurlHandle) throws(FedauthError) -> Response {
        let request = transfer.request
        let fields = try CurlList(fieldsOf: request, isLong: transfer.isLong)
        var names = CurlList()
        for entry in configuration.resolve { try names.append(entry) }
        return try fields.withPointer { (fields) throws(FedauthError) -> Response in
            try names.withPointer { (names) throws(FedauthError) -> Response in
                try handle.set(CURLOPT_HTTPHEADER, list: fields)
                try handle.set(CURLOPT_RESOLVE, list: names)
                if let source = transfer.streams.source {
                    try source.seek(to: 0)
                    return try perform(transfer, source: source, handle)
                }
                guard let body = request.body else {
                    try setMethod(request.method, body: nil, of: handle)
                    return try perform(transfer, handle)
                }
                return try body.withBytes { (bytes) throws(FedauthError) -> Response in
                    try setMethod(request.method, body: bytes, of: handle)
                    return try perform(transfer, handle)
                }
            }
        }
    }

    private func openHandle(for identity: Identity?) throws(FedauthError) -> CurlHandle {
        if configuration.keepsKeyLog { ccurl_keep_key_log() }
        if let identity, case .token = identity.key {
            if let known = tokenHandles.first(where: { $0.identity == identity }) { return known.handle }
            let opened = try CurlHandle.open()
            tokenHandles.append((identity, opened))
            return opened
        }
        if let handle { return handle }
        let opened = try CurlHandle.open()
        handle = opened
        return opened
    }

    /// Sets the method and the content. The pointer must stay valid until the transfer is over: libcurl does not copy
    /// CURLOPT_POSTFIELDS.
    private func setMethod(
        _ method: String, body: UnsafeRawBufferPointer?, of handle: CurlHandle
    ) throws(FedauthError) {
        if method == "HEAD" {
            try handle.set(CURLOPT_NOBODY, 1)
            return
        }
        let expectsContent = ["POST", "PUT", "PATCH"].contains(method)
        if body != nil || expectsContent {
            try handle.set(CURLOPT_POST, 1)
            try handle.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: body?.count ?? 0)
            // With a null pointer libcurl would read standard input.
            try handle.set(CURLOPT_POSTFIELDS, pointer: body?.baseAddress ?? Self.nothing)
        } else {
            try handle.set(CURLOPT_HTTPGET, 1)
        }
        try handle.set(CURLOPT_CUSTOMREQUEST, method)
    }

    /// A permanently valid address for empty content.
    private nonisolated(unsafe) static let nothing = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

    /// Sends content from a source, which stays valid until libcurl is done with it.
    private func perform(
        _ transfer: Transfer, source: any ContentSource, _ handle: CurlHandle
    ) throws(FedauthError) -> Response {
        var reader = UploadReader(source)
        let result: Result<Response, FedauthError> = try withUnsafeMutablePointer(to: &reader) {
            (pointer) throws(FedauthError) in
            try handle.set(CURLOPT_UPLOAD, 1)
            try handle.set(CURLOPT_CUSTOMREQUEST, transfer.request.method)
            try handle.set(CURLOPT_INFILESIZE_LARGE, offset: Int(clamping: source.length ?? -1))
            try handle.set(CURLOPT_READFUNCTION, receiver: UploadReader.reader)
            try handle.set(CURLOPT_READDATA, pointer: pointer)
            try handle.set(seeker: UploadReader.seeker)
            try handle.set(CURLOPT_SEEKDATA, pointer: pointer)
            do throws(FedauthError) { return .success(try perform(transfer, handle)) } catch { return .failure(error) }
        }
        // The source's own error says more than libcurl's.
        if let failure = reader.failure { throw failure }
        return try result.get()
    }

    private func perform(_ transfer: Transfer, _ handle: CurlHandle) throws(FedauthError) -> Response {
        let url = transfer.request.url
        let hearsProxy =
            proxyCredential != nil && !configuration.isSOCKS && url.scheme == .https
            && !configuration.proxy(for: url).isEmpty
        let passesProxy = hearsProxy || configuration.isSOCKS
        if hearsProxy { try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 0) }
        var receiver = ResponseReceiver(
            from: url, maximumBodyBytes: transfer.maximumBodyBytes, sink: transfer.streams.sink,
            hearsProxy: hearsProxy, isSentOnce: transfer.request.isSentOnce && !transfer.request.negotiates,
            sending: transfer.request.isSentOnce ? sending : {},
            nearest: transfer.request.nearest,
            locate: { [configuration, proxyCredential] in
                // The proxy has let the connection through; the answer may take long.
                if passesProxy { proxyCredential?.release() }
                return configuration.space(of: url, at: $0)
            }, reporter: reporter)
        defer { reporter?.serverAnswered() }
        let code = try withUnsafeMutablePointer(to: &receiver) {
            (pointer) throws(FedauthError) -> CURLcode in
            try handle.set(CURLOPT_HEADERFUNCTION, receiver: ResponseReceiver.headerReceiver)
            try handle.set(CURLOPT_HEADERDATA, pointer: pointer)
            try handle.set(CURLOPT_WRITEFUNCTION, receiver: ResponseReceiver.contentReceiver)
            try handle.set(CURLOPT_WRITEDATA, pointer: pointer)
            if reporter != nil {
                try handle.set(progressListener: ResponseReceiver.progressListener)
                try handle.set(CURLOPT_XFERINFODATA, pointer: pointer)
            }
            defer { if reporter != nil { try? handle.set(progressListener: nil) } }
            try handle.set(prerequisite: ResponseReceiver.connectionListener)
            try handle.set(CURLOPT_PREREQDATA, pointer: pointer)
            // Other transfers with these options may follow, when the receiver no longer exists.
            defer {
                try? handle.set(prerequisite: nil)
                if hearsProxy { try? handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1) }
            }
            return handle.perform()
        }
        proxyChallenges = receiver.proxyChallenges
        if code == CURLE_OK || code == CURLE_PARTIAL_FILE { try checkFraming(receiver, of: url) }
        if code == CURLE_OK, url.scheme == .https, !transfer.request.takesUnannouncedEnd,
            receiver.endsWithConnection(transfer.request), handle.hasLostConnection
        {
            throw FedauthError(
                .badAnswer, "the answer of '\(url.host)' was cut short",
                hint: "it has no length, and its TLS connection ended without close_notify")
        }
        guard code == CURLE_OK else {
            var failure = CurlFailure(
                code: code, text: handle.errorText, verifyResult: handle.number(CURLINFO_SSL_VERIFYRESULT),
                systemError: handle.number(CURLINFO_OS_ERRNO),
                proxyStatus: handle.number(CURLINFO_HTTP_CONNECTCODE), refusal: receiver.refusal,
                hasBegun: receiver.hasBegun,
                hasReceived: receiver.hasBegun || handle.number(CURLINFO_STARTTRANSFER_TIME_T) > 0,
                maximumBodyBytes: transfer.maximumBodyBytes,
                isConnectLimitShorter: transfer.isConnectLimitShorter, stallSeconds: transfer.streams.stallSeconds)
            failure.identity = transfer.identity
            failure.isAskedForCertificate = identities != nil && url.scheme == .https && handle.isAskedForCertificate
            failure.now = clock.now
            if failure.callsForProbe(url) {
                failure.probe = HandshakeProbe(
                    by: handle, milliseconds: transfer.deadline.remainingMilliseconds)
                if let alert = failure.probe?.alert { failure.text += "; then: " + alert }
            }
            var error = failure.error(for: url, configuration: configuration, deadline: transfer.deadline)
            error.isUnanswered =
                receiver.isSent && receiver.refusal == nil && [.network, .badAnswer].contains(error.code)
            throw error
        }
        let status = handle.number(CURLINFO_RESPONSE_CODE)
        guard ResponseReceiver.statuses.contains(status) else {
            throw FedauthError(.badAnswer, "'\(url.host)' answered with the status '\(status)'")
        }
        if transfer.request.negotiates, status == 401, let why = Negotiation.obstacle(by: handle) {
            throw Negotiation.failure(at: transfer.request.url.host, why)
        }
        var response = receiver.head
        if transfer.request.negotiates, case .valid(let principal) = Negotiation.ticket {
            response.principal = principal
        }
        response.status = status
        response.body = SharedSecret(receiver.takeBody())
        return response
    }

    /// Checks the message framing, which libcurl does not do strictly. Recipients resolve two different lengths
    /// differently (RFC 9112 section 6.3), and also two redirect addresses; a header without an end may lack any of its
    /// fields.
    private func checkFraming(_ receiver: borrowing ResponseReceiver, of url: WebURL) throws(FedauthError) {
        guard !receiver.isInHeader else {
            throw FedauthError(.badAnswer, "the answer of '\(url.host)' was cut short within its header")
        }
        for (name, what) in [("content-length", "lengths"), ("location", "addresses to go on to")] {
            guard Set(receiver.headers.filter { $0.name == name }.map(\.value)).count <= 1 else {
                throw FedauthError(.badAnswer, "'\(url.host)' answered with two different \(what)")
            }
        }
        // libcurl ignores a length that is too large for it.
        for header in receiver.headers where header.name == "content-length" {
            guard !header.value.isEmpty, header.value.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                Int64(header.value) != nil
            else {
                throw FedauthError(
                    .badAnswer,
                    "'\(url.host)' answered with the length '\(header.value.folded(to: 40))', which is not a length")
            }
        }
    }
}
