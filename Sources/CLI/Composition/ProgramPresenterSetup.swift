import Application
import Core

/// Puts together what leaves a login to a program of the user's own.
struct ProgramPresenterSetup {
    let options: FlowOptions
    let network: Network
    let context: CommandContext

    /// Creates the presenter. The program is looked up when a login is shown, because a valid session needs none.
    func presenter(_ program: String) throws(FedauthError) -> ProgramPresenter {
        ProgramPresenter(
            SupervisedProgram(
                program, as: .presenter, search: ProgramSearch(context.environment), clock: context.clock),
            try surroundings(), suffixes: network.suffixes, reporter: context.streams, clock: context.clock)
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
