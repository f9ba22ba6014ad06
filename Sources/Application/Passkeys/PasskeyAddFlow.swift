public import Core

/// Makes passkeys in a browser's window, and stores them.
public struct PasskeyAddFlow {
    private let services: any Services
    /// An address that no page has: the end is the passkey, or the closed window.
    private static let nowhere = "https://passkey.invalid/"

    /// Reads nothing yet.
    public init(_ services: any Services) { self.services = services }

    /// Shows the page at `address` and returns the passkeys that were made there, in order. Throws `cancelled` when the
    /// window is closed before, and `input-needed` when the browser has no window and the page waits for the user.
    /// `session`: the profile or session with whose cookies the window begins; nil: none.
    public func run(address: String, session: String?) throws(FedauthError) -> [StoredPasskey] {
        let url = try WebURL(argument: address)
        let store = try services.store()
        let network = try services.network(ProviderUse(named: [url], user: nil))
        var jar = CookieJar()
        if let session {
            let configuration = try services.configuration()
            let current = CurrentProfile(services)
            jar = try current.validSession(session, in: configuration, store, at: services.clock.now).jar
        }
        // What the window makes must not be lost for want of a passphrase.
        try store.prepareForWriting()
        let passkeys = StoredPasskeys(store, user: nil, reporter: services.reporter)
        let presenter = try services.presenter(making: passkeys, over: network)
        let finish = FinishEndpoint(try WebURL(Self.nowhere), moment: .asked)
        let request = PresentationRequest(
            start: AuthorizationEndpoint(url), finish: finish, jar: jar, deadline: network.deadline,
            policy: network.agent(for: [url]).policy)
        do throws(FedauthError) {
            _ = try presenter.present(request)
        } catch { try rethrow(error, session, hasAdded: !passkeys.added.isEmpty) }
        return try PasskeyStore(store).named(passkeys.added)
    }

    /// A window that is closed after the passkey was made is the expected end.
    private func rethrow(_ error: FedauthError, _ session: String?, hasAdded: Bool) throws(FedauthError) {
        if hasAdded {
            if error.code != .cancelled { services.reporter.warning(error.message) }
            return
        }
        switch error.code {
        case .cancelled: throw FedauthError(.cancelled, "the browser's window was closed, and no passkey was made")
        case .timedOut:
            throw FedauthError(error.code, "no passkey was made in time", hint: error.hint, causes: error.causes)
        case .inputNeeded:
            let advice = session == nil ? ", and name a session to begin with" : ""
            throw FedauthError(error.code, error.message, hint: "leave out '--headless'\(advice)", causes: error.causes)
        default: throw error
        }
    }
}
