import Core
import FileStore
import System

/// A command that this program starts itself; it works without environment, configuration and streams.
protocol BackgroundCommand: CommandNode {
    func run() throws(FedauthError)
}

/// `fedauth store agent`: holds the encrypted file's key when the kernel's keyring cannot.
struct StoreAgent: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent", abstract: "Hold keys in memory; started by other commands.", shouldDisplay: false)

    /// The listening socket and its folder, in this order.
    static let descriptors: (listener: Int32, folder: Int32) = (3, 4)

    func run() {
        let stop = ThisProcess.receiveStopSignals()
        KeyAgent.serve(
            listener: Self.descriptors.listener, folder: Self.descriptors.folder, stop: stop >= 0 ? stop : nil)
    }
}
