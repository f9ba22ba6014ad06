internal import CCurl
internal import Core

/// Repeats a failed handshake for what was not reported: the server's key, as a suggestion for `--pin`; whether the
/// server asked for a certificate (`CCurl/Demand.c`); and its alert about the client certificate. It uses a separate
/// connection without a request: the key is only in libcurl's debug output, into which that copies header fields.
struct HandshakeProbe {
    /// The server's key as `sha256//…`.
    private(set) var serverKey: String?
    private(set) var asksForCertificate = false

    /// The server's alert, if it sent one. An alert is lost when the server closes the connection during a request;
    /// here there is no request.
    private(set) var alert: String?

    private static let maximumMilliseconds: Int64 = 5000
    private static let alertMilliseconds: Int32 = 2000

    /// Uses `handle` with the options of the failed transfer: the same host, proxy and trusted certificates.
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
                pointer.pointee.asksForCertificate = handle.isAskedForCertificate
                guard pointer.pointee.asksForCertificate else { return }
                let words =
                    code == CURLE_OK
                    ? handle.errorAtEnd(withinMilliseconds: Self.alertMilliseconds) : handle.errorText
                if let words, words.mentions("alert") { pointer.pointee.alert = words }
            } catch {
                // Without a result, the message just contains less.
            }
        }
    }

    /// The callback for CURLOPT_DEBUGFUNCTION; its context is a `HandshakeProbe`.
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
    }
}
