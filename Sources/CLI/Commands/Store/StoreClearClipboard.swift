import Application
import System

/// `fedauth store clear-clipboard`: empties the clipboard some time after `store get --clip`.
struct StoreClearClipboard: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear-clipboard", abstract: "Empty the clipboard later; started by 'store get --clip'.",
        shouldDisplay: false)

    /// The descriptor from which the process reads its task.
    static let descriptor: Int32 = 3

    func run() {
        let stop = ThisProcess.receiveStopSignals()
        guard let input = try? FileBytes.read(Self.descriptor, name: "pipe", limit: 64 << 10),
            let clearing = input.withBytes({ ClipboardClearing(Array($0)) })
        else { return }
        clearing.run(stop: stop)
    }
}
