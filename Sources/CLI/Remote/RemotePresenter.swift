import Application
import Core

/// Shows the login to a user at another machine, in the browser there, through ssh.
final class RemotePresenter: Presenter {
    let name = PresenterName.remote.rawValue
    private let setup: PresenterSetup
    private let port: UInt16?
    /// Stores the passkeys that the user makes in the window; nil: it is a sign-in.
    private let passkeys: StoredPasskeys?
    private let context: CommandContext

    init(_ setup: PresenterSetup, port: UInt16?, making passkeys: StoredPasskeys? = nil, in context: CommandContext) {
        (self.passkeys, self.setup, self.port, self.context) = (passkeys, setup, port, context)
    }

    func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        guard !context.global.noInput else {
            throw FedauthError(
                .inputNeeded, "a sign-in at '\(request.start.url.withoutQuery)' is needed, and fedauth may not ask",
                hint: "'--no-input' is in force; sign in without it")
        }
        let comesHere = request.finish.moment == .asked && FinishChoice.isOnThisMachine(request.finish.url)
        return try comesHere
            ? RemoteAnswer(port: port, context: context).present(request)
            : RemoteWindow(setup: setup, port: port, passkeys: passkeys, context: context).present(request)
    }
}
