public import Core

/// Shows the login in the user's own browser, and receives the result at a loopback address. The browser keeps its own
/// cookies; the presenter returns only what the finish receives.
public final class OpenPresenter: Presenter {
    /// `open`.
    public let name = PresenterName.open.rawValue
    private let opener: any AddressOpener
    private let reporter: any Reporter
    private let nonce: () throws(FedauthError) -> String

    /// `nonce`: random letters and digits, new for each sign-in.
    public init(opener: any AddressOpener, reporter: any Reporter, nonce: @escaping () throws(FedauthError) -> String) {
        (self.opener, self.reporter, self.nonce) = (opener, reporter, nonce)
    }

    /// Listens, starts the browser, and waits; see `Presenter.present(_:)` for the errors. Throws `busy` when another
    /// process holds the port. Returns a refusal by the server like any other answer.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        let listener = try FinishListener(request, port: nil, nonce: nonce)
        open(listener.start, listener.finish)
        return try listener.wait(reporter: reporter) { _ in
            guard let failure = opener.failure() else { return }
            reporter.waitIsOver()
            reporter.warning("\(failure): open the address above yourself; fedauth keeps waiting")
        }
    }

    private func open(_ start: AuthorizationEndpoint, _ finish: WebURL) {
        let address = start.url.withFragment
        reporter.instruct("open this address: \(address)")
        switch opener.open(address) {
        case .started(let program):
            reporter.note("'\(program.folded(to: 80))' shows it; waiting for it to come to '\(finish.withoutQuery)'")
        case .none(let why):
            reporter.warning(
                "no browser was started, \(why): open the address yourself, on this machine; fedauth keeps waiting")
        }
    }
}

/// Opens an address in the user's browser.
public protocol AddressOpener: AnyObject {
    /// Starts a browser on the address, and does not wait for its end.
    func open(_ address: String) -> AddressOpening

    /// Returns why the started browser has failed, once; nil when it has not, or when another was started instead.
    func failure() -> String?
}

/// The result of opening an address.
public enum AddressOpening: Sendable, Equatable {
    /// The program that was started.
    case started(String)
    /// No program was started, for this reason.
    case none(String)
}
