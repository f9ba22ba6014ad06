import Core

/// Makes the presenter that the options name, when a sign-in needs one.
struct PresenterSetup {
    let options: FlowOptions
    let network: Network
    let answers: AnswerBook
    let context: CommandContext

    /// Throws `no-browser` before anything starts when what the presenter needs is missing.
    func presenter() throws(FedauthError) -> any Presenter {
        let choice = options.signIn.presenter ?? .ours(.auto)
        switch choice {
        case .ours(let name): return try presenter(name)
        case .program(let program):
            return try ProgramPresenterSetup(options: options, network: network, context: context).presenter(program)
        }
    }

    private func presenter(_ name: PresenterName) throws(FedauthError) -> any Presenter {
        switch name {
        case .none: return NoPresenter()
        case .chromium:
            return try ChromiumSetup(options: options.browsing, networking: options.network, context: context)
                .presenter(reader: network.reader)
        case .auto, .form: return form
        }
    }

    private var form: FormPresenter {
        FormPresenter(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
            answers: answers, reporter: context.streams, wait: SystemClock.sleep)
    }
}
