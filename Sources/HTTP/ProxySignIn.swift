internal import CCurl
internal import Core
internal import Secrets

/// One request through a proxy that may ask for a password. The password is sent only after the proxy has asked, and
/// not again after a refusal; a Digest answer is repeated once for another nonce.
struct ProxySignIn {
    let credential: ProxyCredential
    let proxy: String
    let offers: () -> [Challenge]

    /// CURLAUTH_BASIC and CURLAUTH_DIGEST, macros that Swift does not import.
    fileprivate static let (basic, digest) = (1 << 0, 1 << 1)

    /// Sends with `send`, and again with the password when the proxy asks for it by Digest, otherwise by Basic. Throws
    /// the errors of `send`, and `refused` when the proxy refuses the password or requires another scheme.
    func during(
        _ request: Request, _ streams: ContentStreams, _ send: (ContentStreams) throws(FedauthError) -> Response
    ) throws(FedauthError) -> Response {
        var guarded = streams
        if let sink = streams.sink { guarded.sink = ServerContent(sink) }
        defer { credential.release() }
        while true {
            let wasShown = credential.isShown
            var causes: [String] = []
            do throws(FedauthError) {
                let response = try send(guarded)
                // Through a tunnel, the answer comes from the server.
                guard response.status == 407, request.url.scheme == .http else {
                    credential.approve()
                    return response
                }
            } catch {
                guard error.code == .proxyPassword else { throw error }
                causes = error.causes
            }
            if wasShown { credential.reject() }
            guard !credential.isRefused else { throw refusal(causes) }
            guard let scheme = scheme else {
                var wanted: [String] = []
                for name in offers().map({ $0.scheme.folded(to: 30) }) where !wanted.contains(name) {
                    wanted.append(name)
                }
                throw FedauthError(
                    .refused,
                    wanted.isEmpty
                        ? "the proxy '\(proxy)' asks for a password, and does not say how"
                        : "the proxy '\(proxy)' asks for a password by \(wanted.prefix(5).joined(separator: ", ")) only",
                    hint: "nothing was sent to it; fedauth answers Basic, and Digest with MD5 or SHA-256",
                    causes: causes)
            }
            credential.demand(by: scheme)
        }
    }

    /// The Digest algorithms (RFC 7616 section 6.1) that libcurl computes rightly.
    private static let algorithms: Set<String> = ["md5", "md5-sess", "sha-256", "sha-256-sess"]

    /// The strongest scheme that the proxy offers: Digest does not send the password itself.
    private var scheme: ProxyCredential.Scheme? {
        let challenges = offers()
        // libcurl reads only the first Digest challenge.
        if let digest = challenges.first(where: { $0.scheme.lowercased() == "digest" }),
            digest.parameter("nonce") != nil,
            Self.algorithms.contains((digest.parameter("algorithm") ?? "md5").lowercased())
        {
            return .digest
        }
        return challenges.contains { $0.scheme.lowercased() == "basic" } ? .basic : nil
    }

    private func refusal(_ causes: [String]) -> FedauthError {
        FedauthError(
            .refused, "the proxy '\(proxy)' refused user name and password of '\(credential.user.folded(to: 60))'",
            hint: "they are not sent again; check '--proxy-user' and where the password comes from", causes: causes)
    }

    /// Keeps the proxy's own page away from the receiver of the server's answer.
    private final class ServerContent: ContentSink {
        private let inner: any ContentSink

        init(_ inner: any ContentSink) { self.inner = inner }

        func wants(_ head: Response) throws(FedauthError) -> Bool { head.status == 407 ? false : try inner.wants(head) }

        func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) { try inner.take(bytes) }
    }
}

extension ProxyCredential {
    /// Passes it to libcurl, within the address of the proxy (CURLOPT_PROXY), if it may be sent. All versions of
    /// libcurl decode what is in an address, once for each connection. From CURLOPT_PROXYUSERNAME and
    /// CURLOPT_PROXYPASSWORD those before 8.8 take `%41` for `A`, and again at the second connection of a transfer.
    func show(to proxy: String, by handle: CurlHandle) throws(FedauthError) {
        guard isShown else { return }
        if let scheme { try handle.set(CURLOPT_PROXYAUTH, scheme == .digest ? ProxySignIn.digest : ProxySignIn.basic) }
        let place = proxy.range(ofASCII: "://").map { proxy[$0...].dropFirst(3) } ?? proxy[...]
        var address = Secret(proxy.utf8.dropLast(place.utf8.count))
        for byte in user.utf8 { PercentEncoding.unreserved.append(byte, to: &address) }
        address.append(":")
        try password().withBytes { for byte in $0 { PercentEncoding.unreserved.append(byte, to: &address) } }
        address.append("@\(place)\0")
        try address.withBytes { (bytes) throws(FedauthError) in
            // libcurl copies the text into wiped memory.
            try handle.set(CURLOPT_PROXY, pointer: bytes.baseAddress)
        }
    }
}
