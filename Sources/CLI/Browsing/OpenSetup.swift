import Application
import Core
import Crypto
import Loopback

/// Creates the presenter that shows a login in the user's own browser.
struct OpenSetup {
    let context: CommandContext
    private static let nonceBytes = 18

    /// Throws `error` before anything starts when the library is missing.
    func presenter() throws(FedauthError) -> OpenPresenter {
        try LoopbackLibrary.check()
        return OpenPresenter(
            opener: UserBrowser(context.environment), reporter: context.streams, clock: context.clock
        ) { () throws(FedauthError) in try SystemRandom.text(bytes: Self.nonceBytes) }
    }
}
