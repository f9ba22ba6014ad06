internal import CCurl
internal import Core

/// A second handshake with a server that failed the first, to learn what only libcurl's comments tell: the server's
/// key, to be put after `--pin`, whether it asked for a certificate, and what it said of ours.
///
/// It is a connection of its own because libcurl copies header fields into its comments: while they are listened to,
/// no request must be sent.
struct HandshakeProbe {
    /// `sha256//…`.
    private(set) var serverKey: String?
    private(set) var asksForCertificate = false

    /// What the server said of the handshake, when it said anything: the alert is lost when the server closes the
    /// connection while a request is on its way; here none is.
    private(set) var alert: String?

    private static let maximumMilliseconds: Int64 = 5000
    private static let alertMilliseconds: Int32 = 2000

    /// Uses `handle` as the failed transfer left it: same host, proxy, trust.
    init(by handle: CurlHandle, milliseconds: Int64) {
        withUnsafeMutablePointer(to: &self) { pointer in
            do throws(FedauthError) {
                try handle.set(CURLOPT_HTTPHEADER, list: nil)
                try handle.set(CURLOPT_CONNECT_ONLY, 1)
                try handle.set(CURLOPT_TIMEOUT_MS, Int(max(1, min(milliseconds, Self.maximumMilliseconds))))
                try handle.set(debugListener: Self.listener)
                try handle.set(CURLOPT_DEBUGDATA, pointer: pointer)
                try handle.set(CURLOPT_VERBOSE, 1)
                let code = handle.perform()
                guard pointer.pointee.asksForCertificate || handle.isAskedForCertificate else { return }
                let words =
                    code == CURLE_OK
                    ? handle.wordsOfEnd(withinMilliseconds: Self.alertMilliseconds) : handle.errorText
                if let words, words.mentions("alert") { pointer.pointee.alert = words }
            } catch {
                // What cannot be learnt is left out of the message.
            }
        }
    }

    /// CURLOPT_DEBUGFUNCTION; the context is a `HandshakeProbe`.
    private static let listener: CurlDebugListener = { _, kind, bytes, count, context in
        guard kind == CURLINFO_TEXT, let bytes, let context else { return 0 }
        let comment = UnsafeRawBufferPointer(start: bytes, count: min(count, 200))
        let probe = context.assumingMemoryBound(to: HandshakeProbe.self)
        probe.pointee.receive(String(decoding: comment, as: UTF8.self))
        return 0
    }

    private mutating func receive(_ comment: String) {
        let mark = "public key hash: "
        if let start = comment.range(ofASCII: mark) {
            serverKey = String(comment[start...].dropFirst(mark.count)).folded(to: 80)
        }
        if comment.mentions("request cert") { asksForCertificate = true }
    }
}
