import Core

/// Makes the presenter that the options name, when a sign-in needs one.
struct PresenterSetup {
    let options: FlowOptions
    let network: Network
    let answers: AnswerBook
    let context: CommandContext

    /// Throws `no-browser` before anything starts when what the presenter needs is missing.
    func presenter() throws(FedauthError) -> any Presenter {
        switch options.signIn.presenter ?? .auto {
        case .none: return NoPresenter()
        case .chromium:
            return try ChromiumSetup(options: options.browsing, networking: options.network, context: context)
                .presenter(reader: network.reader)
        case .open: return try OpenSetup(context: context).presenter()
        case .remote: return RemotePresenter(self)
        case .auto, .form: return form
        }
    }

    private var form: FormPresenter {
        FormPresenter(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
            answers: answers, reporter: context.streams, wait: SystemClock.sleep)
    }
}
