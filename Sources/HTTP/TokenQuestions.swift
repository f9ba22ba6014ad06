internal import CCurl
internal import Core
internal import Secrets
internal import Synchronization

/// Asks tokens for keys and certificates, through OpenSSL. libcurl must be open. A PIN is given once, and to one token
/// only: a card counts wrong PINs and locks itself. So the first attempt has no PIN and counts the questions; one
/// question is answered in the second attempt.
struct TokenQuestions {
    /// What cannot be used, at the beginning of a message.
    let subject: String
    /// Runs foreign code.
    let limited: (() -> Void) throws(FedauthError) -> Void

    /// The token whose PIN OpenSSL's engine has; nil: none. The engine (libp11) would try this PIN at every other token that it is
    /// asked for, without a question, and cannot be made to forget it.
    private static let opened = Mutex<Set<String>?>(nil)

    /// The addresses at which a token has refused a PIN in this process, with the reason.
    private static let refusals = Mutex<[(address: TokenAddress, why: String)]>([])

    private static let hint = "is the card or token there? 'p11tool --list-all' lists what the modules see"
    fileprivate static let maximumErrorBytes = 512

    /// What a token has of an object.
    enum Finding<Object> {
        case found(Object)
        /// There is none; what OpenSSL says of it.
        case nothing([String])
    }

    /// Returns the private key at an address. Throws as `find` does, and when there is none.
    func key(at address: String, pin: () throws(FedauthError) -> TokenPIN?) throws(FedauthError) -> TokenKey {
        let address = TokenAddress(address).ofKey
        switch try find(at: address, pin: pin, { ccurl_token_key($0, $1) }) {
        case .found(let key): return TokenKey(takingOwnership: key)
        case .nothing(let causes):
            // The engine opens none of several tokens, and does not say so.
            let names = try tokens(fitting: TokenAddress(address))
            guard names.count < 2 else { throw severalTokens(names, causes) }
            throw failure(nil, Self.hint, causes)
        }
    }

    /// Returns the labels of the tokens that an address may mean.
    private func tokens(fitting address: TokenAddress) throws(FedauthError) -> [String] {
        var found: [[UInt8]] = []
        try withUnsafeMutablePointer(to: &found) { (context) throws(FedauthError) in
            try limited {
                ccurl_list_tokens(
                    { context, bytes, count in
                        context?.assumingMemoryBound(to: [[UInt8]].self).pointee.append(
                            Array(UnsafeBufferPointer(start: bytes, count: count)))
                    }, context)
            }
        }
        return found.compactMap { bytes in
            func text(_ range: Range<Int>) -> String {
                String(decoding: bytes[range].reversed().drop { $0 == 0x20 || $0 == 0 }.reversed(), as: UTF8.self)
            }
            let label = text(0..<32)
            let token = TokenAddress(
                token: label, manufacturer: text(32..<64), model: text(64..<80), serial: text(80..<96))
            return address.mayShareToken(with: token) ? label : nil
        }
    }

    private func severalTokens(_ names: [String], _ causes: [String]) -> FedauthError {
        let shown = names.map { "'\($0.folded(to: 40))'" }.joined(separator: ", ")
        return failure(
            "its address fits several tokens" + (names.isEmpty ? "" : ": " + shown) + "; a PIN is for one",
            "name the token in the address: 'pkcs11:token=NAME;object=NAME'", causes)
    }

    /// Returns what `read` finds; nil: no such object at an address. `pin` is called only when one token asks for it.
    /// Throws `client-certificate-unusable` without software for tokens, or about the PIN; and the errors of `pin`.
    func find<Object>(
        at text: String, pin: () throws(FedauthError) -> TokenPIN?,
        _ read: (String, UnsafeMutablePointer<ccurl_token_pin>) -> Object?
    ) throws(FedauthError) -> Finding<Object> {
        let isEngine = try open() == ccurl_token_engine
        // OpenSSL would send the PIN's file as it is, with a line break at its end.
        let text = TokenAddress(text).withoutPIN
        let address = TokenAddress(text)
        // Another address may be that of the same token.
        let refusal = Self.refusals.withLock { $0.first { $0.address.mayShareToken(with: address) } }
        if let refusal { throw failure(refusal.why + " before, so it gets none again", Self.pinHint) }
        if isEngine, let opened = Self.opened.withLock({ $0 }), opened != address.ofToken {
            throw failure(
                "OpenSSL's engine has the PIN of another token, and would try it at this one, too",
                "use one token in a command, or install the package pkcs11-provider")
        }
        var question = ccurl_token_pin()
        if let object = try look(text, &question, read) { return .found(object) }
        let errors = Errors()
        guard question.questions > 0 else { return try nothing(errors, at: address) }
        guard question.questions == 1 else { throw severalTokens(try tokens(fitting: address), errors.texts) }
        guard let pin = try pin() else { throw failure("its token asks for a PIN", Self.hint, errors.texts) }
        if isEngine { Self.opened.withLock { $0 = address.ofToken } }
        let found = try pin.value.withBytes { (bytes) throws(FedauthError) -> Object? in
            question.bytes = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            question.count = bytes.count
            defer { question.bytes = nil }
            return try look(text, &question, read)
        }
        if let found {
            pin.judge(true)
            return .found(found)
        }
        var why = Errors()
        if why.fault == ccurl_pin_fine {
            // The provider hides the reason. A token that was opened by the PIN does not ask again.
            if let found = try look(text, &question, read) {
                pin.judge(true)
                return .found(found)
            }
            _ = Errors()
            if question.questions > 0 { why.fault = ccurl_pin_wrong }
        }
        if why.fault != ccurl_pin_fine { pin.judge(false) }
        return try nothing(why, at: address)
    }

    private func open() throws(FedauthError) -> ccurl_token_way {
        if let problem = ccurl_token_problem() {
            throw failure("libcurl does not use OpenSSL", "install the package libcurl4", [String(cString: problem)])
        }
        var way = ccurl_token_none
        try limited { way = ccurl_open_tokens() }
        guard way != ccurl_token_none else {
            throw failure(
                "OpenSSL has neither its provider for tokens nor its engine",
                "install the package pkcs11-provider, or libengine-pkcs11-openssl where there is none")
        }
        var unusable: String?
        try limited { unusable = ccurl_unusable_module().map { String(cString: $0) } }
        if let unusable {
            throw failure(
                "'\(unusable.folded(to: 100))' cannot be loaded as a module for tokens",
                "PKCS11_MODULE_PATH in the environment names it")
        }
        _ = Errors()
        return way
    }

    private func look<Object>(
        _ address: String, _ question: inout ccurl_token_pin,
        _ read: (String, UnsafeMutablePointer<ccurl_token_pin>) -> Object?
    ) throws(FedauthError) -> Object? {
        var found: Object?
        try withUnsafeMutablePointer(to: &question) { (pointer) throws(FedauthError) in
            try limited { found = read(address, pointer) }
        }
        // A success leaves errors, too, such as those of other slots.
        if found != nil { _ = Errors() }
        return found
    }

    // MARK: Errors

    /// The errors in OpenSSL's queue, which is empty afterwards.
    private struct Errors {
        var texts: [String] = []
        var fault = ccurl_pin_fine

        init() {
            var next = ccurl_pin_fine
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: TokenQuestions.maximumErrorBytes) { buffer in
                guard let start = buffer.baseAddress else { return }
                while ccurl_next_token_error(start, TokenQuestions.maximumErrorBytes, &next) {
                    let text = String(cString: start).folded()
                    if !texts.contains(text) { texts.append(text) }
                    if next != ccurl_pin_fine { fault = next }
                }
            }
        }
    }

    /// Throws when the reason is the PIN.
    private func nothing<Object>(_ errors: Errors, at address: TokenAddress) throws(FedauthError) -> Finding<Object> {
        let (why, hint) =
            switch errors.fault {
            case ccurl_pin_wrong: ("its token refused the PIN", Self.pinHint)
            case ccurl_pin_locked:
                ("its token has locked the PIN, or it has expired", "unlock it by the card's own program")
            default: ("", "")
            }
        if why.isEmpty { return .nothing(errors.texts) }
        Self.refusals.withLock { $0.append((address, why)) }
        throw failure(why, hint, errors.texts)
    }

    private static let pinHint =
        "be sure of it before the next time: a card locks itself after a few wrong ones, and then refuses any"

    private func failure(_ why: String?, _ hint: String, _ causes: [String] = []) -> FedauthError {
        FedauthError(
            .clientCertificateUnusable, "\(subject) cannot be used" + (why.map { ": " + $0 } ?? ""), hint: hint,
            causes: causes)
    }
}
