import Core
import Application
import Browser

/// `fedauth browser-supervisor`: ends the browser and removes its files when the command that showed it has ended.
struct BrowserSupervisorCommand: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: PresenterSetup.browserSupervisor, abstract: "Keep a browser; started by other commands.",
        shouldDisplay: false)

    func run() throws(FedauthError) { if !BrowserSupervisor.serve() { throw alreadyReported(.other) } }
}
