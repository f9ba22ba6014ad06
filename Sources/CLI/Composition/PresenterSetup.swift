import Application
import Browser
import Core

/// Creates the selected presenter when a sign-in needs one.
struct PresenterSetup {
    let options: FlowOptions
    let network: Network
    let answers: LoginCredentials
    let context: CommandContext

    /// Throws `no-browser` before anything starts when something that the presenter needs is missing.
    func presenter(_ choice: PresenterChoice) throws(FedauthError) -> any Presenter {
        switch choice {
        case .ours(let name): return try presenter(name)
        case .program(let program):
            return try ProgramPresenterSetup(options: options, network: network, context: context).presenter(program)
        }
    }

    private func presenter(_ name: PresenterName) throws(FedauthError) -> any Presenter {
        switch name {
        case .auto: return automatic
        case .none: return NoPresenter()
        case .chromium: return try chromium()
        case .form: return form
        case .open: return try OpenSetup(context: context).presenter()
        case .remote: return RemotePresenter(self)
        }
    }

    private var form: FormPresenter {
        FormPresenter(
            network.agent, answers: answers, reporter: context.streams,
            integrated: IntegratedSignIn(options.signIn.integrated ?? .auto, in: context.environment),
            identities: network.identities, wait: SystemClock.sleep)
    }

    private func chromium() throws(FedauthError) -> any Presenter {
        try ChromiumSetup(
            options: options.browsing, networking: options.network, network: network, answers: answers,
            context: context
        ).presenter()
    }

    private var automatic: AutoPresenter {
        AutoPresenter(
            form: form, answers: answers, reporter: context.streams, isUnattended: options.browsing.headless
        ) { () throws(FedauthError) in
            // With `--no-input`, a window would only wait for the deadline.
            guard !context.global.noInput || options.browsing.headless else {
                throw FedauthError(
                    .noBrowser, "'--no-input' forbids questions",
                    hint: "leave it out, or add '--headless' if the page needs no answers")
            }
            return try chromium()
        }
    }
}
