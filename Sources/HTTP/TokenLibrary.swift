internal import CCurl
public import Core

/// What OpenSSL uses tokens by: its provider `pkcs11`, or else its engine of that name. It is the OpenSSL of libcurl.
public final class TokenLibrary: TokenReader {
    private let limit: TransferLimit
    private let clock: any WallClock

    /// Opens nothing yet. `callLimit` ends the process when a token's module does not return in time.
    public init(callLimit: (any CallTimeLimit)?, clock: any WallClock) {
        limit = TransferLimit(limit: callLimit)
        self.clock = clock
    }

    /// Returns which of them there is, with its version as far as it tells one: `provider pkcs11 1.0`. nil: none. Opens no
    /// token. Throws `error`, naming the package, when libcurl or its TLS library cannot be used.
    public static func version() throws(FedauthError) -> String? {
        try CurlLibrary.open()
        if let problem = ccurl_token_problem() {
            throw FedauthError(
                .other, "libcurl does not use OpenSSL, so no token can be used", hint: "install the package libcurl4",
                causes: [String(cString: problem)])
        }
        let room = 64
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            switch ccurl_find_tokens(start, room) {
            case ccurl_token_provider:
                return "provider pkcs11 " + (start.pointee == 0 ? "before 1.1" : String(cString: start).folded(to: 60))
            case ccurl_token_engine: return "engine pkcs11, which tells no version"
            default: return nil
            }
        }
    }

    /// Returns the certificates at an address.
    public func certificates(
        at address: String, for name: String, pin: () throws(FedauthError) -> TokenPIN?
    ) throws(FedauthError) -> [[UInt8]] {
        let finding = try questions(name).find(at: address, pin: pin) { address, question in
            var found: [[UInt8]] = []
            withUnsafeMutablePointer(to: &found) { ccurl_token_certificates(address, question, Self.receiver, $0) }
            return found.isEmpty ? nil : found
        }
        return if case .found(let certificates) = finding { certificates } else { [] }
    }

    /// Returns those certificates whose private key is at an address.
    public func certificates(
        _ certificates: [[UInt8]], ofKeyAt address: String, for name: String,
        pin: () throws(FedauthError) -> TokenPIN?
    ) throws(FedauthError) -> [[UInt8]] {
        let key = try questions(name).key(at: address, pin: pin)
        return certificates.filter { certificate in
            certificate.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { ccurl_token_key_belongs(key.pointer, $0, bytes.count) } ?? false
            }
        }
    }

    private func questions(_ name: String) throws(FedauthError) -> TokenQuestions {
        try CurlLibrary.open()
        let name = name.folded(to: 60)
        return TokenQuestions(subject: "the token of '\(name)'") { [limit, clock] call throws(FedauthError) in
            try limit.during(
                clock.deadline(), waitingFor: "the token of '\(name)'", hint: TransferLimit.tokenHint, grace: 0
            ) { call() }
        }
    }

    /// The context is an array of certificates.
    private static let receiver: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>, Int) -> Void = {
        context, bytes, count in
        context?.assumingMemoryBound(to: [[UInt8]].self).pointee.append(
            Array(UnsafeBufferPointer(start: bytes, count: count)))
    }
}
