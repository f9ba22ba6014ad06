import Application
import Core
import Crypto
import Loopback
import System

/// A browser without a display on this machine, shown on a page that the user opens on another machine.
struct RemoteWindow {
    let setup: PresenterSetup
    let port: UInt16?
    /// Stores the passkeys that the user makes in the window; nil: it is a sign-in.
    let passkeys: StoredPasskeys?
    let context: CommandContext

    /// Implements `Presenter.present(_:)`.
    func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        try requireBrowser(context.environment)
        let viewer = try LoopbackViewer(
            port: port, random: Self.random, reporter: context.streams, clock: context.clock)
        let browser = try setup.chromium(viewer: viewer, making: passkeys)
        for line in RemoteAccess(port: viewer.port, context.environment).lines { context.streams.instruct(line) }
        context.streams.instruct("sign in on this page, in any browser; anyone with its address can do it for you:")
        context.streams.instruct("  " + viewer.address)
        do throws(FedauthError) {
            let presentation = try browser.present(request)
            viewer.end(.finished)
            return presentation
        } catch {
            viewer.end(error.code == .cancelled ? .cancelled : .failed, words: Self.text(error))
            throw error
        }
    }

    /// Throws `no-browser`, with the remaining ways to sign in.
    private func requireBrowser(_ environment: Environment) throws(FedauthError) {
        guard setup.settings.browser.program == nil else { return }
        do throws(FedauthError) {
            _ = try BrowserPrograms.find(nil, on: LocalMachine(environment))
        } catch {
            throw FedauthError(
                error.code, error.message,
                hint: "install one on this machine ('\(Distribution.current.install(.chromium))'); or sign in on your "
                    + "own, and bring what is stored there: 'fedauth store export --plaintext | ssh HOST fedauth store import --plaintext -'"
            )
        }
    }

    /// Returns the message for a user who does not see the terminal.
    private static func text(_ error: FedauthError) -> String? {
        error.code == .cancelled ? nil : "fedauth: " + error.message + ". You may close this window."
    }

    /// Returns 128 random bits.
    private static func random() throws(FedauthError) -> String { try SystemRandom.text(bytes: 16) }
}
