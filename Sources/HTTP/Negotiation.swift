internal import CCurl
internal import Core

/// Negotiate (RFC 4559) by libcurl, which has the only GSS-API here: with exactly this scheme and the ticket of the user's
/// cache, never with a name or a password, and nothing delegated.
enum Negotiation {
    /// Sets up a transfer that answers by Negotiate and by nothing else.
    static func set(_ handle: CurlHandle) throws(FedauthError) {
        try handle.set(CURLOPT_HTTPAUTH, only)
        // "Whoever the ticket is for"; libcurl asks for a name in this form.
        try handle.set(CURLOPT_USERPWD, ":")
        try handle.set(CURLOPT_GSSAPI_DELEGATION, 0)
        // The scheme signs connections in, not requests (RFC 4559 section 6): this one is nobody else's.
        try handle.set(CURLOPT_FRESH_CONNECT, 1)
        try handle.set(CURLOPT_FORBID_REUSE, 1)
        try handle.set(CURLOPT_HTTP_VERSION, 2)
    }

    /// CURLAUTH_NEGOTIATE, a macro that is not imported into Swift.
    private static let only = 1 << 2

    /// Why no ticket was shown, in GSS-API's words; nil when one was, and the server refused it.
    ///
    /// libcurl then asks without one, so that both look the same. Only its comments tell; a request of its own is made to
    /// hear them, since header fields are copied into comments: it has none but the ticket's.
    static func obstacle(by handle: CurlHandle) -> String? {
        var listening = Listening()
        withUnsafeMutablePointer(to: &listening) { pointer in
            do throws(FedauthError) {
                try handle.set(CURLOPT_HTTPHEADER, list: nil)
                try handle.set(CURLOPT_NOBODY, 1)
                // What the transfer before received into is gone.
                for (function, data) in [
                    (CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA), (CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA),
                ] {
                    try handle.set(function, receiver: discard)
                    try handle.set(data, pointer: nil)
                }
                try handle.set(debugListener: Listening.listener)
                try handle.set(CURLOPT_DEBUGDATA, pointer: pointer)
                try handle.set(CURLOPT_VERBOSE, 1)
                _ = handle.perform()
            } catch {
                // What cannot be learnt is left out of the message.
            }
        }
        return listening.obstacle
    }

    /// Takes everything and keeps nothing.
    private static let discard: CurlReceiver = { _, size, count, _ in size * count }

    private struct Listening {
        var obstacle: String?

        /// CURLOPT_DEBUGFUNCTION; the context is a `Listening`.
        static let listener: CurlDebugListener = { _, kind, bytes, count, context in
            guard kind == CURLINFO_TEXT, let bytes, let context else { return 0 }
            let comment = String(
                decoding: UnsafeRawBufferPointer(start: bytes, count: min(count, 400)), as: UTF8.self)
            let mark = "gss_init_sec_context() failed"
            if let start = comment.range(ofASCII: mark) {
                context.assumingMemoryBound(to: Listening.self).pointee.obstacle =
                    String(comment[start...].dropFirst(mark.count + 1)).folded()
            }
            return 0
        }
    }
}
