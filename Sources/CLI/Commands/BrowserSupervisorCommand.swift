import ArgumentParser
import Browser

/// `fedauth browser-keeper`: ends the browser, and tidies up behind it, when the command that showed it is gone.
struct BrowserSupervisorCommand: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser-keeper", abstract: "Keep a browser; started by other commands.", shouldDisplay: false)

    func run() { BrowserSupervisor.serve() }
}
