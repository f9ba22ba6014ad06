import Application
import Core

/// Shows the login to somebody who sits at another machine: in the browser there, through ssh.
///
/// Where the finish address carries the result, that browser walks the pages by itself (`RemoteAnswer`). Where cookies are
/// the result they must come up here: a browser without a display walks them here, and the other one shows it
/// (`RemoteWindow`).
final class RemotePresenter: Presenter {
    let name = "remote"
    private let setup: PresenterSetup

    init(_ setup: PresenterSetup) { self.setup = setup }

    func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        guard !setup.context.global.noInput else {
            throw FedauthError(
                .inputNeeded, "a sign-in at '\(request.start.url.withoutQuery)' is needed, and nobody may be asked",
                hint: "'--no-input' is in force; sign in without it")
        }
        let comesHere = request.finish.moment == .asked && FinishChoice.isOnThisMachine(request.finish.url)
        return try comesHere ? RemoteAnswer(setup).present(request) : RemoteWindow(setup).present(request)
    }
}
