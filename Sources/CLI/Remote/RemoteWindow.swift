import Application
import Browser
import Core
import Crypto
import Loopback

/// A browser without a display on this machine, shown on a page that the user opens on another machine.
struct RemoteWindow {
    private let setup: PresenterSetup

    init(_ setup: PresenterSetup) { self.setup = setup }

    /// Implements `Presenter.present(_:)`.
    func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        let context = setup.context
        try requireBrowser(context.environment)
        let viewer = try LoopbackViewer(
            port: setup.options.browsing.remotePort, random: Self.random, reporter: context.streams,
            clock: context.clock)
        let browser = try ChromiumSetup(
            options: setup.options.browsing, networking: setup.options.network, network: setup.network,
            answers: setup.answers, context: context
        ).presenter(viewer: viewer)
        for line in RemoteAccess(port: viewer.port, context.environment).lines { context.streams.instruct(line) }
        context.streams.instruct("sign in on this page, in any browser; anyone with its address can do it for you:")
        context.streams.instruct("  " + viewer.address)
        do throws(FedauthError) {
            let presentation = try browser.present(request)
            viewer.end(.finished)
            return presentation
        } catch {
            viewer.end(error.code == .cancelled ? .cancelled : .failed, words: Self.words(error))
            throw error
        }
    }

    /// Throws `no-browser`, with the remaining ways to sign in.
    private func requireBrowser(_ environment: Environment) throws(FedauthError) {
        guard setup.options.browsing.browser == nil else { return }
        do throws(FedauthError) {
            _ = try BrowserPrograms.find(nil, on: LocalMachine(environment))
        } catch {
            throw FedauthError(
                error.code, error.message,
                hint: "install one on this machine ('apt install chromium'); or sign in on your own, and bring what is "
                    + "stored there: 'fedauth store export --plaintext | ssh HOST fedauth store import -'")
        }
    }

    /// Returns the message for a user who does not see the terminal.
    private static func words(_ error: FedauthError) -> String? {
        error.code == .cancelled ? nil : "fedauth: " + error.message + ". You may close this window."
    }

    /// Returns 128 random bits.
    private static func random() throws(FedauthError) -> String { try SystemRandom.text(bytes: 16) }
}
