internal import CCurl
internal import Core
internal import Secrets

/// One request through a proxy that may ask for a password. The password is sent only after the proxy has asked, and
/// only once.
struct ProxySignIn {
    private let credential: ProxyCredential
    private let proxy: String
    private let offers: () -> Int

    /// - Parameter offers: returns the schemes that the proxy offered last (CURLINFO_PROXYAUTH_AVAIL).
    init(_ credential: ProxyCredential, proxy: String, offers: @escaping () -> Int) {
        self.credential = credential
        self.proxy = proxy
        self.offers = offers
    }

    /// CURLAUTH_BASIC and CURLAUTH_DIGEST, macros that Swift does not import.
    fileprivate static let (basic, digest) = (1 << 0, 1 << 1)

    /// Sends with `send`, and again with the password when the proxy asks for it by Digest, otherwise by Basic. Throws
    /// the errors of `send`, and `refused` when the proxy refuses the password or requires another scheme.
    func during(
        _ request: Request, _ streams: ContentStreams,
        _ send: (ContentStreams) throws(FedauthError) -> Response
    ) throws(FedauthError) -> Response {
        var guarded = streams
        if let sink = streams.sink { guarded.sink = ServerContent(sink) }
        while true {
            let wasShown = credential.isShown
            var causes: [String] = []
            do throws(FedauthError) {
                let response = try send(guarded)
                // Through a tunnel, the answer comes from the server.
                guard response.status == 407, request.url.scheme == .http else { return response }
            } catch {
                guard error.code == .proxyPassword else { throw error }
                causes = error.causes
            }
            if wasShown { credential.reject() }
            guard !credential.isRefused else { throw refusal(causes) }
            guard let scheme = scheme else {
                throw FedauthError(
                    .refused, "the proxy '\(proxy)' asks for a password neither by Digest nor by Basic",
                    hint: "nothing was sent to it; fedauth answers no other scheme of a proxy", causes: causes)
            }
            credential.demand(by: scheme)
        }
    }

    /// The strongest scheme that the proxy offers: Digest does not send the password itself.
    private var scheme: ProxyCredential.Scheme? {
        let offered = offers()
        if offered & Self.digest != 0 { return .digest }
        return offered & Self.basic != 0 ? .basic : nil
    }

    private func refusal(_ causes: [String]) -> FedauthError {
        FedauthError(
            .refused,
            "the proxy '\(proxy)' refused user name and password of '\(credential.user.folded(to: 60))'",
            hint: "they were sent once; check '--proxy-user' and where the password comes from", causes: causes)
    }

    /// Keeps the proxy's own page away from the receiver of the server's answer.
    private final class ServerContent: ContentSink {
        private let inner: any ContentSink

        init(_ inner: any ContentSink) { self.inner = inner }

        func wants(_ head: Response) throws(FedauthError) -> Bool {
            head.status == 407 ? false : try inner.wants(head)
        }

        func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) { try inner.take(bytes) }
    }
}

extension ProxyCredential {
    /// Passes it to libcurl (CURLOPT_PROXYUSERNAME, CURLOPT_PROXYPASSWORD) if it may be sent. libcurl copies the text
    /// into wiped memory.
    func show(by handle: CurlHandle) throws(FedauthError) {
        guard isShown else { return }
        if let scheme {
            try handle.set(CURLOPT_PROXYAUTH, scheme == .digest ? ProxySignIn.digest : ProxySignIn.basic)
            // A proxy that calls every Digest nonce stale would otherwise be answered endlessly.
            try handle.set(CURLOPT_MAXREDIRS, 3)
        }
        try handle.set(CURLOPT_PROXYUSERNAME, user)
        var text = try password().copy()
        text.append(0)
        try text.withBytes { (bytes) throws(FedauthError) in
            try handle.set(CURLOPT_PROXYPASSWORD, pointer: bytes.baseAddress)
        }
    }
}
