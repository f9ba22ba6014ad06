import Application
import Core
import System

/// Creates the presenter that lets the user's own program handle a login.
struct ProgramPresenterSetup {
    let options: FlowOptions
    let network: Network
    let context: CommandContext

    /// Returns the presenter. It looks up the program only when it shows a login, because a valid session needs none.
    func presenter(_ program: String) throws(FedauthError) -> ProgramPresenter {
        ProgramPresenter(
            SupervisedProgram(
                program, as: .presenter, search: ProgramSearch(context.environment), clock: context.clock),
            try surroundings(), suffixes: network.agent.suffixes, reporter: context.streams, clock: context.clock)
    }

    private func surroundings() throws(FedauthError) -> PresenterSurroundings {
        for (isGiven, option) in [
            (!options.network.crl.isEmpty, "--crl"), (options.network.requireOcsp, "--require-ocsp"),
        ]
        where isGiven {
            throw FedauthError(
                .usage, "'\(option)' cannot be kept by a presenter of yours",
                hint: "leave it out, or use '--presenter form'")
        }
        var surroundings = PresenterSurroundings()
        if let file = options.network.cacert {
            guard let path = FileNames.resolved(file) else { throw SystemCall.error("open", file) }
            surroundings.caFile = path
        }
        surroundings.isInsecure = options.network.insecure
        surroundings.pins = options.network.pin
        surroundings.proxy = options.network.proxy
        surroundings.resolve = options.network.resolve
        surroundings.isInteractive = !context.global.noInput
        surroundings.user = options.signIn.user
        return surroundings
    }
}
