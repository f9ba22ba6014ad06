internal import CCurl
internal import Core

/// Negotiate (RFC 4559) through libcurl, which has the only GSS-API here: only this scheme, with the ticket from the
/// user's cache, never with a name or a password, and without delegation.
enum Negotiation {
    /// Configures a transfer that answers only Negotiate.
    static func set(_ handle: CurlHandle) throws(FedauthError) {
        try handle.set(CURLOPT_HTTPAUTH, only)
        // Means "the user of the ticket"; libcurl requires a name in this form.
        try handle.set(CURLOPT_USERPWD, ":")
        try handle.set(CURLOPT_GSSAPI_DELEGATION, 0)
        // The scheme authenticates the connection, not the request (RFC 4559 section 6), so that must not be shared.
        try handle.set(CURLOPT_FRESH_CONNECT, 1)
        try handle.set(CURLOPT_FORBID_REUSE, 1)
        try handle.set(CURLOPT_HTTP_VERSION, 2)
    }

    /// The user's ticket.
    enum Ticket: Equatable {
        case valid(KerberosPrincipal), expired, missing, unknown
    }

    /// Returns the ticket that libcurl would use. libcurl must be open.
    static var ticket: Ticket {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { name in
            guard let start = name.baseAddress else { return .unknown }
            switch ccurl_find_ticket(start, name.count) {
            case ccurl_ticket_valid: return .valid(KerberosPrincipal(String(cString: start)))
            case ccurl_ticket_expired: return .expired
            case ccurl_ticket_missing: return .missing
            default: return .unknown
            }
        }
    }

    /// Returns the error for a request that had no ticket, with GSS-API's reason.
    static func failure(at host: String, _ obstacle: String) -> FedauthError {
        let causes = ["GSS-API: " + obstacle]
        guard ticket != .expired else {
            return FedauthError(
                .noTicket, "the Kerberos ticket for '\(host)' has expired", hint: "'kinit' gets a new one",
                causes: causes)
        }
        return FedauthError(
            .noTicket, "there is no Kerberos ticket for '\(host)'",
            hint: "'kinit' gets one, and 'klist' shows those that are there", causes: causes)
    }

    /// CURLAUTH_NEGOTIATE, a macro that Swift does not import.
    private static let only = 1 << 2

    /// Returns GSS-API's reason why no ticket was sent; nil when one was sent and the server refused it. Without a
    /// ticket libcurl sends the request anyway, so that both cases look alike except in its debug output. That output
    /// contains header fields, so a separate request without other fields is sent.
    static func obstacle(by handle: CurlHandle) -> String? {
        var listening = Listening()
        withUnsafeMutablePointer(to: &listening) { pointer in
            do throws(FedauthError) {
                try handle.set(CURLOPT_HTTPHEADER, list: nil)
                try handle.set(CURLOPT_NOBODY, 1)
                // The receivers of the previous transfer no longer exist.
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
                // Without a result, the message just contains less.
            }
        }
        return listening.obstacle
    }

    /// Discards everything.
    private static let discard: CurlReceiver = { _, size, count, _ in size * count }

    private struct Listening {
        var obstacle: String?

        /// The callback for CURLOPT_DEBUGFUNCTION; its context is a `Listening`.
        static let listener: CurlDebugListener = { _, kind, bytes, count, context in
            guard kind == CURLINFO_TEXT, let bytes, let context else { return 0 }
            let comment = String(decoding: UnsafeRawBufferPointer(start: bytes, count: min(count, 400)), as: UTF8.self)
            let mark = "gss_init_sec_context() failed"
            if let start = comment.range(ofASCII: mark) {
                context.assumingMemoryBound(to: Listening.self).pointee.obstacle =
                    String(comment[start...].dropFirst(mark.count + 1)).folded()
            }
            return 0
        }
    }
}
